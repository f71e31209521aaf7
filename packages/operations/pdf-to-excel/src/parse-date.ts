/** How the dates of a column are written. */
export type DateForm = 'iso' | 'year-first' | 'dotted' | 'day-month' | 'month-day' | 'words';

const forms = ['iso', 'year-first', 'dotted', 'words', 'day-month', 'month-day'] as const;

const months = [
  ['jan', 'january', 'januar', 'janvier', 'enero'],
  ['feb', 'february', 'februar', 'février', 'febrero'],
  ['mar', 'march', 'märz', 'mars', 'marzo'],
  ['apr', 'april', 'avril', 'abril'],
  ['may', 'mai', 'mayo'],
  ['jun', 'june', 'juni', 'juin', 'junio'],
  ['jul', 'july', 'juli', 'juillet', 'julio'],
  ['aug', 'august', 'août', 'agosto'],
  ['sep', 'sept', 'september', 'septembre', 'septiembre'],
  ['oct', 'october', 'oktober', 'octobre', 'octubre', 'okt'],
  ['nov', 'november', 'novembre', 'noviembre'],
  ['dec', 'december', 'dezember', 'décembre', 'diciembre', 'dez'],
] as const;

/** The one form in which every text of a column is a date; null when there is none, or two that say different days. */
export function dateFormOf(texts: readonly string[]): DateForm | null {
  if (texts.length < 2) return null;
  const possible = forms.filter((form) => texts.every((text) => parseDate(text, form) !== null));
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

/** A day in UTC, or null when the text is no date of that form. */
export function parseDate(text: string, form: DateForm): Date | null {
  const trimmed = text.trim();
  if (form === 'iso') return fromParts(/^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed), 1, 2, 3);
  if (form === 'year-first') return fromParts(/^(\d{4})([/.])(\d{1,2})\2(\d{1,2})$/.exec(trimmed), 1, 3, 4);
  // Nobody who writes points between the parts begins with the month.
  if (form === 'dotted') return fromParts(/^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(trimmed), 3, 2, 1);
  if (form === 'words') return fromWords(trimmed);
  const parts = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/.exec(trimmed);
  return form === 'day-month' ? fromParts(parts, 4, 3, 1) : fromParts(parts, 4, 1, 3);
}

function fromWords(text: string): Date | null {
  const dayFirst = /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[ -](?:de )?(\p{L}+)\.?,?[ -](?:de )?(\d{4})$/iu.exec(text);
  const monthFirst = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu.exec(text);
  const [day, name, year] =
    dayFirst !== null ? [dayFirst[1], dayFirst[2], dayFirst[3]] : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = months.findIndex((names) => (names as readonly string[]).includes((name ?? '').toLowerCase()));
  return month < 0 ? null : toDate(Number(year), month + 1, Number(day));
}

function fromParts(parts: RegExpExecArray | null, year: number, month: number, day: number): Date | null {
  return parts === null ? null : toDate(Number(parts[year]), Number(parts[month]), Number(parts[day]));
}

function toDate(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exact = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exact && year >= 1900 && year < 2200 ? date : null;
}
