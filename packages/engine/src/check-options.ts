import { checkOptionValues, invalidRequest, type Operation, readOptionFields } from '@platen/core';

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
  const checked = await checkOptionValues(operation, given);
  if (checked.problems !== undefined) throw invalidRequest(checked.problems);
  const fields = readOptionFields(operation);
  const entries = Object.entries(checked.values).filter(([, value]) => value !== undefined);
  const secrets = entries.filter(([name]) => fields.isSecret(name));
  return {
    options: Object.fromEntries(entries.filter(([name]) => !fields.isSecret(name))),
    secrets: secrets.length === 0 ? null : Object.fromEntries(secrets),
  };
}
