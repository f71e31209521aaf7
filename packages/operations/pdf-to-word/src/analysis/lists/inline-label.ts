import type { Word } from '@platen/pdf-kit/page-model';
import { cutWord } from '../text/cut-word.ts';

const inlineLabelPattern = /^((?:\d{1,3}\.)+|\d{1,3}\)|[a-z]\)|\([a-z\d]{1,3}\))\p{L}/u;
/** A smaller gap than this, in em, is kerning. A word space would have made two words. */
const leastGapEm = 0.03;

/** The words of a line with a label that is set close to the first one as a word of its own: `1.Text` of a list. */
export function withLabelApart(words: readonly Word[]): readonly Word[] {
  const [first, ...others] = words;
  const label = first === undefined ? null : inlineLabelPattern.exec(first.text)?.[1];
  if (first === undefined || label === undefined || label === null || first.glyphs.length !== first.text.length) {
    return words;
  }
  const [before, after] = [first.glyphs[label.length - 1], first.glyphs[label.length]];
  if (before === undefined || after === undefined) return words;
  if (after.box.x0 - before.box.x1 < leastGapEm * first.style.sizePt) return words;
  return [...cutWord(first, [label.length]), ...others];
}
