interface AllOrSomeProps {
  readonly legend: string;
  /** The text of the choice of all. */
  readonly all: string;
  /** The name of the checkboxes in the form. */
  readonly name: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly isLimited: boolean;
  readonly onLimit: (isLimited: boolean) => void;
}

/** A field for all of a few things, or for those that are checked. */
export function AllOrSome({ legend, all, name, choices, isLimited, onLimit }: AllOrSomeProps) {
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      <label class="check">
        <input type="checkbox" checked={!isLimited} onChange={(event) => onLimit(!event.currentTarget.checked)} />
        {all}
      </label>
      {isLimited && (
        <div class="columns scopes">
          {choices.map(([value, text]) => (
            <label class="check" key={value}>
              <input type="checkbox" name={name} value={value} />
              {text}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
