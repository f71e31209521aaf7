import { haveSameColumns } from '@platen/pdf-kit/tables';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/** Tolerance for equal borders, as a share of the table's width. */
const sameBorderShare = 0.02;
/** Minimum number of columns: fewer agree by chance. */
const minSharedColumns = 4;

/**
 * A table in the columns of the one it continues: unchanged if they are the same, else with its cells placed between
 * the borders of that one. A box of totals below a grid may have its own borders, which then count as further columns
 * of the grid on that page; its first or last columns may be empty on that page. Null if the columns do not match.
 */
export function inColumnsOf(above: SheetTable, below: SheetTable): SheetTable | null {
  if (haveSameColumns(above, below)) return below;
  const before = below.headerRows > 0 ? null : emptyBefore(above.columnCuts, below.columnCuts);
  if (before !== null) return inColumnsBehind(before, above, below);
  const [fewer, more] = [above.columnCuts, below.columnCuts].sort((a, b) => a.length - b.length);
  if (fewer === undefined || more === undefined || fewer.length <= minSharedColumns) return null;
  if (fewer.length === more.length || !isAmong(fewer, more)) return null;
  const placed = below.cells
    .map((cell) => placeCell(cell, below.columnCuts, above.columnCuts))
    .filter(({ cell, isOwn }) => isOwn || cell.text !== '');
  // It begins with rows of the other table, above the part with its own borders.
  if (!placed.every(({ cell, isOwn }) => cell.row > 0 || isOwn)) return null;
  const cells = withoutEmpty(placed.map(({ cell }) => cell));
  return isFree(cells) ? { ...below, cells, columnCuts: above.columnCuts } : null;
}

/**
 * How many columns precede those of the lower table, whose inner borders are consecutive ones of the upper table; null if
 * they are not, or are too few. Its outermost columns end with their texts.
 */
function emptyBefore(above: readonly number[], below: readonly number[]): number | null {
  const columns = below.length - 1;
  if (columns < minSharedColumns || below.length >= above.length) return null;
  const tolerance = sameBorderShare * widthOf(above);
  const fits = (before: number) =>
    below.every((cut, index) => {
      const own = above[before + index] ?? 0;
      if (index === 0) return cut >= own - tolerance;
      return index === columns ? cut <= own + tolerance : Math.abs(cut - own) <= tolerance;
    });
  const places = Array.from({ length: above.length - columns }, (_, before) => before);
  return places.find(fits) ?? null;
}

function inColumnsBehind(before: number, above: SheetTable, below: SheetTable): SheetTable {
  const cells = below.cells.map((cell) => ({ ...cell, column: cell.column + before }));
  return { ...below, cells, columnCuts: above.columnCuts };
}

/** Drops empty parts of a split column beside the part with the text. */
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

/** Whether each border is among the others, and the outermost are the same. */
function isAmong(fewer: readonly number[], more: readonly number[]): boolean {
  const tolerance = sameBorderShare * widthOf(fewer);
  const isNear = (a = 0, b = 0) => Math.abs(a - b) <= tolerance;
  return (
    isNear(fewer[0], more[0]) &&
    isNear(fewer.at(-1), more.at(-1)) &&
    fewer.every((cut) => more.some((other) => isNear(cut, other)))
  );
}

/** A cell placed between the nearest borders, and whether it fills whole columns or is within one. */
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

/** Whether no two cells overlap. */
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
