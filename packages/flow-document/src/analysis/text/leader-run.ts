import type { Word } from '@platen/pdf-kit/page-model';
import type { Fragment } from '../types.ts';
import { cutWord } from './cut-word.ts';

/** Words of a line that lead the eye to what is at its end: `from` is the first of them, `to` the word after. */
export interface LeaderRun {
  readonly from: number;
  readonly to: number;
}

/** Underscores are none: they are blanks to fill in. */
const leaderPattern = /^[.…⋯‥·]+$/;
/** What a leader leads to: a number of a page, an amount, a word or two at the edge. In prose, dots are a blank. */
const targetPattern = /^[\p{Sc}(–-]?[\divxlc]/iu;
/** The number of a page as its foot has it: `- 13 -`. */
const dashedPattern = /^[–—-] ?[\divxlc]+ ?[–—-]$/iu;
/** And any number of pages. */
const pagesPattern = /^[\d,–-]+$/u;
/** Fewer dots end a sentence. */
const leastDots = 4;

/** The leader of a line of a table of contents, which an author sets with a tab; null where there is none. */
export function leaderRun({ words, direction }: Fragment): LeaderRun | null {
  if (direction === 'rtl') return null;
  const to = words.findLastIndex(({ text }) => leaderPattern.test(text)) + 1;
  let from = to;
  while (from > 0 && leaderPattern.test(words[from - 1]?.text ?? '')) from--;
  const dots = words.slice(from, to).reduce((count, { text }) => count + text.length * (text.includes('…') ? 3 : 1), 0);
  return from > 0 && isTarget(words.slice(to)) && dots >= leastDots ? { from, to } : null;
}

function isTarget(words: readonly Word[]): boolean {
  if (dashedPattern.test(words.map(({ text }) => text).join(' '))) return true;
  const isShort = words.length <= 2 || words.every(({ text }) => pagesPattern.test(text));
  return isShort && targetPattern.test(words[0]?.text ?? '');
}

const leaderInside = /[.…⋯‥·]{4,}/;

/** The word cut where a leader begins and ends in it: the dots touch the text before them, and the number after. */
export function cutAtLeader(word: Word): readonly Word[] {
  const match = leaderInside.exec(word.text);
  if (match === null || match[0] === word.text) return [word];
  return cutWord(word, [match.index, match.index + match[0].length]);
}
