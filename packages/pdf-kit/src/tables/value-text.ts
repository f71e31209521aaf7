import { isClockText } from '../values/clock-text.ts';
import { numericDatePattern, writtenDatePattern, writtenMonthPattern, yearPattern } from '../values/date-patterns.ts';
import { maxNumberLength, numberSpaces, printedNumberPattern, unitPrice } from '../values/number-patterns.ts';
import { plainDigits } from '../values/plain-digits.ts';

/** Any digits and separators: a gap between numbers may be too small to show that they are several. */
const number = new RegExp(`^${printedNumberPattern(`(?:\\d[\\d.,'’${numberSpaces}]*|[.,]\\d+)`, '[a-z]')}$`, 'u');
const year = new RegExp(`^${yearPattern}[*†‡a-z]?$`, 'u');
const range = /^[([]?\s*[\d.,]+\s*(?:[-–−—/:x×±]|to)\s*[\d.,]+\s*%?[)\]]?$/u;
const marker = /^(?:[-–−—‐‑.…·*†‡xX✓✔✗✘•○●]{1,4}|n\/?a\.?|N\/?A\.?|na|ns|nd|\.\.|:|\(\d+\))$/u;

const date = new RegExp(`^(?:${numericDatePattern}|${writtenDatePattern}|${writtenMonthPattern})$`, 'iu');
/** A number with its unit: at most five letters, optionally with a power or a second unit after `per`. */
const quantity = String.raw`\d[\d.,]*(?:[${numberSpaces}]\d{3})*[${numberSpaces}]?(?:\p{L}{1,5}[²³23]?(?:[/·]\p{L}{1,5}[²³23]?)*|["'′″°])`;
const measure = new RegExp(`^${quantity}(?:[ /x×]+${quantity})*(?: \\(${quantity}(?:/${quantity})*\\))?$`, 'u');
const code = /^(?=\D*\d)(?=[^\p{L}]*\p{L}|\d+[-/.]\d)[\p{Lu}\d]+(?:[-/.][\p{Lu}\d]+)*$/u;

/** A date without its year that cannot be an amount: `12/04`, `12.04.` */
export const shortDay = /^\d\d?(?:\/\d\d?|\.\d\d?\.)$/;

/** Whether a text reads as a number, with its sign, currency, percent sign or footnote mark. */
export function isNumberText(text: string): boolean {
  const trimmed = plainDigits(text).trim();
  return (
    trimmed.length <= maxNumberLength &&
    /\d/.test(trimmed) &&
    (number.test(trimmed) || unitPrice.test(trimmed) || range.test(trimmed))
  );
}

/** Whether a number has two decimals, with whatever sign, side or currency after them. */
export function hasCents(text: string): boolean {
  return /[.,]\d\d\D*$/.test(text);
}

/** Whether a text is an amount of money with its cents. */
export function isMoneyText(text: string): boolean {
  return hasCents(text) && isNumberText(text);
}

/** Whether a text is a value rather than words: a number, a date, a time, or a mark that stands for one. */
export function isValueText(text: string): boolean {
  return isNumberText(text) || isDateText(text) || isClockText(text) || marker.test(text.trim());
}

/** Whether a text is a number with its unit, in one system or two: `12 Volts`, `8 ft 4 in (2 550 mm)`. */
export function isMeasureText(text: string): boolean {
  return text.length <= maxNumberLength && measure.test(text.trim());
}

/** Whether a text is a value, or a code such as `BX-204` that names one thing. */
export function isEntryText(text: string): boolean {
  return isValueText(text) || (text.length <= 16 && code.test(text.trim()));
}

/** Whether a text is only a date with its year, or a month with its year. */
export function isDateText(text: string): boolean {
  return date.test(plainDigits(text).trim());
}

/** Whether a text is only a year or a date, which heads a column as often as it fills one. */
export function isTimeText(text: string): boolean {
  return isYearText(text) || isDateText(text);
}

/** Whether a text is only a year. */
export function isYearText(text: string): boolean {
  return year.test(text.trim());
}

/** Whether a text introduces a list item or a heading: a bullet, `1.`, `(a)`, `3.2.1`. */
export function isLabelText(text: string): boolean {
  if (isDateText(text)) return false;
  return /^(?:[•●○▪■□◦‣⁃∙·–—*\-\uf0b7\uf0a7\uf0d8\u2022]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)]|\d+(?:\.\d+)+\.?|\[\d+\])$/u.test(
    text.trim(),
  );
}
