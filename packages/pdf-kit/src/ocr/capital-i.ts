import { boxHeight } from '../page-model/box.ts';
import type { RecognizedLine } from '../page-model/text/recognized-line.ts';
import { median } from '../statistics.ts';
import { capitalI as thresholds } from './thresholds.ts';

const latinWord = /^\p{Script=Latin}+\P{L}?$/u;
const tallLetters = /[\p{Lu}\p{Nd}bdfhklt]/u;
const descenders = /[gjpqyQ,;()]/u;

/**
 * Whether the bar at `at` of a line of Latin letters is a capital I, which the recognizer takes for one in sans-serif faces: it stands
 * on the baseline and is as high as the other tall letters, where bars and rules go below, and a word follows.
 */
export function isCapitalI({ words, baseline }: RecognizedLine, at: number): boolean {
  const [bar, next] = [words[at], words[at + 1]];
  if (bar === undefined || next === undefined || baseline === undefined || !latinWord.test(next.text)) return false;
  const heightPt = boxHeight(bar.box);
  const tall = words.filter(({ text }) => tallLetters.test(text) && !descenders.test(text));
  if (tall.length === 0 || next.box.x0 - bar.box.x1 > thresholds.maxGap * heightPt) return false;
  const usualPt = median(tall.map(({ box }) => boxHeight(box)));
  return (
    Math.abs(heightPt - usualPt) <= thresholds.tolerance * usualPt &&
    Math.abs(bar.box.y1 - baseline) <= thresholds.tolerance * usualPt
  );
}
