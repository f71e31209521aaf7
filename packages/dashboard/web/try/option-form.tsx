import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { ApiError } from '../api.ts';
import type { JsonSchema, OperationInfo } from '../data.ts';
import { secretFieldsOf, severalOf, takesWebhookUrl, webhookUrlField } from '../fields-of.ts';
import { words } from '../format.ts';
import { SecretFields } from '../parts/secret-fields.tsx';
import { problemFields, problemOf } from '../problem-of.ts';
import { service } from '../session.ts';

/** How many options are shown before the others are asked for. */
const shownAtOnce = 4;

/** It is not an option of an operation, but is asked for like one. */
const webhookUrlSchema: JsonSchema = {
  description: 'Receives a webhook when the job ends; not shown again afterwards',
};

/** Fields for the options of an operation, made from the JSON Schema it describes them by. What is wrong with one is shown at it. */
export function OptionForm({
  operation,
  fileNames,
  error,
}: {
  readonly operation: OperationInfo;
  readonly fileNames: readonly string[];
  readonly error: ApiError | null;
}) {
  const options = Object.entries(operation.options).filter(([, { writeOnly }]) => writeOnly !== true);
  const secrets = secretFieldsOf(operation);
  const [isOpen, setOpen] = useState(false);
  const ofEveryJob = takesWebhookUrl(operation, service.value) ? [[webhookUrlField, webhookUrlSchema] as const] : [];
  const [shown, further] = [options.slice(0, shownAtOnce), [...options.slice(shownAtOnce), ...ofEveryJob]];
  const hidden = [...further.map(([name]) => name), ...secrets];
  useEffect(() => {
    if (problemFields(error).some((field) => hidden.includes(field))) setOpen(true);
  }, [error]);
  const fieldOf = ([name, schema]: readonly [string, JsonSchema]) => (
    <OptionField key={name} {...{ name, schema, fileNames, error }} languages={operation.languages} />
  );
  return (
    <>
      <div class="option-fields">{shown.map(fieldOf)}</div>
      {hidden.length > 0 && (
        <details class="further" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>More options</summary>
          <div class="option-fields">
            {further.map(fieldOf)}
            <SecretFields operation={operation} fileNames={fileNames} error={error} />
          </div>
        </details>
      )}
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly languages: readonly string[] | null;
  readonly fileNames: readonly string[];
  readonly error: ApiError | null;
}

function OptionField({ name, schema, languages, fileNames, error }: FieldProps) {
  const id = useId();
  const several = severalOf(schema);
  const problem = problemOf(error, name) ?? (fileNames.length > 1 ? null : problemOf(error, `${name}.0`));
  const notes = { id, hint: schema.description ?? '', problem };
  const invalid = { 'aria-describedby': id, 'aria-invalid': problem !== null };
  if (several !== undefined) {
    return (
      <fieldset class="field" aria-describedby={id}>
        <legend>{words(name)}</legend>
        <Choices name={name} schema={schema} values={several} />
        <Notes {...notes} />
      </fieldset>
    );
  }
  if (schema['x-per-file'] === true && fileNames.length > 1) {
    return (
      <fieldset class="field" aria-describedby={id}>
        <legend>{words(name)}</legend>
        {fileNames.map((fileName, index) => (
          <PerFileField
            key={`${name} ${index}`}
            {...{ name, fileName }}
            problem={problemOf(error, `${name}.${index}`)}
          />
        ))}
        <Notes {...notes} />
      </fieldset>
    );
  }
  return (
    <Field label={words(name)} notes={notes}>
      {schema.type === 'boolean' ? (
        <YesOrNo name={name} isOn={schema.default === true} attributes={invalid} />
      ) : schema.enum === undefined ? (
        <TextField {...{ name, schema }} attributes={invalid} suggestions={name === 'language' ? languages : null} />
      ) : (
        <Choice {...{ name, schema }} attributes={invalid} />
      )}
    </Field>
  );
}

interface FieldNotes {
  readonly id: string;
  readonly hint: string;
  readonly problem: string | null;
}

function Field({
  label,
  notes,
  children,
}: {
  readonly label: string;
  readonly notes: FieldNotes;
  readonly children: ComponentChildren;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      <Notes {...notes} />
    </label>
  );
}

/** What a field takes, and what is wrong with what it was given. */
function Notes({ id, hint, problem }: FieldNotes) {
  return (
    <small id={id}>
      {problem !== null && (
        <span class="problem break" role="alert">
          {problem}{' '}
        </span>
      )}
      {hint}
    </small>
  );
}

interface InputProps {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | boolean>>;
}

/** A default is not sent: its value is empty. */
function YesOrNo({ name, isOn, attributes }: InputProps & { readonly isOn: boolean }) {
  return (
    <select class="input" name={name} {...attributes}>
      <option value="">{isOn ? 'yes' : 'no'}</option>
      <option value={String(!isOn)}>{isOn ? 'no' : 'yes'}</option>
    </select>
  );
}

function Choice({ name, schema, attributes }: InputProps & { readonly schema: JsonSchema }) {
  return (
    <select class="input" name={name} {...attributes}>
      {schema.default === undefined && <option value="">none</option>}
      {schema.enum?.map((value) => (
        <option
          key={String(value)}
          value={value === schema.default ? '' : String(value)}
          selected={value === schema.default}
        >
          {String(value)}
        </option>
      ))}
    </select>
  );
}

function Choices({
  name,
  schema,
  values,
}: {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly values: readonly unknown[];
}) {
  const chosen: readonly unknown[] = Array.isArray(schema.default) ? schema.default : [schema.default];
  return (
    <span class="choices">
      {values.map((value) => (
        <label key={String(value)}>
          <input type="checkbox" name={name} value={String(value)} defaultChecked={chosen.includes(value)} />
          {String(value)}
        </label>
      ))}
    </span>
  );
}

/** Text and numbers. A number is sent as it is typed: a field of numbers would refuse others out of sight, or send nothing. */
function TextField({
  name,
  schema,
  attributes,
  suggestions,
}: InputProps & { readonly schema: JsonSchema; readonly suggestions: readonly string[] | null }) {
  const listId = useId();
  return (
    <>
      <input
        class="input"
        type="text"
        name={name}
        autocomplete="off"
        placeholder={schema.default === undefined ? '' : String(schema.default)}
        {...(schema.type === 'integer' ? { inputMode: 'numeric' } : {})}
        {...(schema.type === 'number' ? { inputMode: 'decimal' } : {})}
        {...(suggestions === null ? {} : { list: listId })}
        {...attributes}
      />
      {suggestions !== null && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** The item of one file in a list. */
function PerFileField({
  name,
  fileName,
  problem,
}: {
  readonly name: string;
  readonly fileName: string;
  readonly problem: string | null;
}) {
  const id = useId();
  return (
    <>
      <input
        class="input"
        type="text"
        name={name}
        autocomplete="off"
        aria-label={`${words(name)} of ${fileName}`}
        placeholder={fileName}
        aria-describedby={id}
        aria-invalid={problem !== null}
      />
      <span class="problem break" id={id} role="alert">
        {problem}
      </span>
    </>
  );
}
