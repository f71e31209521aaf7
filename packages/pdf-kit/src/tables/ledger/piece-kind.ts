import { isClockText } from '../../values/clock-text.ts';
import {
  numericDatePattern,
  writtenDatePattern,
  writtenDayPattern,
  writtenMonthPattern,
  yearPattern,
} from '../../values/date-patterns.ts';
import { monthPattern } from '../../values/month-names.ts';
import { maxNumberLength, numberSpaces, printedNumberPattern, unitPrice } from '../../values/number-patterns.ts';
import { plainDigits } from '../../values/plain-digits.ts';

/** What a piece of text can be in a table of amounts. */
export type PieceKind = 'number' | 'time' | 'date' | 'year' | 'period' | 'mark' | 'sign' | 'code' | 'text';

const space = `[${numberSpaces}]`;
const digits = `(?:(?:\\d{1,3}(?:[.'’]\\d{3})+|\\d+)[.,][-–—]{1,2}|\\d{1,3}(?:[.,'’]\\d{2,3})+(?:[.,]\\d+)?|\\d{1,3}(?:${space}\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?|[.,]\\d+)`;
const number = new RegExp(`^${printedNumberPattern(digits)}$`, 'u');
/** Days without their year as well, which may end in a separator: `12.03.`, `12/3`, `March 12,`. */
const date = new RegExp(
  `^(?:${numericDatePattern}|\\d{1,2}(?:\\. ?\\d{1,2}\\.?|/ ?\\d{1,2}/?|- ?\\d{1,2}-?)|${writtenDatePattern}|${writtenDayPattern},?)$`,
  'iu',
);
const year = new RegExp(`^(?:FY ?)?${yearPattern}[*†‡]?$`, 'iu');
const period = new RegExp(`^(?:${writtenMonthPattern}|${monthPattern}|Q[1-4](?:[ -/]\\d{2,4})?)$`, 'iu');
const mark = /^(?:[-–—−‐‑.…·*†‡xX✓✔]{1,4}|nil|n\/?a\.?)$/iu;
const sign = /^[$€£¥₹%()+*†‡]+$/u;
/** More digits than an amount has without a separator: an account or invoice number. */
const longNumber = /^\d{11,}$/;
const code = /^(?=.*\d)[\p{L}\d]+(?:[-/.#][\p{L}\d]+)*$/u;

/** Classifies a piece by its text alone; years and dates are distinguished from plain numbers. */
export function pieceKind(text: string): PieceKind {
  const trimmed = plainDigits(text).trim();
  if (trimmed.length > maxNumberLength) return 'text';
  if (sign.test(trimmed)) return 'sign';
  if (mark.test(trimmed)) return 'mark';
  if (!/\d/.test(trimmed)) return period.test(trimmed) ? 'period' : 'text';
  if (year.test(trimmed)) return 'year';
  if (isClockText(trimmed)) return 'time';
  if (isDateText(trimmed)) return 'date';
  if (period.test(trimmed)) return 'period';
  if (longNumber.test(trimmed)) return 'code';
  if (number.test(trimmed) || unitPrice.test(trimmed)) return 'number';
  return trimmed.length <= 24 && code.test(trimmed) ? 'code' : 'text';
}

/** Whether a text is two two-digit figures with a point between: `12.26` may be a date as well as an amount. */
export function isDottedPair(text: string): boolean {
  return /^\d\d\.\d\d$/.test(text.trim());
}

/** A date whose parts are in range; two parts with a point between (`4.50`) are an amount unless both have two digits. */
function isDateText(printed: string): boolean {
  const text = printed.replace(/[\u2010-\u2013]/gu, '-');
  if (!date.test(text)) return false;
  if (/\p{L}/u.test(text)) return true;
  const parts = text.split(/[^\d]+/).filter((part) => part !== '');
  const [first = '', second = ''] = parts;
  if (parts.length === 2 && /^[^/]*$/.test(text) && (first.length < 2 || second.length < 2 || Number(second) === 0))
    return false;
  const small = parts.filter((part) => part.length <= 2).map(Number);
  return small.some((part) => part >= 1 && part <= 12) && small.slice(0, 2).every((part) => part >= 1 && part <= 31);
}
