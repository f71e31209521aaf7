import { isNumberText } from '../value-text.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import type { SheetRow, SheetRowCell } from './sheet-rows.ts';

/** Columns of a sheet, ends included. */
export interface ColumnSpan {
  readonly first: number;
  readonly last: number;
}

/** A row with this many numbers is of the body: one may be a year in a heading. */
const minNumbers = 2;

/**
 * The columns of the headings in each row above the numbers that is divided evenly: each of its headings is centred over
 * as many columns, all with a heading of their own in a row below, and is nearer to the middle of its group than to that
 * of any of its columns. Without those of other rows.
 */
export function headingGroups(
  rows: readonly SheetRow[],
  cuts: readonly number[],
): ReadonlyMap<SheetRowCell, ColumnSpan> {
  const body = rows.findIndex(({ cells }) => cells.filter(isNumber).length >= minNumbers);
  // The row right above the numbers has nothing below it.
  if (body < 2) return new Map();
  const columns = valueColumns(rows.slice(body), cuts);
  const above = rows.slice(0, body);
  return new Map(
    above.slice(0, -1).flatMap(({ cells }, index) => groupsOfRow(cells, columns, above.slice(index + 1), cuts)),
  );
}

function groupsOfRow(
  cells: readonly SheetRowCell[],
  columns: readonly ValueColumn[],
  below: readonly SheetRow[],
  cuts: readonly number[],
): readonly (readonly [SheetRowCell, ColumnSpan])[] {
  const [firstColumn] = columns;
  if (firstColumn === undefined) return [];
  const headings = cells.filter(({ x1 }) => x1 > (cuts[firstColumn.column] ?? 0));
  const size = columns.length / headings.length;
  if (headings.length < 2 || size < 2 || !Number.isInteger(size)) return [];
  const lower = below.flatMap((row) => row.cells.map(middleOf));
  const groups = headings.flatMap((heading, place) => {
    const own = columns.slice(place * size, (place + 1) * size);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const distance = (middle: number) => Math.abs(middleOf(heading) - middle);
    const toGroup = distance((first.x0 + last.x1) / 2);
    const isNearest = own.every(({ x0, x1 }, at) => 2 * at + 1 === size || toGroup < distance((x0 + x1) / 2));
    const areHeaded = own.every(({ column }) => lower.some((middle) => columnOf(middle, cuts) === column));
    const isWithin = heading.x0 > first.x0 - (first.x1 - first.x0) && heading.x1 < last.x1 + (last.x1 - last.x0);
    return isNearest && areHeaded && isWithin ? [[heading, { first: first.column, last: last.column }] as const] : [];
  });
  return groups.length === headings.length ? groups : [];
}

/** A column of numbers, from its leftmost text to its rightmost. */
interface ValueColumn {
  readonly column: number;
  readonly x0: number;
  readonly x1: number;
}

/** The columns with numbers from the first to the last, each from its leftmost text to its rightmost. */
function valueColumns(rows: readonly SheetRow[], cuts: readonly number[]): readonly ValueColumn[] {
  const numbers = Map.groupBy(
    rows.flatMap(({ cells }) => cells.filter(isNumber)),
    (cell) => columnOf(middleOf(cell), cuts),
  );
  return [...numbers]
    .filter(([, cells]) => cells.length > 1)
    .map(([column, cells]) => ({
      column,
      x0: Math.min(...cells.map(({ x0 }) => x0)),
      x1: Math.max(...cells.map(({ x1 }) => x1)),
    }))
    .toSorted((a, b) => a.column - b.column);
}

function isNumber({ lines }: SheetRowCell): boolean {
  return isNumberText(lines.map(({ text }) => text).join(' '));
}

function middleOf({ x0, x1 }: SheetRowCell): number {
  return (x0 + x1) / 2;
}
