import type { Line } from '@platen/pdf-kit/page-model';
import type { Table, TableCell } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { columnAlignments } from '../src/compose/column-alignments.ts';
import { relaxColumns } from '../src/compose/relax-columns.ts';

const noBorders = { top: false, right: false, bottom: false, left: false };

function cell(row: number, column: number, x0: number, x1: number, borders = noBorders): TableCell {
  const box = { x0, y0: 20 * row, x1, y1: 20 * row + 10 };
  const lines = x1 > x0 ? [{ box, angle: 0, words: [], text: 'text' } as unknown as Line] : [];
  return { row, column, rowSpan: 1, columnSpan: 1, box, lines, text: '', fill: null, borders };
}

function table(cuts: readonly number[], cells: readonly TableCell[]): Table {
  const rowCount = 1 + Math.max(...cells.map(({ row }) => row));
  return {
    pageNumber: 1,
    kind: 'unruled',
    box: { x0: cuts[0] ?? 0, y0: 0, x1: cuts.at(-1) ?? 0, y1: 20 * rowCount },
    rowCount,
    columnCount: cuts.length - 1,
    columnCuts: cuts,
    rowCuts: Array.from({ length: rowCount + 1 }, (_, row) => 20 * row),
    cells,
    headerRows: 0,
    confidence: 1,
    angle: 0,
  };
}

test('an edge that a text reaches over moves into the white behind the text', () => {
  const found = relaxColumns(table([0, 60, 150], [cell(0, 0, 2, 90), cell(0, 1, 120, 148)]));
  expect(found.columnCuts).toEqual([0, 92.5, 150]);
  expect(found.cells[1]?.box.x0).toBe(92.5);
});

test('an edge that is drawn stays', () => {
  const ruled = { ...noBorders, right: true };
  const found = relaxColumns(table([0, 60, 150], [cell(0, 0, 2, 90, ruled), cell(0, 1, 120, 148)]));
  expect(found.columnCuts).toEqual([0, 60, 150]);
});

test('an edge between texts that overlap stays', () => {
  const found = relaxColumns(table([0, 60, 150], [cell(0, 0, 2, 90), cell(1, 1, 70, 148)]));
  expect(found.columnCuts).toEqual([0, 60, 150]);
});

test('numbers of different length that end together are set against the right', () => {
  const numbers = table([0, 60], [cell(0, 0, 40, 58), cell(1, 0, 20, 58), cell(2, 0, 30, 58)]);
  const alignmentOf = columnAlignments(numbers);
  expect(numbers.cells.map(alignmentOf)).toEqual(['right', 'right', 'right']);
});

test('a column whose texts begin together says nothing', () => {
  const texts = table([0, 60], [cell(0, 0, 2, 58), cell(1, 0, 2, 40), cell(2, 0, 2, 30)]);
  expect(texts.cells.map(columnAlignments(texts))).toEqual([null, null, null]);
});
