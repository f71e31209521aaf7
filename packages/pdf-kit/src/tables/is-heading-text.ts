import { isAmountText } from './headers/header-band.ts';
import { isYearText } from './value-text.ts';

/** Whether a text may head a column: words, a year, or a range such as `31-60` days, but no other number. */
export function isHeadingText(text: string): boolean {
  return !isAmountText(text) || isYearText(text) || /^\d+\s*[-–]\s*\d+$/u.test(text.trim());
}
