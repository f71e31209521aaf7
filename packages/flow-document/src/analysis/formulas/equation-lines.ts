import { textOf } from '@platen/pdf-kit/page-model';
import type { Fragment } from '../types.ts';
import { countPlainWords, isMathGlyph, relationPattern } from './math-glyphs.ts';

/** Signs of mathematics take this share of an equation at least, and no more words of text name its sides. */
const signShare = 0.18;
const maxWords = 3;

/**
 * Whether two lines are equations set apart, one below the other: each is a paragraph, however wide it is. Lines of
 * prose that are full of mathematics fill their column but for `roomPt`.
 */
export function areEquations(first: Fragment, second: Fragment, roomPt: number): boolean {
  return roomPt > 1.5 * first.style.sizePt && isEquation(first) && isEquation(second);
}

function isEquation({ words }: Fragment): boolean {
  const glyphs = words.flatMap((word) => word.glyphs);
  const signs = glyphs.filter(isMathGlyph).length;
  return (
    signs >= signShare * glyphs.length && countPlainWords(words) <= maxWords && relationPattern.test(textOf(words))
  );
}
