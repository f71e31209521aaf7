import { sharedHeight, sharedWidth, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { FormulaPiece } from './formula-pieces.ts';
import type { FormulaRegion } from './formula-regions.ts';
import { isStacked } from './stacked-layout.ts';

/** Whitespace between the rows of one formula is no higher, in em. */
const rowGapEm = 0.8;
/** Its rows, or columns of them, begin one below the other, this close, in em. */
const alignEm = 0.35;

/**
 * Formulas laid out in two dimensions together with the rows above and below that begin where theirs do: of cases, of a
 * matrix, of a derivation. Half of one as a picture and half as text would be neither. Rows with numbers of their own
 * stand for themselves.
 */
export function withTheirRows(
  regions: readonly FormulaRegion[],
  numbers: readonly FormulaPiece[],
): readonly FormulaRegion[] {
  const rest = new Set(regions.filter((region) => !isStacked(region)));
  return regions.filter(isStacked).map((region) => {
    let whole = region;
    for (let row = nextRow(whole, rest, numbers); row !== null; row = nextRow(whole, rest, numbers)) {
      rest.delete(row);
      whole = joined(whole, row);
    }
    return whole;
  });
}

function nextRow(
  region: FormulaRegion,
  rest: ReadonlySet<FormulaRegion>,
  numbers: readonly FormulaPiece[],
): FormulaRegion | null {
  const numbered = (row: FormulaRegion) =>
    numbers.some(({ ink }) => sharedHeight(ink, row.box) > 0.5 * (ink.y1 - ink.y0));
  return [...rest].find((row) => isRowOf(row, region) && !numbered(row)) ?? null;
}

function isRowOf(row: FormulaRegion, region: FormulaRegion): boolean {
  const em = Math.max(...row.pieces.map(({ sizePt }) => sizePt));
  const gap = -sharedHeight(row.box, region.box);
  if (gap > rowGapEm * em || sharedWidth(row.box, region.box) <= 0) return false;
  return row.pieces.some(({ ink }) => region.pieces.some((other) => Math.abs(other.ink.x0 - ink.x0) < alignEm * em));
}

function joined(first: FormulaRegion, second: FormulaRegion): FormulaRegion {
  return {
    pieces: [...first.pieces, ...second.pieces],
    bars: [...first.bars, ...second.bars],
    box: uniteBoxes([first.box, second.box]),
  };
}
