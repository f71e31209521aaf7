interface FilterSelectProps {
  /** What it filters by, for screen readers. */
  readonly label: string;
  /** Empty for all. */
  readonly value: string;
  /** The choice of no filter. */
  readonly all: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** A list to filter by one of a few values. */
export function FilterSelect({ label, value, all, choices, onChange }: FilterSelectProps) {
  return (
    <select class="input" aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{all}</option>
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
