import type { Table, TableCell } from '@platen/pdf-kit/tables';

/** Room between a text and the edge of its cell, in points. */
const clearancePt = 2.5;

/**
 * The table with its column edges where its texts have room: a text that reaches over an edge nothing is drawn on, into
 * blank space, keeps its line in Word only when the edge moves.
 */
export function relaxColumns(table: Table): Table {
  const cuts = [...table.columnCuts];
  for (let edge = 1; edge < cuts.length - 1; edge++) {
    if (table.cells.some((cell) => isRuledAt(cell, edge))) continue;
    const cut = cuts[edge] ?? 0;
    const reachPt = Math.max(...table.cells.map((cell) => (endsAt(cell, edge) ? endOfText(cell) : cut)));
    const limitPt = Math.min(
      (cuts[edge + 1] ?? cut) - 2 * clearancePt,
      ...table.cells.map((cell) => (cell.column === edge ? startOfText(cell) : Number.POSITIVE_INFINITY)),
    );
    if (reachPt + clearancePt > cut && reachPt < limitPt) {
      cuts[edge] = Math.max(cut, Math.min(reachPt + clearancePt, (reachPt + limitPt) / 2));
    }
  }
  return { ...table, columnCuts: cuts, cells: table.cells.map((cell) => between(cell, cuts)) };
}

function isRuledAt(cell: TableCell, edge: number): boolean {
  return (endsAt(cell, edge) && cell.borders.right) || (cell.column === edge && cell.borders.left);
}

function endsAt({ column, columnSpan }: TableCell, edge: number): boolean {
  return column + columnSpan === edge;
}

function endOfText({ lines }: TableCell): number {
  return Math.max(Number.NEGATIVE_INFINITY, ...lines.map(({ box }) => box.x1));
}

function startOfText({ lines }: TableCell): number {
  return Math.min(Number.POSITIVE_INFINITY, ...lines.map(({ box }) => box.x0));
}

function between(cell: TableCell, cuts: readonly number[]): TableCell {
  const { box, column, columnSpan } = cell;
  return { ...cell, box: { ...box, x0: cuts[column] ?? box.x0, x1: cuts[column + columnSpan] ?? box.x1 } };
}
