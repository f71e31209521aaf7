import { invalidRequest, type Operation } from '@platen/core';

export interface CheckedOptions {
  readonly options: Readonly<Record<string, unknown>>;
  /** The fields marked `writeOnly` in the schema; null when there are none. */
  readonly secrets: Readonly<Record<string, unknown>> | null;
}

/** Checks options by the operation's schema and parts the secrets from the rest. Rejects with `INVALID_REQUEST`. */
export async function checkOptions(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): Promise<CheckedOptions> {
  const schema = operation.options['~standard'];
  const result = await schema.validate(given);
  if (result.issues !== undefined) {
    throw invalidRequest(
      result.issues.map(({ path = [], message }) => ({
        field: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.') || 'options',
        problem: message,
      })),
    );
  }
  const { properties = {} } = schema.jsonSchema.input({ target: 'draft-2020-12' }) as {
    readonly properties?: Readonly<Record<string, { readonly writeOnly?: boolean }>>;
  };
  const entries = Object.entries(result.value as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value !== undefined,
  );
  const secret = entries.filter(([name]) => properties[name]?.writeOnly === true);
  const plain = entries.filter(([name]) => properties[name]?.writeOnly !== true);
  return {
    options: Object.fromEntries(plain),
    secrets: secret.length === 0 ? null : Object.fromEntries(secret),
  };
}
