import { boxWidth } from '@platen/pdf-kit/geometry';
import { endsWithCjk, startsWithCjk, textOf } from '@platen/pdf-kit/page-model';
import type { Fragment } from '../types.ts';

/** Headings and labels are narrower, in em: sentences of Japanese are broken where twice as many characters are. */
const narrowestEm = 12;
/** A line that was broken by hand is not much shorter than the one below it. */
const leastOfNext = 0.75;

/**
 * Whether a line stops inside a sentence of Chinese or Japanese, as on slides, where people break lines by hand: it ends
 * without a stop, and one of the lines below it has the stop. No capital begins a sentence, and no space parts words.
 */
export function breaksEastAsianSentence(last: Fragment, [next, ...later]: readonly Fragment[]): boolean {
  if (next === undefined || !isOpen(last) || !startsWithCjk(textOf(next.words))) return false;
  const width = boxWidth(last.box);
  if (width < narrowestEm * last.style.sizePt || width < leastOfNext * boxWidth(next.box)) return false;
  const end = [next, ...later].find((line) => !isOpen(line));
  return end !== undefined && /[。．！？]/u.test(textOf(end.words));
}

/** Whether a line ends with a letter, or with a comma. */
function isOpen({ words }: Fragment): boolean {
  const text = textOf(words);
  return endsWithCjk(text) && /[\p{L}、，]$/u.test(text);
}
