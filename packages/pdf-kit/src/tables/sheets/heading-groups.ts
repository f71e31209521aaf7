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
 * The columns of the headings in a row above the numbers that is divided evenly: each of its headings is centred over
 * as many columns, all with a heading of their own in a row below, and is nearer to the middle of its group than to that
 * of any of its columns. Empty for other rows.
 */
export function headingGroups(
  index: number,
  rows: readonly SheetRow[],
  cuts: readonly number[],
): ReadonlyMap<SheetRowCell, ColumnSpan> {
  const none = new Map<SheetRowCell, ColumnSpan>();
  const body = rows.findIndex(({ cells }) => cells.filter(isNumber).length >= minNumbers);
  if (index >= body - 1) return none;
  const columns = valueColumns(rows.slice(body), cuts);
  const [firstColumn] = columns;
  if (firstColumn === undefined) return none;
  const headings = (rows[index]?.cells ?? []).filter(({ x1 }) => x1 > (cuts[firstColumn.column] ?? 0));
  const size = columns.length / headings.length;
  if (headings.length < 2 || size < 2 || !Number.isInteger(size)) return none;
  const lower = rows.slice(index + 1, body).flatMap(({ cells }) => cells.map(middleOf));
  const spans = headings.map((heading, place) => {
    const own = columns.slice(place * size, (place + 1) * size);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return null;
    const distance = (middle: number) => Math.abs(middleOf(heading) - middle);
    const toGroup = distance((first.x0 + last.x1) / 2);
    const isNearest = own.every(({ x0, x1 }, at) => 2 * at + 1 === size || toGroup < distance((x0 + x1) / 2));
    const areHeaded = own.every(({ column }) => lower.some((middle) => columnOf(middle, cuts) === column));
    const isWithin = heading.x0 > first.x0 - (first.x1 - first.x0) && heading.x1 < last.x1 + (last.x1 - last.x0);
    return isNearest && areHeaded && isWithin ? { first: first.column, last: last.column } : null;
  });
  return spans.includes(null)
    ? none
    : new Map(headings.flatMap((heading, place) => (spans[place] == null ? [] : [[heading, spans[place]]])));
}

/** The columns with numbers from the first to the last, each from its leftmost text to its rightmost. */
function valueColumns(rows: readonly SheetRow[], cuts: readonly number[]) {
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
