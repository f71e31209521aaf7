import { useId } from 'preact/hooks';
import type { ApiError } from '../api.ts';
import type { JsonSchema, OperationInfo } from '../data.ts';
import { words } from '../format.ts';
import { problemOf } from '../problem-of.ts';

/** Fields for the secrets of an operation: one for each file where the operation takes as many. */
export function SecretFields({
  operation,
  fileNames,
  isRequired = false,
  error = null,
}: {
  readonly operation: OperationInfo;
  readonly fileNames: readonly string[];
  readonly isRequired?: boolean;
  /** What the server said of what was sent before. */
  readonly error?: ApiError | null;
}) {
  return (
    <>
      {Object.entries(operation.options)
        .filter(([, { writeOnly }]) => writeOnly === true)
        .map(([name, schema]) =>
          takesList(schema) && fileNames.length > 1 ? (
            fileNames.map((fileName, index) => (
              <SecretField
                key={`${name} ${index}`}
                name={name}
                label={`${words(name)} of ${fileName}`}
                hint=""
                problem={problemOf(error, `${name}.${index}`)}
              />
            ))
          ) : (
            <SecretField
              key={name}
              name={name}
              label={words(name)}
              hint={schema.description ?? ''}
              isRequired={isRequired}
              problem={problemOf(error, name) ?? problemOf(error, `${name}.0`)}
            />
          ),
        )}
    </>
  );
}

function SecretField({
  name,
  label,
  hint,
  problem,
  isRequired = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly problem: string | null;
  readonly isRequired?: boolean;
}) {
  const problemId = useId();
  return (
    <label class="field">
      <span class="break">{label}</span>
      <input
        class="input"
        type="password"
        name={name}
        autocomplete="new-password"
        required={isRequired}
        aria-describedby={problemId}
        aria-invalid={problem !== null}
      />
      <span class="problem break" id={problemId} role="alert">
        {problem}
      </span>
      {hint !== '' && <small>{hint}</small>}
    </label>
  );
}

/** What was typed into the fields, as a retry takes it: a list where the operation takes one. Blank fields are left out. */
export function secretsIn(form: FormData, operation: OperationInfo | undefined): Readonly<Record<string, unknown>> {
  const secrets = Object.entries(operation?.options ?? {}).filter(([, { writeOnly }]) => writeOnly === true);
  return Object.fromEntries(
    secrets.flatMap(([name, schema]) => {
      const given = form.getAll(name).filter((value) => value !== '');
      return given.length === 0 ? [] : [[name, takesList(schema) ? given : given[0]]];
    }),
  );
}

function takesList({ type, anyOf }: JsonSchema): boolean {
  return type === 'array' || anyOf?.some(takesList) === true;
}
