/** Viewers compute in single precision, which has no more decimals. */
const maxDecimals = 10;

const units = Array.from({ length: maxDecimals + 1 }, (_, decimals) => 10 ** decimals);

/** The shortest form of a number in PDF with at most so many decimals: `-.5`, `12`, `0`. */
export function numberText(value: number, decimals: number): string {
  const unit = units[decimals] ?? 1;
  const scaled = Math.round(Math.abs(value) * unit);
  if (!Number.isSafeInteger(scaled)) return value.toFixed(0);
  if (scaled === 0) return '0';
  const whole = Math.floor(scaled / unit);
  const fraction = scaled - whole * unit;
  const sign = value < 0 ? '-' : '';
  if (fraction === 0) return `${sign}${whole}`;
  let digits = String(fraction).padStart(decimals, '0');
  while (digits.endsWith('0')) digits = digits.slice(0, -1);
  return `${sign}${whole === 0 ? '' : whole}.${digits}`;
}

/** A number with so many significant digits. */
export function significantText(value: number, digits: number): string {
  if (value === 0 || !Number.isFinite(value)) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(value))) + 1;
  return numberText(value, Math.min(Math.max(digits - magnitude, 0), maxDecimals));
}

/** The value that `numberText` writes. */
export function roundTo(value: number, decimals: number): number {
  const unit = units[decimals] ?? 1;
  const rounded = Math.round(Math.abs(value) * unit) / unit;
  return Number.isFinite(rounded) ? Math.sign(value) * rounded : value;
}
