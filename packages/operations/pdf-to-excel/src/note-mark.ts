import type { SheetCell } from './sheet-model.ts';

/** A mark with a sign of its own, such as `1)` or `*`, is none of an exponent or an ordinal; figures and letters may be. */
const clearMark = /^(?:\(?(?:\d{1,2}|\p{Ll})\)|[*†‡§#]{1,3})$/u;
const bareMark = /^(?:\d{1,2}|\p{Ll})$/u;
/** A number with separators is neither the base of an exponent nor an ordinal. */
const separated = /\d[.,'’ \u00a0\u202f]\d/;

/** The raised footnote mark behind a number, and the number before it. Null where the raised text may be part of the value. */
export function noteMarkOf({ runs }: SheetCell): { readonly number: string; readonly mark: string } | null {
  const [figures, raised, ...others] = runs ?? [];
  if (figures?.script !== 'normal' || raised?.script !== 'superscript' || others.length > 0) return null;
  const [number, mark] = [figures.text.trim(), raised.text.trim()];
  return clearMark.test(mark) || (bareMark.test(mark) && separated.test(number)) ? { number, mark } : null;
}
