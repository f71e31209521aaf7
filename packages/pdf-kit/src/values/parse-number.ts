import {
  currencyPattern,
  maxNumberLength,
  numberSpaces,
  perUnitPattern,
  sideLetters,
  sidePattern,
  starPattern,
  thousandths,
} from './number-patterns.ts';
import { plainDigits } from './plain-digits.ts';

/** The decimal sign of a document. */
export type DecimalSign = '.' | ',';

/** A printed number, with its value and form. */
export interface PrintedNumber {
  readonly value: number;
  readonly decimals: number;
  readonly grouped: boolean;
  /** Where the percent sign is; null if there is none. In Turkish, it precedes the number. */
  readonly percent: 'before' | 'after' | null;
  /** The currency sign or code, its place, and the unit of a price (`/kg`); null if there is none. */
  readonly currency: { readonly sign: string; readonly before: boolean; readonly unit: string } | null;
  /** True for a negative number that is printed in parentheses. */
  readonly parentheses: boolean;
  /** True if a sign follows the number. */
  readonly trailing: boolean;
  /**
   * The side of a balance that follows the number (`CR`, `Dr`, `(Cr)`, `S`); null if there is none. It does not change the
   * sign of the value.
   */
  readonly side: BalanceSide | null;
}

/** The side of an account, and how it is printed. */
export interface BalanceSide {
  readonly kind: 'debit' | 'credit';
  readonly mark: string;
}

const space = numberSpaces;
const shape = new RegExp(
  `^(?<open>\\(?)\\s*(?<sign>[+\\-]?)\\s*(?<before>${currencyPattern}|${starPattern})?[${space}]*(?<inner>\\(?)(?<percent0>%?)(?<sign2>[+\\-]?)[${space}]*` +
    `(?<digits>(?:\\d[\\d.,'’${space}]*)?\\d|\\.\\d+|\\d)[${space}]*(?<percent>%?)\\s*(?<close>\\)?)(?<percent2>%?)[${space}]*(?<after>${currencyPattern})?(?<unit>${perUnitPattern})?\\s*(?<trailing>[+\\-]?)(?<close2>\\)?)(?:[${space}]*(?<side>${sidePattern}|\\(${sidePattern}\\))|(?:[${space}]|(?<=[.,]\\d\\d))(?<letter>[${sideLetters}]))?$`,
  'u',
);

/** A dash for the cents of a round sum: `1'250.–`. */
const dashedCents = /(?<=\d)[.,][-\u2013\u2014]{1,2}(?=\D*$)/u;

/** A dash after the cents of an amount is its sign: a range begins with a whole number, such as a year. */
const dashedSign = /(?<=[.,]\d\d\s*)[\u2013\u2014]$/u;

/** Telephone numbers as they are called from abroad: no amount has a plus and so many figures in one, or spaces among them. */
const telephone = /^\+(?:[ \u00a0\u2007\u2009\u202f]?\d){8,}$/u;

/** More digits than a double holds exactly are an identifier. */
const maxDigits = 15;
/** This many digits of a whole number without any separator or currency are one, too: Excel shows them as 1.16E+11. */
const identifierDigits = 12;

/**
 * Reads a printed number. Null for text, which includes numbers with leading zeros, long identifiers, ranges, notes and
 * phone numbers.
 */
export function parseNumber(text: string, decimal: DecimalSign): PrintedNumber | null {
  if (text.length > maxNumberLength || !/\p{Nd}/u.test(text)) return null;
  // A dash before a number is its sign, but one after it is the beginning of a range.
  const plainSigns = plainDigits(text)
    .trim()
    .replace(/[\u2010-\u2012\u2212]/gu, '-')
    .replace(/^(\D*)[\u2013\u2014]/u, '$1-')
    .replace(dashedSign, '-')
    .replace(dashedCents, '');
  if (telephone.test(plainSigns)) return null;
  const groups = shape.exec(plainSigns)?.groups;
  if (groups === undefined) return null;
  const { open, sign, sign2, inner, before, after, digits = '', close, close2, trailing } = groups;
  const mark = groups.side ?? groups.letter;
  const signs = `${sign}${sign2}${trailing}`;
  // A minus before the figures goes with a side behind them: an overdrawn balance (`-14.34 OD`).
  if (signs.length > 1 || (mark !== undefined && (signs === '+' || trailing !== ''))) return null;
  const percent = `${groups.percent0}${groups.percent}${groups.percent2}`;
  if (percent.length > 1) return null;
  const opened = (open === '' ? 0 : 1) + (inner === '' ? 0 : 1);
  const closed = (close === '' ? 0 : 1) + (close2 === '' ? 0 : 1);
  if (opened !== closed || opened > 1) return null;
  const currency = before ?? after;
  const unit = groups.unit ?? '';
  if (unit !== '' && currency === undefined) return null;
  const plain = readDigits(digits, currency !== undefined && thousandths.test(currency) ? '.' : decimal);
  // Signs of accounts are behind cents: a plus behind a whole number stands for all above it, as in `50+`.
  if (plain === null || (trailing === '+' && plain.decimals === 0)) return null;
  if (currency === undefined && /^\d+$/.test(digits) && digits.length >= identifierDigits) return null;
  const parentheses = opened === 1;
  const negative = parentheses || sign === '-' || sign2 === '-' || trailing === '-';
  const magnitude = percent === '%' ? Number((plain.value / 100).toPrecision(15)) : plain.value;
  return {
    value: negative && magnitude !== 0 ? -magnitude : magnitude,
    decimals: plain.decimals,
    grouped: plain.grouped,
    percent: percent === '' ? null : groups.percent0 === '%' ? 'before' : 'after',
    currency: currency === undefined ? null : { sign: currency, before: before !== undefined, unit },
    parentheses,
    trailing: trailing !== '',
    side: mark === undefined ? null : { kind: /^\(?(?:CR?|H)\)?$/i.test(mark) ? 'credit' : 'debit', mark },
  };
}

