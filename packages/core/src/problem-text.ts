import { counted } from './counted.ts';

/** A JSON Schema (draft 2020-12), as far as it is read here. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly description?: string;
  readonly writeOnly?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly (string | number | boolean)[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Sentences that schema libraries (zod, valibot) say by default: they are for programmers. */
const libraryText =
  /^(?:Invalid (?:input|option|type|literal|length|value|enum value|string|number|key|element)\b|Too (?:small|big): |Unrecognized key|Required$|Expected .* received )/;

/** Longest value that a message quotes, in characters of its JSON. */
const maxQuoted = 60;

/**
 * What is wrong with a value, in words for people: those of the schema's author, or what its JSON Schema asks for. `must be …`
 * is followed by the value, and `is not …` preceded, if it is simple and short. With `mayQuote` false no value is quoted, as
 * for secrets.
 */
export function problemText(message: string, schema: JsonSchema, value: unknown, mayQuote: boolean): string {
  const isOwn = !libraryText.test(message);
  if (!isOwn && value === undefined) return 'is missing';
  const problem = isOwn ? message : `must be ${demandOf(schema)}`;
  const quoted = mayQuote ? quotedValue(value) : null;
  if (quoted === null) return problem;
  if (problem.startsWith('must be ')) return `${problem}, not ${quoted}`;
  return problem.startsWith('is not ') ? `${quoted} ${problem}` : problem;
}

/** A text, number, boolean or a list of them as JSON; null for other values, and for what is too long to be read. */
function quotedValue(given: unknown): string | null {
  // Flags and repeated fields give lists, also of one.
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  const isSimple = (each: unknown) =>
    each === null || typeof each === 'string' || typeof each === 'boolean' || Number.isFinite(each);
  if (!(Array.isArray(value) ? value.every(isSimple) : isSimple(value))) return null;
  const text = JSON.stringify(value);
  return text.length > maxQuoted ? null : text;
}

/** What a schema asks for, to go on from `must be`. */
function demandOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map(shownChoice).join(', ')}`;
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(demandOf))].join(' or ');
  switch (schema.type) {
    case 'string':
      return `text${lengthOf(schema)}${formOf(schema)}`;
    case 'integer':
      return `a whole number${rangeOf(schema)}`;
    case 'number':
      return `a number${rangeOf(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list${typeof schema.items === 'object' ? `, each item ${demandOf(schema.items as JsonSchema)}` : ''}`;
    case 'object':
      return 'an object';
    default:
      return 'another value';
  }
}

/** `Number.MAX_SAFE_INTEGER` is what zod has for a whole number without a bound. */
function boundOf(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const [least, most] = [boundOf(minimum), boundOf(maximum)];
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` of ${least} or more`;
  if (most !== undefined) return ` of ${most} or less`;
  if (boundOf(exclusiveMinimum) !== undefined) return ` above ${String(exclusiveMinimum)}`;
  return boundOf(exclusiveMaximum) === undefined ? '' : ` below ${String(exclusiveMaximum)}`;
}

function lengthOf({ minLength, maxLength }: JsonSchema): string {
  const parts = [
    ...(typeof minLength === 'number' ? [`at least ${counted(minLength, 'character')}`] : []),
    ...(typeof maxLength === 'number' ? [`at most ${counted(maxLength, 'character')}`] : []),
  ];
  return parts.length === 0 ? '' : ` of ${parts.join(' and ')}`;
}

function formOf({ format, pattern }: JsonSchema): string {
  if (typeof format === 'string') return ` in the form "${format}"`;
  return typeof pattern === 'string' ? ` that matches ${pattern}` : '';
}

/** Words as they are; signs, such as a comma, in quotes. */
function shownChoice(choice: unknown): string {
  const text = String(choice);
  return /^[\w.-]+$/.test(text) ? text : JSON.stringify(choice);
}
