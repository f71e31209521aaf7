import type { Table, TableCell } from '@platen/pdf-kit/tables';

/** A text that reaches over the edge of its cell by less, in points, is set a little closer. */
const leastOverhangPt = 2;

/**
 * The table with cells as wide as their texts: a text that reaches over the empty cells beside it, as the heading of a
 * group of rows or a note below them does, spans them, unless a rule is between.
 */
export function withWideCells(table: Table): Table {
  const at = new Map<string, TableCell>();
  for (const cell of table.cells) at.set(placeOf(cell.row, cell.column), cell);
  for (const { row, column } of table.cells) {
    const cell = at.get(placeOf(row, column));
    if (cell === undefined || cell.rowSpan > 1) continue;
    const wide = reachLeft(reachRight(cell, at), at);
    if (wide !== cell) at.set(placeOf(row, wide.column), wide);
  }
  return at.size === table.cells.length ? table : { ...table, cells: [...at.values()].sort(inOrder) };
}

type Cells = Map<string, TableCell>;

function placeOf(row: number, column: number): string {
  return `${row} ${column}`;
}

function inOrder(first: TableCell, second: TableCell): number {
  return first.row - second.row || first.column - second.column;
}

function reachRight(found: TableCell, at: Cells): TableCell {
  let cell = found;
  const reach = Math.max(Number.NEGATIVE_INFINITY, ...found.lines.map(({ box }) => box.x1));
  while (reach > cell.box.x1 + leastOverhangPt) {
    const place = placeOf(cell.row, cell.column + cell.columnSpan);
    const next = at.get(place);
    if (next === undefined || !continues(next, cell) || cell.borders.right || next.borders.left) break;
    at.delete(place);
    cell = {
      ...cell,
      columnSpan: cell.columnSpan + next.columnSpan,
      box: { ...cell.box, x1: next.box.x1 },
      borders: { ...cell.borders, right: next.borders.right },
    };
  }
  return cell;
}

function reachLeft(found: TableCell, at: Cells): TableCell {
  let cell = found;
  const reach = Math.min(Number.POSITIVE_INFINITY, ...found.lines.map(({ box }) => box.x0));
  while (reach < cell.box.x0 - leastOverhangPt) {
    const { row, column } = cell;
    const before = [...at.values()].find((other) => other.row === row && other.column + other.columnSpan === column);
    if (before === undefined || !continues(before, cell) || cell.borders.left || before.borders.right) break;
    at.delete(placeOf(row, before.column));
    at.delete(placeOf(row, column));
    cell = {
      ...cell,
      column: before.column,
      columnSpan: cell.columnSpan + before.columnSpan,
      box: { ...cell.box, x0: before.box.x0 },
      borders: { ...cell.borders, left: before.borders.left },
    };
    at.set(placeOf(row, cell.column), cell);
  }
  return cell;
}

/** Whether nothing is in a cell of one row that looks like the one beside it. */
function continues({ lines, rowSpan, borders, fill }: TableCell, beside: TableCell): boolean {
  const isFree = rowSpan === 1 && lines.length === 0;
  const { top, bottom } = beside.borders;
  return isFree && fill === beside.fill && borders.top === top && borders.bottom === bottom;
}
