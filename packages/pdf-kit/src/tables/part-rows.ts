import type { Line } from '../page-model/types.ts';
import type { Table, TableCell } from './types.ts';

/** How a row of a table is split into several. */
export interface RowParts {
  /** Where, in points, from top to bottom. */
  readonly cuts: readonly number[];
  /** The cells whose lines are split; all others of the row stay whole. */
  readonly cells: ReadonlySet<TableCell>;
}

/** Splits rows of a level table at their cuts; `partsOf` returns null for a row that stays whole. */
export function withPartedRows(table: Table, partsOf: (row: number) => RowParts | null): Table {
  if (table.angle !== 0) return table;
  const parts = new Map<number, RowParts>();
  for (let row = 0; row < table.rowCount; row += 1) {
    const own = partsOf(row);
    if (own !== null) parts.set(row, own);
  }
  const added = (row: number) => [...parts].reduce((sum, [own, { cuts }]) => sum + (own < row ? cuts.length : 0), 0);
  const cells = table.cells.flatMap((cell) => {
    const row = cell.row + added(cell.row);
    const own = parts.get(cell.row);
    if (own?.cells.has(cell) === true) return partCell({ ...cell, row }, own.cuts);
    return [{ ...cell, row, rowSpan: cell.rowSpan + added(cell.row + cell.rowSpan) - added(cell.row) }];
  });
  return {
    ...table,
    rowCount: table.rowCount + added(table.rowCount),
    rowCuts: table.rowCuts.flatMap((cut, row) => [cut, ...(parts.get(row)?.cuts ?? [])]),
    cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
    // What was taken for several rows of headings has texts below its labels.
    headerRows: [...parts.keys()].some((row) => row < table.headerRows) ? 0 : table.headerRows,
  };
}

function partCell(cell: TableCell, cuts: readonly number[]): TableCell[] {
  const ends = [...cuts, Number.POSITIVE_INFINITY];
  return ends.map((end, index) => {
    const start = cuts[index - 1] ?? Number.NEGATIVE_INFINITY;
    const lines = cell.lines.filter(({ box }) => (box.y0 + box.y1) / 2 > start && (box.y0 + box.y1) / 2 <= end);
    const isLast = index === cuts.length;
    return {
      ...cell,
      row: cell.row + index,
      box: { ...cell.box, y0: Math.max(start, cell.box.y0), y1: Math.min(end, cell.box.y1) },
      lines,
      text: textOf(lines),
      borders: { ...cell.borders, top: cell.borders.top && index === 0, bottom: cell.borders.bottom && isLast },
    };
  });
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}