/** Behind its last figure a number with a side has letters, which may be in brackets. */
const endsInLetter = /\p{Nd}\P{Nd}*\p{L}\s*\)?\s*$/u;

/** The side of a balance of a printed number; null for a number without a side, and for text. */
export function balanceSideOf(text: string, decimal: DecimalSign): BalanceSide | null {
  return endsInLetter.test(text) ? (parseNumber(text, decimal)?.side ?? null) : null;
}

/** The decimal sign that the numbers of a document agree on; a point if they do not decide. */
export function decimalSignOf(texts: Iterable<string>): DecimalSign {
  let point = 0;
  let comma = 0;
  for (const printed of texts) {
    const text = plainDigits(printed);
    const digits = /^[^\d]{0,5}([\d.,'’ \u00a0\u2007\u2009\u202f]*\d)[^\d]{0,5}$/u.exec(text.trim())?.[1];
    if (digits === undefined) continue;
    if (thousandths.test(text) && /^\d+\.\d{3}$/.test(digits)) {
      point += 2;
      continue;
    }
    // `12.05` is a day as well.
    if (isDottedDay(digits)) continue;
    if (/^\d{1,3}(?:['’ \u00a0\u2007\u2009\u202f]\d{3})+[.,]\d{1,2}$/u.test(digits)) {
      if (digits.includes(',')) comma += 3;
      else point += 3;
    } else if (/\d\.\d{3},\d/.test(digits) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) comma += 3;
    else if (/\d,\d{3}\.\d/.test(digits) || /^\d{1,3}(?:,\d{3}){2,}$/.test(digits)) point += 3;
    else if (/^\d+,(?:\d{1,2}|\d{4,})$/.test(digits) || /^0,\d+$/.test(digits)) comma += 2;
    else if (/^\d*\.(?:\d{1,2}|\d{4,})$/.test(digits) || /^0?\.\d+$/.test(digits)) point += 2;
    else if (/^[1-9]\d{0,2},\d{3}$/.test(digits)) point += 1;
    else if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) comma += 1;
  }
  return comma > point ? ',' : '.';
}

function isDottedDay(digits: string): boolean {
  const [, day = '', month = ''] = /^(\d\d)\.(\d\d)$/.exec(digits) ?? [];
  return Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
}

interface PlainNumber {
  readonly value: number;
  readonly decimals: number;
  readonly grouped: boolean;
}

function readDigits(digits: string, decimal: DecimalSign): PlainNumber | null {
  const point = decimalPlace(digits, decimal);
  if (point === null) return null;
  const whole = point < 0 ? digits : digits.slice(0, point);
  const fraction = point < 0 ? '' : digits.slice(point + 1);
  if (!/^\d*$/.test(fraction)) return null;
  const grouped = !/^\d*$/.test(whole);
  if (grouped && !isGrouped(whole)) return null;
  const bare = whole.replace(/\D/g, '');
  if (bare.length > 1 && bare.startsWith('0')) return null;
  if (bare.length + fraction.length > maxDigits) return null;
  return {
    value: Number(`${bare === '' ? '0' : bare}.${fraction === '' ? '0' : fraction}`),
    decimals: fraction.length,
    grouped,
  };
}

/** Groups of three digits parted by one and the same sign, or groups of two and three as in India. */
function isGrouped(whole: string): boolean {
  return (
    /^\d{1,3}(?<sign>[.,'’ \u00a0\u2007\u2009\u202f])\d{3}(?:\k<sign>\d{3})*$/u.test(whole) ||
    /^\d{1,2}(?<sign>[,'’])(?:\d{2}\k<sign>)+\d{3}$/u.test(whole)
  );
}

/** Where the decimals begin; −1 for a whole number, null when the signs make no number. */
function decimalPlace(digits: string, decimal: DecimalSign): number | null {
  const points = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (points > 0 && commas > 0) {
    const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
    return digits.split(digits[last] ?? '').length - 1 === 1 ? last : null;
  }
  if (points + commas === 0) return -1;
  const sign = points > 0 ? '.' : ',';
  if (points + commas > 1) return -1;
  const place = digits.indexOf(sign);
  // A lone sign before three digits is what the document says it is; before any other number it is the decimal sign.
  const groupsThree = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return groupsThree && sign !== decimal ? -1 : place;
}
