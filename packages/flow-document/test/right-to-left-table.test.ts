import type { Table } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { isRightToLeftTable, readFromRight } from '../src/compose/right-to-left-table.ts';
import type { TableBlock, TableCellContent } from '../src/model/blocks.ts';

const cellsOf = (...lines: readonly (readonly ['ltr' | 'rtl', string])[]) =>
  ({ cells: lines.map(([direction, text]) => ({ lines: [{ direction, text }] })) }) as unknown as Pick<Table, 'cells'>;

test('a table is read from the right where most of its texts are, whatever its numbers', () => {
  expect(isRightToLeftTable(cellsOf(['rtl', 'אב'], ['rtl', 'גד'], ['ltr', 'USA'], ['ltr', '12'], ['ltr', '7']))).toBe(
    true,
  );
  expect(isRightToLeftTable(cellsOf(['rtl', 'אב'], ['ltr', 'one'], ['ltr', 'two']))).toBe(false);
  expect(isRightToLeftTable(cellsOf(['ltr', '12']))).toBe(false);
});

test('its columns come in the order they are read in, with their borders where they were', () => {
  const thick = { widthPt: 2, color: '#000000', style: 'single' } as const;
  const cell = (columnSpan: number, left: typeof thick | null) =>
    ({ columnSpan, borders: { top: null, right: null, bottom: null, left } }) as TableCellContent;
  const block = { columnWidthsPt: [10, 20, 30], rows: [{ cells: [cell(1, thick), cell(2, null)] }] };
  const { rows, ...turned } = readFromRight(block as unknown as TableBlock);
  expect(turned).toEqual({ rightToLeft: true, columnWidthsPt: [30, 20, 10] });
  expect(rows[0]?.cells.map(({ columnSpan }) => columnSpan)).toEqual([2, 1]);
  expect(rows[0]?.cells[1]?.borders).toMatchObject({ left: null, right: thick });
});
