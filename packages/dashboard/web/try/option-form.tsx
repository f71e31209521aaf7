import { useId, useState } from 'preact/hooks';
import type { JsonSchema, OperationInfo } from '../data.ts';
import { secretFieldsOf, severalOf } from '../fields-of.ts';
import { words } from '../format.ts';
import { SecretFields } from '../parts/secret-fields.tsx';

/** Fields for the options of an operation, made from the JSON Schema it describes them by. */
export function OptionForm({
  operation,
  fileNames,
}: {
  readonly operation: OperationInfo;
  readonly fileNames: readonly string[];
}) {
  const options = Object.entries(operation.options).filter(([, { writeOnly }]) => writeOnly !== true);
  const hasSecrets = secretFieldsOf(operation).length > 0;
  const [isOpen, setOpen] = useState(false);
  const [shown, further] = [options.slice(0, 4), options.slice(4)];
  return (
    <>
      <div class="option-fields">
        {shown.map(([name, schema]) => (
          <OptionField key={name} name={name} schema={schema} languages={operation.languages} />
        ))}
      </div>
      {(further.length > 0 || hasSecrets) && (
        <details class="further" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>More options</summary>
          <div class="option-fields">
            {further.map(([name, schema]) => (
              <OptionField key={name} name={name} schema={schema} languages={operation.languages} />
            ))}
            <SecretFields operation={operation} fileNames={fileNames} />
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
}

function OptionField({ name, schema, languages }: FieldProps) {
  const hintId = useId();
  const listId = useId();
  const hint = schema.description ?? '';
  if (schema.type === 'boolean') {
    const isOn = schema.default === true;
    return (
      <label class="field">
        <span>{words(name)}</span>
        <select class="input" name={name} aria-describedby={hintId}>
          <option value="">{isOn ? 'yes' : 'no'}</option>
          <option value={String(!isOn)}>{isOn ? 'no' : 'yes'}</option>
        </select>
        <small id={hintId}>{hint}</small>
      </label>
    );
  }
  const several = severalOf(schema);
  if (several !== undefined) {
    const chosen: readonly unknown[] = Array.isArray(schema.default) ? schema.default : [schema.default];
    return (
      <fieldset class="field" aria-describedby={hintId}>
        <legend>{words(name)}</legend>
        <span class="choices">
          {several.map((value) => (
            <label key={String(value)}>
              <input type="checkbox" name={name} value={String(value)} defaultChecked={chosen.includes(value)} />
              {String(value)}
            </label>
          ))}
        </span>
        <small id={hintId}>{hint}</small>
      </fieldset>
    );
  }
  const isLanguage = name === 'language' && languages !== null;
  return (
    <label class="field">
      <span>{words(name)}</span>
      {schema.enum === undefined ? (
        <input
          class="input"
          name={name}
          aria-describedby={hintId}
          autocomplete="off"
          placeholder={schema.default === undefined ? '' : String(schema.default)}
          {...(isLanguage ? { list: listId } : {})}
          {...inputType(schema)}
        />
      ) : (
        <select class="input" name={name} aria-describedby={hintId}>
          {schema.default === undefined && <option value="">none</option>}
          {schema.enum.map((value) => (
            <option
              key={String(value)}
              value={value === schema.default ? '' : String(value)}
              selected={value === schema.default}
            >
              {String(value)}
            </option>
          ))}
        </select>
      )}
      {isLanguage && (
        <datalist id={listId}>
          {languages.map((language) => (
            <option key={language} value={language} />
          ))}
        </datalist>
      )}
      <small id={hintId}>{hint}</small>
    </label>
  );
}

/** What kind of input takes the value. */
function inputType({ type, minimum, maximum }: JsonSchema) {
  if (type !== 'number' && type !== 'integer') return { type: 'text' } as const;
  return {
    type: 'number' as const,
    step: type === 'integer' ? 1 : 'any',
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' && maximum < 1e9 ? { max: maximum } : {}),
  };
}
