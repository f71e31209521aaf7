import { boxWidth, sharedWidth } from '@platen/pdf-kit/geometry';
import type { Word } from '@platen/pdf-kit/page-model';
import type { FormulaPiece } from './formula-pieces.ts';
import type { FormulaRegion } from './formula-regions.ts';

/** Baselines of one formula that differ by less, in em, are of one row. */
const sameRowEm = 0.2;
/** Rows of text are further apart than this, in em. */
const closestRowsEm = 1.02;
/** Limits above and below a sign are smaller, and no further away, in em of the sign. */
const limitShare = 0.86;
const limitReachEm = 1.8;
/** They share this much of the narrower one's width. */
const coverShare = 0.5;

/**
 * Whether a formula is laid out in two dimensions, so that it cannot be set as lines of text: fractions, roots, limits
 * above and below signs, brackets around several rows. Sub- and superscripts are of their piece and do not count.
 */
export function isStacked({ pieces, bars }: FormulaRegion): boolean {
  if (bars.length > 0) return true;
  return pieces.some((piece, index) => pieces.slice(index + 1).some((other) => standTooClose(piece, other)));
}

function standTooClose(first: FormulaPiece, second: FormulaPiece): boolean {
  const distance = Math.abs(first.baseline - second.baseline);
  const larger = Math.max(first.sizePt, second.sizePt);
  if (distance < sameRowEm * larger) return false;
  const [small, large] = first.sizePt < second.sizePt ? [first, second] : [second, first];
  if (small.sizePt >= limitShare * larger) return distance < closestRowsEm * larger;
  return distance < limitReachEm * larger && small.words.some((word) => coversSign(word, large));
}

/** Whether a word is over or under signs of full size: scripts are behind theirs. */
function coversSign({ box }: Word, { words, sizePt }: FormulaPiece): boolean {
  const signs = words.flatMap(({ glyphs }) => glyphs).filter(({ style }) => style.sizePt > limitShare * sizePt);
  return signs.some((sign) => sharedWidth(sign.box, box) > coverShare * Math.min(boxWidth(sign.box), boxWidth(box)));
}
