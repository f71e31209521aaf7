import type { TableCellContent, TableRow } from '@platen/flow-document';
import { expect, test } from 'vitest';
import { withMergedCells } from '../src/emit/merged-cells.ts';

const border = { widthPt: 1, color: '#000000', style: 'single' } as const;
const cell = (columnSpan: number, rowSpan: number): TableCellContent => ({
  columnSpan,
  rowSpan,
  fill: null,
  borders: { top: border, right: border, bottom: border, left: border },
  verticalAlignment: 'top',
  textDirection: 'level',
  blocks: [],
});
const row = (...cells: readonly TableCellContent[]): TableRow => ({
  heightPt: 10,
  isExact: false,
  header: false,
  cells,
});

test('a cell that spans rows is repeated in each, at its column', () => {
  const rows = withMergedCells(
    [row(cell(1, 1), cell(2, 3), cell(1, 1)), row(cell(1, 2), cell(1, 1)), row(cell(1, 1))],
    4,
  );
  expect(rows.map((cells) => cells.map(({ merge, columnSpan }) => `${merge} ${columnSpan}`))).toEqual([
    ['none 1', 'restart 2', 'none 1'],
    ['restart 1', 'continue 2', 'none 1'],
    ['continue 1', 'continue 2', 'none 1'],
  ]);
});

test('no border is drawn between the parts of a merged cell', () => {
  const parts = withMergedCells([row(cell(1, 3)), row(), row()], 1).map(([part]) => part?.borders);
  expect(parts.map((borders) => [borders?.top !== null, borders?.bottom !== null])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});
