import type { FieldProblem } from './errors.ts';
import type { Operation } from './operation.ts';
import { type JsonSchema, problemText } from './problem-text.ts';

export type { JsonSchema } from './problem-text.ts';

/** An option of an operation as a field of a form or a flag of the command line. */
export interface OptionFields {
  has(name: string): boolean;
  /** True for a field that may be sent several times. */
  isList(name: string): boolean;
  /** True for a field that is removed when its job ends, such as a password. */
  isSecret(name: string): boolean;
  /** The allowed values; undefined if any value is allowed. */
  allowed(name: string): readonly (string | number | boolean)[] | undefined;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

const known = new WeakMap<Operation['options'], OptionFields>();

/**
 * The fields of an operation, from the JSON Schema of its options. Each schema is read once, because every submission needs
 * them several times and reading takes a millisecond.
 */
export function readOptionFields(operation: Operation): OptionFields {
  const fields = known.get(operation.options) ?? describeFields(operation);
  known.set(operation.options, fields);
  return fields;
}

function describeFields(operation: Operation): OptionFields {
  const schemas = new Map(Object.entries(describeOptions(operation)));
  return {
    schemas: Object.fromEntries(schemas),
    has: (name) => schemas.has(name),
    isList: (name) => acceptsArray(schemas.get(name) ?? {}),
    isSecret: (name) => schemas.get(name)?.writeOnly === true,
    allowed: (name) => choicesOf(schemas.get(name) ?? {}),
  };
}

/** Option values that passed the schema of their operation, or all problems that it found. */
export type CheckedValues =
  | { readonly values: Readonly<Record<string, unknown>>; readonly problems?: undefined }
  | { readonly problems: readonly FieldProblem[] };

/**
 * Checks option values by the schema of the operation. Numbers and booleans may be strings, because forms and flags send
 * only strings.
 */
export async function checkOptionValues(operation: Operation, given: unknown): Promise<CheckedValues> {
  const result = await operation.options['~standard'].validate(given);
  if (result.issues === undefined) return { values: result.value as Readonly<Record<string, unknown>> };
  const fields = readOptionFields(operation);
  const problems = result.issues.map((issue): FieldProblem => {
    const names = (issue.path ?? []).map((key) => String(typeof key === 'object' ? key.key : key));
    const allowed = allowedBy(issue) ?? fields.allowed(names[0] ?? '');
    const field = names.join('.') || 'options';
    const mayQuote = names[0] !== undefined && !fields.isSecret(names[0]);
    const problem = problemText(
      issue.message,
      schemaAt(inputSchema(operation), names),
      valueAt(given, names),
      mayQuote,
    );
    return { field, problem, ...(allowed === undefined ? {} : { allowed }) };
  });
  // A value that is wrong in two ways, too small and no whole number, has one problem: the value.
  return { problems: [...new Map(problems.toReversed().map((each) => [each.field, each])).values()].toReversed() };
}

function schemaAt(schema: JsonSchema, names: readonly string[]): JsonSchema {
  return names.reduce<JsonSchema>(
    ({ properties, items }, name) => (properties?.[name] ?? items ?? {}) as JsonSchema,
    schema,
  );
}

function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((each, name) => Object(each)[name] as unknown, value);
}

/** The values an issue says it would have taken, as zod's `invalid_value` does. */
function allowedBy(issue: object): FieldProblem['allowed'] {
  const values: unknown = 'values' in issue ? issue.values : undefined;
  const isShowable = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  return Array.isArray(values) && values.every(isShowable) ? values : undefined;
}

/** The input properties, each with its default: not every schema includes defaults itself. */
function describeOptions(operation: Operation): Readonly<Record<string, JsonSchema>> {
  const { properties = {} } = inputSchema(operation);
  const checked = operation.options['~standard'].validate({});
  const fallbacks = 'value' in checked ? (checked.value as Readonly<Record<string, unknown>>) : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const fallback = schema.default ?? fallbacks[name];
      return [name, fallback === undefined ? schema : { ...schema, default: fallback }];
    }),
  );
}

function inputSchema(operation: Operation): JsonSchema {
  return operation.options['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema;
}

/** The words of a choice, or of each item where there may be several. */
function choicesOf({ enum: words, anyOf = [] }: JsonSchema): ReturnType<OptionFields['allowed']> {
  return words ?? anyOf.map(choicesOf).find((choices) => choices !== undefined);
}

function acceptsArray({ type, anyOf = [] }: JsonSchema): boolean {
  return type === 'array' || anyOf.some(acceptsArray);
}
