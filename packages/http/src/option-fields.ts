import type { Operation } from '@platen/core';

/** A JSON Schema (draft 2020-12), as far as this package reads it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly (string | number | boolean)[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The options of an operation as form fields. */
export interface OptionFields {
  has(name: string): boolean;
  /** True for a field that may be sent several times. */
  isList(name: string): boolean;
  /** The values a field is confined to, or undefined. */
  allowed(name: string): readonly (string | number | boolean)[] | undefined;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** Reads an operation's form fields from the JSON Schema of its options. */
export function readOptionFields(operation: Operation): OptionFields {
  const schemas = new Map(Object.entries(describeOptions(operation)));
  return {
    schemas: Object.fromEntries(schemas),
    has: (name) => schemas.has(name),
    isList: (name) => acceptsArray(schemas.get(name) ?? {}),
    allowed: (name) => schemas.get(name)?.enum,
  };
}

/** What goes in, each with the value it takes when it is left out: not every schema can say that by itself. */
function describeOptions(operation: Operation): Readonly<Record<string, JsonSchema>> {
  const { jsonSchema, validate } = operation.options['~standard'];
  const { properties = {} } = jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema;
  const checked = validate({});
  const fallbacks = 'value' in checked ? (checked.value as Readonly<Record<string, unknown>>) : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const fallback = schema.default ?? fallbacks[name];
      return [name, fallback === undefined ? schema : { ...schema, default: fallback }];
    }),
  );
}

function acceptsArray({ type, anyOf = [] }: JsonSchema): boolean {
  return type === 'array' || anyOf.some(acceptsArray);
}
