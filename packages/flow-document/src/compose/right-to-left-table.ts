import type { Table } from '@platen/pdf-kit/tables';
import type { TableBlock, TableCellContent } from '../model/blocks.ts';

/** Whether a table is read from its rightmost column: most of its lines are of right-to-left text. */
export function isRightToLeftTable({ cells }: Pick<Table, 'cells'>): boolean {
  const lines = cells.flatMap((cell) => cell.lines).filter(({ text }) => /\p{L}/u.test(text));
  return lines.filter(({ direction }) => direction === 'rtl').length > lines.length / 2;
}

/**
 * The table with its columns in the order they are read in; the left side of a cell is then the one it is read from.
 * It is as far from the left as it did, which LibreOffice goes by; Word counts from the right.
 */
export function readFromRight(table: TableBlock): TableBlock {
  return {
    ...table,
    rightToLeft: true,
    columnWidthsPt: table.columnWidthsPt.toReversed(),
    rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(mirrored).toReversed() })),
  };
}

function mirrored(cell: TableCellContent): TableCellContent {
  const { left, right } = cell.borders;
  return { ...cell, borders: { ...cell.borders, left: right, right: left } };
}
