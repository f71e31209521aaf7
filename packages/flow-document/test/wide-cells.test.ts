import type { Line } from '@platen/pdf-kit/page-model';
import type { Table, TableCell } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { withWideCells } from '../src/compose/wide-cells.ts';

const noBorders = { top: false, right: false, bottom: false, left: false };

/** A cell of a grid of columns that are 50 points wide, with a text between two edges. */
function cell(column: number, text: readonly [number, number] | null, borders = noBorders): TableCell {
  const box = { x0: 50 * column, y0: 0, x1: 50 * column + 50, y1: 10 };
  const lines = text === null ? [] : [{ box: { ...box, x0: text[0], x1: text[1] } } as unknown as Line];
  return { row: 0, column, rowSpan: 1, columnSpan: 1, box, lines, text: '', fill: null, borders };
}

function spansOf(cells: readonly TableCell[]): readonly (readonly [number, number])[] {
  return withWideCells({ cells } as unknown as Table).cells.map((one) => [one.column, one.columnSpan]);
}

test('a heading of rows spans the empty cells that it reaches over', () => {
  expect(spansOf([cell(0, [2, 120]), cell(1, null), cell(2, null), cell(3, [160, 190])])).toEqual([
    [0, 3],
    [3, 1],
  ]);
});

test('a label that ends at an amount spans the empty cells before it', () => {
  expect(spansOf([cell(0, null), cell(1, null), cell(2, [60, 148]), cell(3, [160, 190])])).toEqual([
    [0, 1],
    [1, 2],
    [3, 1],
  ]);
});

test('a text spans no cell with a text, and none behind a rule', () => {
  expect(spansOf([cell(0, [2, 80]), cell(1, [60, 90])])).toHaveLength(2);
  expect(spansOf([cell(0, [2, 80]), cell(1, null, { ...noBorders, left: true })])).toHaveLength(2);
});

test('a text that reaches over its edge by no more than rounding stays in its cell', () => {
  expect(spansOf([cell(0, [2, 51]), cell(1, null)])).toHaveLength(2);
});
