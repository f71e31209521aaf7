import { haveSameColumns } from '@platen/pdf-kit/tables';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/** Borders are the same when they differ by no more than this share of the width of their table. */
const sameBorderShare = 0.02;
/** Fewer columns agree by chance. */
const minSharedColumns = 4;

/**
 * A table in the columns of the one that it goes on from: as it is where it has the same, else with its cells between the
 * borders of that one. A box of totals below the rest of a grid has borders of its own, which count as further columns of the
 * whole grid on its page. Null where the columns are others.
 */
export function inColumnsOf(above: SheetTable, below: SheetTable): SheetTable | null {
  if (haveSameColumns(above, below)) return below;
  const [fewer, more] = [above.columnCuts, below.columnCuts].sort((a, b) => a.length - b.length);
  if (fewer === undefined || more === undefined || fewer.length <= minSharedColumns) return null;
  if (fewer.length === more.length || !isAmong(fewer, more)) return null;
  const placed = below.cells
    .map((cell) => placeCell(cell, below.columnCuts, above.columnCuts))
    .filter(({ cell, isOwn }) => isOwn || cell.text !== '');
  // It begins with rows of the other table: what has borders of its own is below them.
  if (!placed.every(({ cell, isOwn }) => cell.row > 0 || isOwn)) return null;
  const cells = withoutEmpty(placed.map(({ cell }) => cell));
  return isFree(cells) ? { ...below, cells, columnCuts: above.columnCuts } : null;
}

/** Without empty parts of a column beside the part that has its text. */
function withoutEmpty(cells: readonly SheetCell[]): SheetCell[] {
  const filled = new Set(cells.filter(({ text }) => text !== '').flatMap(placesOf));
  const seen = new Set<string>();
  return cells.filter((cell) => {
    if (cell.text !== '') return true;
    const places = placesOf(cell);
    if (places.some((place) => filled.has(place) || seen.has(place))) return false;
    for (const place of places) seen.add(place);
    return true;
  });
}

function widthOf(cuts: readonly number[]): number {
  return (cuts.at(-1) ?? 0) - (cuts[0] ?? 0);
}

/** Whether each border is one of the others, the outermost ones the outermost. */
function isAmong(fewer: readonly number[], more: readonly number[]): boolean {
  const tolerance = sameBorderShare * widthOf(fewer);
  const isNear = (a = 0, b = 0) => Math.abs(a - b) <= tolerance;
  return (
    isNear(fewer[0], more[0]) &&
    isNear(fewer.at(-1), more.at(-1)) &&
    fewer.every((cut) => more.some((other) => isNear(cut, other)))
  );
}

/** A cell between the nearest borders, and whether it fills columns, or is within one. */
function placeCell(
  cell: SheetCell,
  from: readonly number[],
  to: readonly number[],
): { readonly cell: SheetCell; readonly isOwn: boolean } {
  const left = from[cell.column] ?? 0;
  const right = from[cell.column + cell.columnSpan] ?? 0;
  const tolerance = sameBorderShare * widthOf(to);
  const within = to.findIndex((cut, index) => cut <= left + tolerance && (to[index + 1] ?? 0) >= right - tolerance);
  if (within >= 0) return { cell: { ...cell, column: within, columnSpan: 1 }, isOwn: true };
  const column = Math.min(nearest(left, to), to.length - 2);
  const end = Math.max(nearest(right, to), column + 1);
  const isOwn = Math.abs((to[column] ?? 0) - left) <= tolerance && Math.abs((to[end] ?? 0) - right) <= tolerance;
  return { cell: { ...cell, column, columnSpan: end - column }, isOwn };
}

function nearest(at: number, cuts: readonly number[]): number {
  const distances = cuts.map((cut) => Math.abs(cut - at));
  return distances.indexOf(Math.min(...distances));
}

/** Whether no two cells are in one place. */
function isFree(cells: readonly SheetCell[]): boolean {
  const places = cells.flatMap(placesOf);
  return new Set(places).size === places.length;
}

function placesOf({ row, column, rowSpan, columnSpan }: SheetCell): string[] {
  return Array.from(
    { length: rowSpan * columnSpan },
    (_, index) => `${row + Math.floor(index / columnSpan)}:${column + (index % columnSpan)}`,
  );
}
