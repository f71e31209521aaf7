import { maximum, minimum } from '../statistics.ts';
import { eastAsianDatePattern, numericDatePattern, writtenDatePattern } from './date-patterns.ts';
import { monthNamed } from './month-names.ts';
import { type DateOrder, parseDate } from './parse-date.ts';

/** The days of a column that are printed without a year. */
export interface ShortDates {
  /** The Excel format that shows them as they are printed. */
  readonly format: string;
  /** The day in UTC; null if the text is not such a day. */
  readonly dayOf: (text: string) => Date | null;
}

/** What is known of a column from its document. */
export interface ShortDateContext {
  readonly decimal: '.' | ',';
  readonly dateOrder: DateOrder | null;
  readonly lastDays: LastDays;
  /** Whether the heading of the column says that it holds dates. */
  readonly isHeaded: boolean;
}

/**
 * The last day that a document names with its year, for each order of numeric dates. Null if it names none, or days of
 * several years.
 */
export type LastDays = Readonly<Record<DateOrder, Date | null>>;

interface MonthDay {
  readonly month: number;
  readonly day: number;
}

interface ShortForm {
  readonly format: string;
  readonly parse: (text: string) => MonthDay | null;
  /** Whether fractions and numbers are written so as well. */
  readonly isUnsure: boolean;
  readonly order?: DateOrder;
}

const figures = (pattern: RegExp, dayFirst: boolean) => (text: string) => {
  const [, first, second] = pattern.exec(text) ?? [];
  return monthDay(Number(dayFirst ? second : first), Number(dayFirst ? first : second));
};
const words = (pattern: RegExp, dayFirst: boolean) => (text: string) => {
  const [, first = '', second = ''] = pattern.exec(text) ?? [];
  return monthDay(monthNamed(dayFirst ? second : first), Number(dayFirst ? first : second));
};

const forms: readonly ShortForm[] = [
  { format: 'd mmm', parse: words(/^(\d{1,2})(?:\.|st|nd|rd|th)?[ -](\p{L}+)\.?$/u, true), isUnsure: false },
  { format: 'mmm d', parse: words(/^(\p{L}+)\.?[ -](\d{1,2})(?:st|nd|rd|th)?$/u, false), isUnsure: false },
  { format: 'dd.mm.', parse: figures(/^(\d{1,2})\. ?(\d{1,2})\.$/, true), isUnsure: false },
  { format: 'dd.mm', parse: figures(/^(\d\d)\.(\d\d)$/, true), isUnsure: true },
  { format: 'dd/mm', parse: figures(/^(\d{1,2})\/(\d{1,2})$/, true), isUnsure: true, order: 'day-month' },
  { format: 'mm/dd', parse: figures(/^(\d{1,2})\/(\d{1,2})$/, false), isUnsure: true, order: 'month-day' },
];

const dayMs = 86_400_000;
/** Bookings may be dated behind the day of their statement by this. */
const maxDaysBehind = 31;
/** A statement is dated no more than this behind the last of its bookings. */
const maxDaysLate = 45;
/** A column that ends earlier than a quarter and that before its document's last day may be of any year. */
const maxDaysEarly = 92 + maxDaysLate;
/** Days of one column follow each other more closely than this: further apart, one of them is of another year. */
const maxDaysApart = 182;
/** The full dates of a document tell its year when all are within this. */
const widestSpanDays = 366;
/** A column is one of dates when this share of its texts are: totals and names of sections may stand among them. */
const dateShare = 0.5;
const minDates = 2;

const fullDate = new RegExp(
  `${eastAsianDatePattern}|(?<![\\d\\p{L}.,:/-])(?:${numericDatePattern}|${writtenDatePattern})(?![\\d\\p{L}/-])`,
  'giu',
);

/** The dates with a year in a text, as printed. */
export function fullDatesIn(text: string): readonly string[] {
  return text.match(fullDate) ?? [];
}

/** The last day that a document names with its year. */
export function lastDaysOf(texts: readonly string[]): LastDays {
  return { 'day-month': lastDayOf(texts, 'day-month'), 'month-day': lastDayOf(texts, 'month-day') };
}

