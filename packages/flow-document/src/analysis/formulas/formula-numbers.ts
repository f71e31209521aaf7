import { fragmentOf, gapBetween } from '../text/fragments.ts';
import { type FormulaPiece, type FormulaPieces, formulaPiece } from './formula-pieces.ts';

/** `(4)`, `[12]`, `(3.1a)`, `(A.2)` */
const numberPattern = /^[([](?:[A-Z]{1,2}[.-]?)?\d{1,3}(?:[.-]\d{1,3})*[a-z]?['′]*[)\]]$/u;
/** The number is at an edge of its column, this close, in em. */
const edgeEm = 0.6;
/** Whitespace that separates it from the formula, in em. */
const apartEm = 0.3;

/** Takes the numbers of equations off the pieces that they end or begin. */
export function splitNumbers(
  pieces: readonly FormulaPiece[],
  columnOf: FormulaPieces['columnOf'],
): { readonly pieces: readonly FormulaPiece[]; readonly numbers: readonly FormulaPiece[] } {
  const rest: FormulaPiece[] = [];
  const numbers: FormulaPiece[] = [];
  for (const piece of pieces) {
    const at = numberIndex(piece, columnOf);
    const word = piece.words[at ?? -1];
    if (at === null || word === undefined) {
      rest.push(piece);
      continue;
    }
    const { line } = piece.fragment;
    numbers.push(formulaPiece(fragmentOf(line, [word])));
    const others = piece.words.filter((_, index) => index !== at);
    if (others.length > 0) rest.push(formulaPiece(fragmentOf(line, others)));
  }
  return { pieces: rest, numbers };
}

function numberIndex({ words, ink, sizePt }: FormulaPiece, columnOf: FormulaPieces['columnOf']): number | null {
  const column = columnOf(ink);
  const [first, second, beforeLast, last] = [words[0], words[1], words.at(-2), words.at(-1)];
  if (last === undefined || first === undefined) return null;
  const isAlone = words.length === 1 && column !== null && last.box.x0 > (column.x0 + column.x1) / 2;
  const atEnd = column === null || isAlone || last.box.x1 > column.x1 - edgeEm * sizePt;
  const apart = beforeLast === undefined || gapBetween(beforeLast, last) > apartEm * sizePt;
  if (numberPattern.test(last.text) && atEnd && apart) return words.length - 1;
  const atStart = column !== null && first.box.x0 < column.x0 + edgeEm * sizePt;
  return numberPattern.test(first.text) && atStart && (second === undefined || gapBetween(first, second) > 0)
    ? 0
    : null;
}
