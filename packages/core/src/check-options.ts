import { type FieldProblem, invalidRequest } from './errors.ts';
import type { JobSecrets, JobWarning } from './job.ts';
import type { Operation } from './operation.ts';
import { checkOptionValues, readOptionFields } from './option-fields.ts';

/** Options that passed the schema of their operation, separated from the secret ones. */
export interface CheckedOptions {
  readonly options: Readonly<Record<string, unknown>>;
  /** The options that the schema marks `writeOnly`, such as passwords; null if there are none. */
  readonly secrets: JobSecrets;
  /** A warning `UNKNOWN_FIELD` for each option that the operation does not have. */
  readonly warnings: readonly JobWarning[];
}

/** Warnings about unknown options beyond this many are left out. */
const maxWarnings = 20;
const maxShownName = 60;

/** Checks options by the operation's schema, for a caller that reports other problems along with theirs. */
export async function tryCheckOptions(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): Promise<{ readonly checked: CheckedOptions } | { readonly problems: readonly FieldProblem[] }> {
  const result = await checkOptionValues(operation, given);
  if (result.problems !== undefined) return { problems: result.problems };
  const fields = readOptionFields(operation);
  const entries = Object.entries(result.values).filter(([, value]) => value !== undefined);
  const secrets = entries.filter(([name]) => fields.isSecret(name));
  return {
    checked: {
      options: Object.fromEntries(entries.filter(([name]) => !fields.isSecret(name))),
      secrets: secrets.length === 0 ? null : Object.fromEntries(secrets),
      warnings: unknownOptions(
        operation,
        namesOf(given).filter((name) => !fields.has(name) && !Object.hasOwn(result.values, name)),
      ),
    },
  };
}

/** Checks options by the operation's schema and sets the secrets apart. Rejects with `INVALID_REQUEST`. */
export async function checkOptions(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): Promise<CheckedOptions> {
  const result = await tryCheckOptions(operation, given);
  if ('problems' in result) throw invalidRequest(result.problems);
  return result.checked;
}

/** The warnings `UNKNOWN_FIELD` about options that the operation does not have: they are ignored, and may be misspelt. */
export function unknownOptions(operation: Operation, names: readonly string[]): readonly JobWarning[] {
  return names.slice(0, maxWarnings).map((name) => {
    const shown = name.length > maxShownName ? `${name.slice(0, maxShownName)}…` : name;
    return {
      code: 'UNKNOWN_FIELD',
      message: `The field ${JSON.stringify(shown)} is not an option of ${operation.name} and was ignored`,
    };
  });
}

/** The options that are given: undefined ones are not. */
function namesOf(given: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(given).filter((name) => given[name] !== undefined);
}
