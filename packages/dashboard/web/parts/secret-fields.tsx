import type { JsonSchema, OperationInfo } from '../data.ts';
import { words } from '../format.ts';

/** Fields for the secrets of an operation: one for each file where the operation takes as many. */
export function SecretFields({
  operation,
  fileNames,
  isRequired = false,
}: {
  readonly operation: OperationInfo;
  readonly fileNames: readonly string[];
  readonly isRequired?: boolean;
}) {
  return (
    <>
      {Object.entries(operation.options)
        .filter(([, { writeOnly }]) => writeOnly === true)
        .map(([name, schema]) =>
          takesList(schema) && fileNames.length > 1 ? (
            fileNames.map((fileName, index) => (
              <SecretField key={`${name} ${index}`} name={name} label={`${words(name)} of ${fileName}`} hint="" />
            ))
          ) : (
            <SecretField
              key={name}
              name={name}
              label={words(name)}
              hint={schema.description ?? ''}
              isRequired={isRequired}
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
  isRequired = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly isRequired?: boolean;
}) {
  return (
    <label class="field">
      <span class="break">{label}</span>
      <input class="input" type="password" name={name} autocomplete="new-password" required={isRequired} />
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
