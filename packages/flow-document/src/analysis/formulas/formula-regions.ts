import { containsMiddle, growBox, sharedArea, sharedHeight, sharedWidth, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Rule } from '@platen/pdf-kit/page-model';
import { type FormulaPiece, type FormulaPieces, thickestBarPt } from './formula-pieces.ts';

/** Pieces and bars that are so close together that they are of one formula. */
export interface FormulaRegion {
  readonly pieces: readonly FormulaPiece[];
  /** Bars of fractions and roots. */
  readonly bars: readonly Box[];
  readonly box: Box;
}

/** Pieces side by side are of one formula when the whitespace between them is no wider, in em: a condition after a case. */
const besideEm = 3;
/** Pieces one above the other, when the whitespace between them is no higher: a numerator, a limit. */
const stackedEm = 0.32;
/** Pieces are side by side when they share this much of the height of the lower one. */
const besideShare = 0.3;

interface Part {
  readonly box: Box;
  readonly sizePt: number;
  readonly piece: FormulaPiece | null;
}

/** Grows regions from the pieces that have signs of mathematics, taking in what is beside, above and below. */
export function findFormulaRegions(
  candidates: readonly FormulaPiece[],
  rules: readonly Rule[],
  columnOf: FormulaPieces['columnOf'],
): readonly FormulaRegion[] {
  const rest = new Set<Part>([
    ...candidates.map((piece) => ({ box: piece.ink, sizePt: piece.sizePt, piece })),
    ...barsAmong(rules),
  ]);
  const seeds = [...rest].filter(({ piece }) => piece !== null && piece.mathGlyphs > 0);
  const regions: Part[][] = [];
  for (const seed of seeds) {
    if (!rest.delete(seed)) continue;
    const parts: Part[] = [seed];
    // What is added while the list is walked is walked too.
    for (const part of parts) {
      for (const other of rest) {
        if (!areLinked(part, other, columnOf)) continue;
        rest.delete(other);
        parts.push(other);
      }
    }
    regions.push(parts);
  }
  return joinOverlapping(regions).map((parts) => {
    const { box } = regionOf(parts);
    const inside = [...rest].filter((other) => other.piece !== null && containsMiddle(box, other.box));
    for (const other of inside) rest.delete(other);
    return regionOf([...parts, ...inside]);
  });
}

/** Regions that share some of the page are one: a bracket may be put together from pieces with gaps between them. */
function joinOverlapping(regions: readonly (readonly Part[])[]): readonly (readonly Part[])[] {
  const boxOf = (parts: readonly Part[]) => uniteBoxes(parts.map(({ box }) => box));
  const joined: (readonly Part[])[] = [];
  for (const region of regions) {
    const box = boxOf(region);
    const touched = joined.filter((other) => sharedArea(boxOf(other), box) > 0);
    for (const other of touched) joined.splice(joined.indexOf(other), 1);
    joined.push([...touched.flat(), ...region]);
  }
  return joined;
}

function regionOf(parts: readonly Part[]): FormulaRegion {
  const pieces = parts.flatMap(({ piece }) => piece ?? []);
  const bars = parts.filter(({ box, piece }) => piece === null && isBarOf(box, pieces)).map(({ box }) => box);
  return { pieces, bars, box: uniteBoxes([...pieces.map(({ ink }) => ink), ...bars]) };
}

/** Whether a stroke has something above and below it, or is that of a root: others are rules of the page. */
function isBarOf(bar: Box, pieces: readonly FormulaPiece[]): boolean {
  const at = pieces.flatMap(({ words }) => words).filter(({ box }) => sharedWidth(box, bar) > 0);
  const baselines = at.flatMap(({ glyphs }) => glyphs.map(({ origin }) => origin.y));
  if (baselines.some((y) => y <= bar.y1) && baselines.some((y) => y > bar.y1)) return true;
  return pieces.some(({ words }) => words.some(({ text }) => text.includes('√')));
}

function barsAmong(rules: readonly Rule[]): readonly Part[] {
  return rules
    .filter(({ orientation, widthPt }) => orientation === 'horizontal' && widthPt <= thickestBarPt)
    .map(({ x0, x1, y0 }) => ({ box: { x0, x1, y0: y0 - 0.2, y1: y0 + 0.2 }, sizePt: 0, piece: null }));
}

function areLinked(first: Part, second: Part, columnOf: FormulaPieces['columnOf']): boolean {
  const em = Math.max(first.sizePt, second.sizePt);
  const height = sharedHeight(first.box, second.box);
  const width = sharedWidth(first.box, second.box);
  if (width > 0) return height > -stackedEm * em && !isWord(first, second) && !isLoneBar(first, second);
  const lower = Math.min(first.box.y1 - first.box.y0, second.box.y1 - second.box.y0);
  if (-width > besideEm * em || height < besideShare * lower) return false;
  return -width < em || inOneColumn(first.box, second.box, columnOf);
}

/** Words of text are of a formula beside it only: above or below they are the end or the beginning of a paragraph. */
function isWord(...parts: readonly Part[]): boolean {
  return parts.some(({ piece }) => piece !== null && piece.mathGlyphs === 0 && piece.plainWords > 0) && !hasBar(parts);
}

function hasBar(parts: readonly Part[]): boolean {
  return parts.some(({ piece }) => piece === null);
}

/** A rule much longer than what is at it is a rule of the page. */
function isLoneBar(first: Part, second: Part): boolean {
  const [bar, other] = first.piece === null ? [first, second] : [second, first];
  if (bar.piece !== null) return false;
  return other.piece === null || bar.box.x1 - bar.box.x0 > 3 * (other.box.x1 - other.box.x0) + 40;
}

function inOneColumn(first: Box, second: Box, columnOf: FormulaPieces['columnOf']): boolean {
  const [one, other] = [columnOf(growBox(first, 0.1)), columnOf(growBox(second, 0.1))];
  return one === null || other === null || sharedWidth(one, other) > 0;
}
