import { isRightToLeft } from '../page-model/text/normalize-text.ts';
import type { Word } from '../page-model/types.ts';

/**
 * The reading order of words given from left to right: right-to-left text is reversed, except for runs in the other
 * direction.
 */
export function logicalOrder(words: readonly Word[]): readonly number[] {
  const places = words.map((_, index) => index);
  const fromRight = words.map(({ text }) => isRightToLeft(text));
  if (!fromRight.includes(true) || !isInPageOrder(words)) return places;
  const latin = words.filter(({ text }, index) => fromRight[index] === false && /\p{L}/u.test(text)).length;
  const isMostlyFromRight = fromRight.filter(Boolean).length > latin;
  const runs: number[][] = [];
  for (const index of places) {
    const run = runs.at(-1);
    if (run !== undefined && fromRight[run[0] ?? 0] === fromRight[index]) run.push(index);
    else runs.push([index]);
  }
  const inRuns = runs.map((run) => (fromRight[run[0] ?? 0] === true ? run.toReversed() : run));
  const read = (isMostlyFromRight ? inRuns.toReversed() : inRuns).flat();
  const order = [...places];
  for (const [place, index] of read.entries()) order[index] = place;
  return order;
}

function isInPageOrder(words: readonly Word[]): boolean {
  return words.every(({ box }, index) => index === 0 || box.x0 >= (words[index - 1]?.box.x0 ?? box.x0));
}
