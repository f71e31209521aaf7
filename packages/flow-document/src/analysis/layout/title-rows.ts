import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Fragment, Item } from '../types.ts';
import { type Gutter, hasProse, sameRow } from './gutter-sides.ts';

/** Pieces of a row that begin this much further in than the text of their column, in em, are not of it. */
const indentEm = 1;
/** Middles that differ by less, in em, are one, as in `thresholds.ts`. */
const sameMiddleEm = 0.3;

/**
 * The row at the top of two columns that is centred over both, such as the authors below the title of a paper: a gap
 * between its words happens to be where the gutter is. Authors with addresses, in several such rows, are columns.
 */
export function titleRow(items: readonly Item[], gutter: Gutter): readonly Fragment[] {
  const pieces = items.filter((item) => item.kind === 'text').sort((a, b) => a.baseline - b.baseline);
  const [first] = pieces;
  if (first === undefined) return [];
  const row = pieces.filter((piece) => piece === first || sameRow(first, piece));
  const next = pieces.find((piece) => !row.includes(piece));
  const { x0, x1 } = uniteBoxes(items.map(({ box }) => box));
  if (next === undefined || !isCentredOver(row, gutter, { x0, x1 })) return [];
  const below = pieces.filter((piece) => piece === next || sameRow(next, piece));
  return below.some(({ box }) => isStart(box.x0, x0, next) || isStart(box.x0, gutter.x1, next)) ? row : [];
}

/** Minimum gap below lines that end what is above two columns, as a share of their height: a line below is closer. */
const partedShare = 0.5;

/**
 * The lines at the top of the left column that belong to the text above both: the short last line of its paragraph and a
 * heading over the columns. Nothing is level with them on the right, and a gap follows them.
 */
export function linesAbove(items: readonly Item[], gutter: Gutter): readonly Item[] {
  const left = items.filter(({ box }) => box.x1 <= gutter.x1).sort((a, b) => a.box.y0 - b.box.y0);
  const onLeft = new Set(left);
  const right = items.filter((item) => !onLeft.has(item));
  const rightY0 = Math.min(...right.map(({ box }) => box.y0));
  const first = left.findIndex(({ kind, box }) => kind !== 'text' || box.y1 > rightY0);
  const isEnd = left.map(({ box }, index) => {
    const next = left[index + 1];
    return next !== undefined && next.box.y0 - box.y1 > partedShare * (box.y1 - box.y0);
  });
  const last = isEnd.lastIndexOf(true, first - 1);
  return first < 1 || last < 0 || !hasProse(left.slice(last + 1)) || !hasProse(right) ? [] : left.slice(0, last + 1);
}

/** Whether the pieces of a row are on both sides of a gutter, none where a column begins, and their middle is that of all. */
function isCentredOver(row: readonly Fragment[], gutter: Gutter, { x0, x1 }: Gutter): boolean {
  const [first] = row;
  const left = row.filter(({ box }) => box.x1 <= gutter.x1);
  const right = row.filter((piece) => !left.includes(piece));
  if (first === undefined || left.length === 0 || right.length === 0) return false;
  const box = uniteBoxes(row.map((piece) => piece.box));
  if (isStart(box.x0, x0, first) || isStart(Math.min(...right.map((piece) => piece.box.x0)), gutter.x1, first))
    return false;
  return Math.abs(box.x0 + box.x1 - x0 - x1) / 2 < sameMiddleEm * first.style.sizePt;
}

/** Whether a line begins where its column does. */
export function isStart(x: number, column: number, { style }: Fragment): boolean {
  return Math.abs(x - column) < indentEm * style.sizePt;
}
