import { sharedWidth } from '@platen/pdf-kit/geometry';
import type { Box, Glyph, Page, Word } from '@platen/pdf-kit/page-model';
import { cutLine } from '../text/fragments.ts';
import type { Fragment } from '../types.ts';
import { bigOperatorPattern, countPlainWords, hangsDown, isMathGlyph, isPlainWord } from './math-glyphs.ts';

/** A piece of a line as the search for formulas sees it. */
export interface FormulaPiece {
  readonly fragment: Fragment;
  /** About where its ink is: boxes of glyphs leave room for accents that overlaps other lines. */
  readonly ink: Box;
  readonly baseline: number;
  readonly sizePt: number;
  readonly words: readonly Word[];
  readonly mathGlyphs: number;
  readonly glyphs: number;
  readonly plainWords: number;
}

/** The edges of the running text around a piece. */
export type TextColumn = Pick<Box, 'x0' | 'x1'>;

export interface FormulaPieces {
  /** Pieces that may be of a formula. */
  readonly candidates: readonly FormulaPiece[];
  readonly prose: readonly FormulaPiece[];
  columnOf(box: Box): TextColumn | null;
}

/** A line with this many words of text, or as many letters of them, is running text, whatever signs are in it. */
const proseWords = 3;
const proseLetters = 18;
/** Lines this far away, in points, say where the column of a piece ends. */
const columnReachPt = 160;
/** As many of the nearest lines say it. */
const columnLines = 4;
/** A line begins at the edge of its column when it is this close, in em. */
const edgeEm = 1.5;
/** The strokes of fractions and roots are no thicker, in points. */
export const thickestBarPt = 1.6;
/** What a fraction consists of is this close to its stroke, in em. */
const barReachEm = 0.6;
/** Lines this close together continue with each other, in em of their text. */
const pitchEm = 1.45;

/** Splits the level lines of a page into running text and what may be of formulas. */
export function findFormulaPieces({ lines, rules }: Page): FormulaPieces {
  const pieces = lines.filter(({ angle }) => angle === 0).flatMap((line) => cutLine(line).map(formulaPiece));
  const long = pieces.filter(({ plainWords }) => plainWords > proseWords);
  const columnOf = (box: Box) => columnAmong(long, box);
  const isProse = (piece: FormulaPiece) => {
    const { words, plainWords, mathGlyphs } = piece;
    if (plainWords >= proseWords || lettersIn(words.filter(isPlainWord)) >= proseLetters) return true;
    if (plainWords > 0 && mathGlyphs === 0 && words.length > 2 * plainWords + 2) return false;
    const column = columnOf(piece.ink);
    if (column === null || piece.ink.x0 > column.x0 + edgeEm * piece.sizePt) return false;
    const [first] = words;
    return (first !== undefined && isPlainWord(first)) || long.some((line) => goesOn(line, piece));
  };
  const ofFractions = piecesAtBars(pieces, rules);
  const prose = new Set(pieces.filter((piece) => !ofFractions.has(piece) && isProse(piece)));
  return { candidates: pieces.filter((piece) => !prose.has(piece)), prose: [...prose], columnOf };
}

function lettersIn(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

/** What is right above and below one short stroke, and is no wider: a fraction, which may be one of words. */
function piecesAtBars(pieces: readonly FormulaPiece[], rules: Page['rules']): ReadonlySet<FormulaPiece> {
  const bars = rules.filter(({ orientation, widthPt }) => orientation === 'horizontal' && widthPt <= thickestBarPt);
  const fractions = bars.map((bar) => {
    const at = pieces.filter(({ ink }) => ink.x0 > bar.x0 - 2 && ink.x1 < bar.x1 + 2);
    const above = at.filter(({ ink, sizePt }) => bar.y0 >= ink.y1 && bar.y0 - ink.y1 < barReachEm * sizePt);
    const below = at.filter(({ ink, sizePt }) => ink.y0 >= bar.y0 && ink.y0 - bar.y0 < barReachEm * sizePt);
    return above.length === 1 && below.length === 1 ? [...above, ...below] : [];
  });
  return new Set(fractions.flat());
}

/** About where the ink of a glyph is. Large signs of TeX hang below the pen, others are around the line. */
export function inkOf(glyph: Glyph): Box {
  const { box, origin, style, text } = glyph;
  const isOperator = bigOperatorPattern.test(text);
  const [above, below] = hangsDown(glyph) ? [0.05, isOperator ? 1.4 : 1.8] : isOperator ? [1, 0.45] : [0.72, 0.22];
  return { x0: box.x0, x1: box.x1, y0: origin.y - above * style.sizePt, y1: origin.y + below * style.sizePt };
}

/** A piece of a line with what is counted in it. */
export function formulaPiece(fragment: Fragment): FormulaPiece {
  const { words, baseline, style, box } = fragment;
  const glyphs = words.flatMap((word) => word.glyphs);
  const inks = glyphs.map(inkOf);
  const [y0, y1] = [Math.min(...inks.map((ink) => ink.y0)), Math.max(...inks.map((ink) => ink.y1))];
  const ink = { x0: box.x0, x1: box.x1, y0, y1 };
  return {
    fragment,
    ink,
    baseline,
    sizePt: style.sizePt,
    words,
    mathGlyphs: glyphs.filter(isMathGlyph).length,
    glyphs: glyphs.length,
    plainWords: countPlainWords(words),
  };
}

function columnAmong(long: readonly FormulaPiece[], box: Box): TextColumn | null {
  const distance = ({ ink }: FormulaPiece) => Math.max(ink.y0 - box.y1, box.y0 - ink.y1, 0);
  const near = long
    .filter((line) => sharedWidth(line.ink, box) > 0 && distance(line) < columnReachPt)
    .sort((first, second) => distance(first) - distance(second))
    .slice(0, columnLines);
  if (near.length === 0) return null;
  return { x0: Math.min(...near.map(({ ink }) => ink.x0)), x1: Math.max(...near.map(({ ink }) => ink.x1)) };
}

/** Whether a piece at the edge of the column is the end of the paragraph above it. */
function goesOn(line: FormulaPiece, { ink, baseline, sizePt }: FormulaPiece): boolean {
  const distance = baseline - line.baseline;
  return (
    sharedWidth(line.ink, ink) > 0 &&
    Math.abs(line.ink.x0 - ink.x0) < edgeEm * sizePt &&
    distance > 0.5 * sizePt &&
    distance < pitchEm * line.sizePt &&
    Math.abs(line.sizePt - sizePt) < 0.15 * line.sizePt
  );
}
