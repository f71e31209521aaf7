import type { Word } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';

/** The gaps of a flush line differ by the rounding of places only: by 2 % where they were measured, in columns of 6 to 17 em. */
const evenWithin = 0.03;
const minGaps = 2;

/**
 * How wide the stretched spaces of a flush line are, in points, whether they are typed or not: the gaps between its words are
 * all alike, and most words begin with a small letter, as what is set in columns does not. Null for other lines.
 */
export function flushSpacePt(words: readonly Word[], gaps: readonly number[]): number | null {
  const usual = median(gaps);
  const areEven = gaps.length >= minGaps && gaps.every((gap) => Math.abs(gap - usual) <= evenWithin * usual);
  const later = words.slice(1);
  const small = later.filter(({ text }) => /^\P{L}?\p{Ll}/u.test(text));
  return areEven && small.length > later.length / 2 ? usual : null;
}
