import { monthPattern } from './month-names.ts';

const day = '\\d{1,2}(?:\\.|st|nd|rd|th|er|º)?';
const year = '(?:[12]\\d)?\\d\\d';
const inFigures = '(?:\\. ?\\d{1,2}\\.|/ ?\\d{1,2}/|- ?\\d{1,2}-) ?';

/** The source of a pattern for a year, or a business year of two: `2024`, `2023/24`, `2023 – 2024`. */
export const yearPattern = '(?:19|20)\\d\\d(?: ?[-–/] ?(?:19|20)?\\d\\d)?';

/** The source of a pattern for a date in figures: `12.03.2025`, `12/3/25`, `2025-03-12`. A narrow column wraps it after a separator. */
export const numericDatePattern = `(?:\\d{1,2}${inFigures}${year}|\\d{4}${inFigures}\\d{1,2}\\.?)`;

/** The source of a pattern for a day and its month in words: `12 March`, `5. Mai`, `5 de mayo`, `March 12`. */
export const writtenDayPattern = `(?:${day}[ -](?:de )?${monthPattern}|${monthPattern} ${day})`;

/** The same with the year: `12-Mar-25`, `5 de mayo de 2025`, `March 12, 2025`. */
export const writtenDatePattern = `(?:${day}[ -](?:de )?${monthPattern},?[ -](?:de )?${year}|${monthPattern} ${day}(?:, ?| )${year})`;

/** The source of a pattern for a month in words with its year: `Mar 25`, `marzo de 2025`. */
export const writtenMonthPattern = `${monthPattern},?[ -](?:de )?'?${year}`;

/** The source of a pattern for a date in Chinese, Japanese or Korean: `2025年4月30日`, `2025년 4월 30일`. Text may be right beside it. */
export const eastAsianDatePattern = '(?<!\\d)\\d{4} ?[年년] ?\\d{1,2} ?[月월] ?\\d{1,2} ?[日일]';
