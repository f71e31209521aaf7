import { monthNamed } from './month-names.ts';

/** The form of the dates of a column. */
export type DateForm =
  | 'iso'
  | 'year-first'
  | 'han'
  | 'hangul'
  | 'dotted'
  | 'day-month'
  | 'month-day'
  | 'day-month-short'
  | 'month-day-short'
  | 'words';

/** Which part comes first in numeric dates, if the document shows it. */
export type DateOrder = 'day-month' | 'month-day';

const forms = ['iso', 'year-first', 'han', 'hangul', 'dotted', 'words', 'day-month', 'month-day'] as const;

/** Figures of a year with two digits up to this are of this century. */
const lastShortYear = 69;
/** A column is one of dates when this share of its texts are: totals and names of sections may stand among them. */
const dateShare = 0.5;
/** Days that show which figure of a date is the day. */
const minDays = 3;

/**
 * The form of the dates of a column. Null if there are no dates, or if they can be read in two ways and neither the `order`
 * of the document, nor their sequence, nor the part that changes from one to the next decides.
 */
export function dateFormOf(texts: readonly string[], order: DateOrder | null = null): DateForm | null {
  const dated = texts.filter((text) => forms.some((form) => parseDate(text, form) !== null));
  if (dated.length === 0) return shortFormOf(texts, order);
  if (dated.length < dateShare * texts.length) return null;
  const possible = forms.filter((form) => dated.every((text) => parseDate(text, form) !== null));
  if (possible.length < 2) return possible[0] ?? null;
  if (order !== null && possible.includes(order)) return order;
  return orderBySequence(dated, ['day-month', 'month-day']) ?? orderByChange(dated);
}

/** The form of days, months and years of two figures each, with dashes: only in sequence are they no sort codes. */
function shortFormOf(texts: readonly string[], order: DateOrder | null): DateForm | null {
  const dashed = texts.filter((text) => /^\d\d-\d\d-\d\d$/.test(text.trim()));
  if (new Set(dashed).size < minDays || dashed.length < dateShare * texts.length) return null;
  const forms = (['day-month-short', 'month-day-short'] as const).filter(
    (form) => (order === null || form.startsWith(order)) && dashed.every((text) => parseDate(text, form) !== null),
  );
  return orderBySequence(dashed, forms);
}

/** Whether day or month comes first in the dates of a document: a number above 12 is a day. */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const text of texts) {
    const isDayFirst = parseDate(text, 'day-month') !== null;
    const isMonthFirst = parseDate(text, 'month-day') !== null;
    if (isDayFirst && !isMonthFirst) dayFirst += 1;
    if (isMonthFirst && !isDayFirst) monthFirst += 1;
  }
  if (dayFirst > 0 === monthFirst > 0) return null;
  return dayFirst > 0 ? 'day-month' : 'month-day';
}

/** Bookings are listed by date: the one form in which the dates never go back, or never forward. */
function orderBySequence<Form extends DateForm>(texts: readonly string[], forms: readonly Form[]): Form | null {
  const inOrder = forms.filter((form) => {
    const days = texts.map((text) => parseDate(text, form)?.getTime() ?? 0);
    const steps = days.slice(1).map((day, index) => day - (days[index] ?? 0));
    return steps.some((step) => step !== 0) && (steps.every((step) => step >= 0) || steps.every((step) => step <= 0));
  });
  return texts.length >= 3 && inOrder.length === 1 ? (inOrder[0] ?? null) : null;
}

/**
 * Where one figure is the same in all dates and the other is not, the other is the day: bookings of one month. Not where
 * it goes up by one, as often for each: those may be the months of a plan.
 */
function orderByChange(texts: readonly string[]): DateOrder | null {
  const pairs = texts.map((text) => text.split(/[^\d]+/).map(Number));
  const counts = [0, 1].map((place) => Map.groupBy(pairs, (pair) => pair[place]));
  const [firsts, seconds] = counts.map((own) => own.size);
  const changing = firsts === 1 ? counts[1] : seconds === 1 ? counts[0] : undefined;
  if (changing === undefined || changing.size < minDays) return null;
  const days = [...changing.keys()].map((day) => day ?? 0).sort((a, b) => a - b);
  const isPlan =
    days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1) &&
    new Set([...changing.values()].map((own) => own.length)).size === 1;
  if (isPlan) return null;
  return changing === counts[0] ? 'day-month' : 'month-day';
}

/** The day in UTC; null if the text is not a date of that form. */
export function parseDate(text: string, form: DateForm): Date | null {
  const trimmed = text.trim().replace(/[\u2010-\u2013]/gu, '-');
  if (form === 'iso') return fromParts(/^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed), 1, 2, 3);
  if (form === 'year-first') return fromParts(/^(\d{4})([/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?$/.exec(trimmed), 1, 3, 4);
  if (form === 'han') return fromParts(/^(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日$/.exec(trimmed), 1, 2, 3);
  if (form === 'hangul') return fromParts(/^(\d{4}) ?년 ?(\d{1,2}) ?월 ?(\d{1,2}) ?일$/.exec(trimmed), 1, 2, 3);
  // Nobody who writes points between the parts begins with the month.
  if (form === 'dotted') return fromParts(/^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}\.?|\d{2})$/.exec(trimmed), 3, 2, 1);
  if (form === 'words') return fromWords(trimmed);
  if (form === 'day-month-short' || form === 'month-day-short') {
    const short = /^(\d\d)-(\d\d)-(\d\d)$/.exec(trimmed);
    return form === 'day-month-short' ? fromParts(short, 3, 2, 1) : fromParts(short, 3, 1, 2);
  }
  // Two figures three times with dashes between are a sort code as well.
  const parts = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|(?<=\/)\d{2})$/.exec(trimmed);
  return form === 'day-month' ? fromParts(parts, 4, 3, 1) : fromParts(parts, 4, 1, 3);
}

function fromWords(text: string): Date | null {
  const dayFirst = /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[ -](?:de )?(\p{L}+)\.?,?[ -](?:de )?(\d{4}|\d{2})$/iu.exec(text);
  const monthFirst = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)? ?,? (\d{4})$/iu.exec(text);
  const [day, name, year] =
    dayFirst !== null ? [dayFirst[1], dayFirst[2], dayFirst[3]] : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = monthNamed(name ?? '');
  return month === 0 ? null : toDate(year, month, Number(day));
}

function fromParts(parts: RegExpExecArray | null, year: number, month: number, day: number): Date | null {
  return parts === null ? null : toDate(parts[year], Number(parts[month]), Number(parts[day]));
}

function toDate(printedYear: string | undefined, month: number, day: number): Date | null {
  const figures = Number(printedYear);
  const year = printedYear?.length === 2 ? figures + (figures <= lastShortYear ? 2000 : 1900) : figures;
  const date = new Date(Date.UTC(year, month - 1, day));
  const exact = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exact && year >= 1900 && year < 2200 ? date : null;
}