function lastDayOf(texts: readonly string[], order: DateOrder): Date | null {
  const days = texts.flatMap((text) =>
    ([order, 'iso', 'year-first', 'han', 'hangul', 'dotted', 'words'] as const).flatMap(
      (form) => parseDate(text, form)?.getTime() ?? [],
    ),
  );
  if (days.length === 0) return null;
  const last = maximum(days);
  return last - minimum(days) > widestSpanDays * dayMs ? null : new Date(last);
}

/**
 * Reads a column of days without a year: each is the last such day before the date of the document. Null if the column has
 * no certain days.
 */
export function readShortDates(texts: readonly string[], context: ShortDateContext): ShortDates | null {
  const { lastDays, dateOrder, decimal, isHeaded } = context;
  // Where the order is open, both must tell the same day.
  const sure = lastDays['day-month']?.getTime() === lastDays['month-day']?.getTime() ? lastDays['day-month'] : null;
  const candidates = forms.flatMap((form): ShortDates[] => {
    // A point before two figures is that of decimals where the document has it there.
    if (form.format === 'dd.mm' && decimal === '.') return [];
    if (form.order !== undefined && dateOrder !== null && form.order !== dateOrder) return [];
    const order = form.order ?? dateOrder;
    const found = texts.flatMap((text) => form.parse(text) ?? []);
    const lastDay = order === null ? (sure ?? lastDayBehind(found, lastDays)) : lastDays[order];
    if (lastDay === null) return [];
    if (found.length < minDates || found.length < dateShare * texts.length || areYears(found)) return [];
    const dayOf = (text: string) => {
      const read = form.parse(text);
      return read === null ? null : withYear(read, lastDay);
    };
    const days = texts.flatMap((text) => dayOf(text)?.getTime() ?? []);
    if (days.length < found.length || !areNear(days)) return [];
    if (lastDay.getTime() - maximum(days) > maxDaysEarly * dayMs) return [];
    return form.isUnsure && !isHeaded && !areInOrder(days) ? [] : [{ format: form.format, dayOf }];
  });
  if (candidates.length === 1) return candidates[0] ?? null;
  // Figures that can be read both ways are bookings in the order of their days.
  const inOrder = candidates.filter(({ dayOf }) => areInOrder(texts.flatMap((text) => dayOf(text)?.getTime() ?? [])));
  return inOrder.length === 1 ? (inOrder[0] ?? null) : null;
}

/** Of the two ways to read the last day of a document, the one that is soon behind the last booking, if the other is not. */
function lastDayBehind(found: readonly MonthDay[], lastDays: LastDays): Date | null {
  const soon = Object.values(lastDays).filter((lastDay) => {
    const days = found.flatMap((read) => (lastDay === null ? [] : (withYear(read, lastDay)?.getTime() ?? [])));
    return lastDay !== null && lastDay.getTime() - maximum(days) <= maxDaysLate * dayMs;
  });
  return soon.length === 1 ? (soon[0] ?? null) : null;
}

function monthDay(month: number, day: number): MonthDay | null {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { month, day } : null;
}

function withYear({ month, day }: MonthDay, lastDay: Date): Date | null {
  const own = Date.UTC(lastDay.getUTCFullYear(), month - 1, day);
  const isPast = own <= lastDay.getTime() + maxDaysBehind * dayMs;
  const date = new Date(isPast ? own : Date.UTC(lastDay.getUTCFullYear() - 1, month - 1, day));
  return date.getUTCDate() === day ? date : null;
}

/** `Jan 24`, `Feb 24`, `Mar 24` are months of one year. */
function areYears(found: readonly MonthDay[]): boolean {
  return new Set(found.map(({ day }) => day)).size === 1 && new Set(found.map(({ month }) => month)).size > 1;
}

function areNear(days: readonly number[]): boolean {
  return days.every((day, index) => Math.abs(day - (days[index - 1] ?? day)) <= maxDaysApart * dayMs);
}

function areInOrder(days: readonly number[]): boolean {
  const steps = days.slice(1).map((day, index) => day - (days[index] ?? 0));
  return steps.some((step) => step !== 0) && (steps.every((step) => step >= 0) || steps.every((step) => step <= 0));
}
