import { readCounter } from '../lists/list-labels.ts';
import { gapBetween } from '../text/fragments.ts';
import type { Fragment, LabelReading } from '../types.ts';

/** The number before a heading: `2.1.`, `A.3`, `IV.` */
export interface HeadingLabel {
  readonly text: string;
  /** What each part may count, outermost first. At least one. */
  readonly counters: readonly (readonly LabelReading[])[];
  /** What is around the parts: `(`, and `.`, `)` or the `.0` of `1.0`. */
  readonly prefix: string;
  readonly suffix: string;
}

const labelPattern =
  /^(\(?)((?:\d{1,3}|[A-Z]|[IVXLC]{1,7}|[a-z]|[ivxlc]{1,7})(?:\.\d{1,3}){0,5}?)((?:\.0)?(?:[.):]|\.\)|))$/;

/** The number a heading begins with, if its first word may be one. Whether it counts shows among other headings. */
export function readHeadingLabel({ words }: Fragment): HeadingLabel | null {
  const [first, second] = words;
  if (first === undefined || second === undefined || first.script !== 'normal') return null;
  // A number typed by hand has a word space after it, and stays text.
  const gapEm = gapBetween(first, second) / first.style.sizePt;
  if (gapEm > 0.15 && gapEm < 0.5) return null;
  const match = labelPattern.exec(first.text);
  if (match === null) return null;
  const [text, prefix = '', numbers = '', suffix = ''] = match;
  // A bare small letter is a word.
  if (/^[a-z]+$/.test(numbers) && suffix === '') return null;
  const counters = numbers.split('.').map(readCounter);
  return counters.every((readings) => readings.length > 0) ? { text, counters, prefix, suffix } : null;
}
