import type { Word } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { cutsThroughText } from '../src/analysis/tables/cuts-through-text.ts';

/** A table of three rows that has a single space between its two columns. */
function tableOf(left: string, right: string): Table {
  const rows = [0, 1, 2];
  const cellOf = (row: number, column: number, text: string, x0: number) => {
    const words = text.split(' ').map((own, index): Partial<Word> => {
      const box = { x0: x0 + 30 * index, y0: 20 * row, x1: x0 + 27 + 30 * index, y1: 20 * row + 10 };
      const style = { sizePt: 10 } as Word['style'];
      return { text: own, box, style, typedSpaces: ' ' };
    });
    return { row, column, text, lines: [{ baseline: 20 * row + 8, words }] };
  };
  const start = 30 * left.split(' ').length;
  const cells = rows.flatMap((row) => [cellOf(row, 0, left, 0), cellOf(row, 1, right, start)]);
  return { kind: 'unruled', rowCount: 3, cells } as unknown as Table;
}

test('columns that part words of a line cut through text', () => {
  expect(cutsThroughText(tableOf('of the party', 'named above'))).toBe(true);
  expect(cutsThroughText(tableOf('section 12', 'of the act'))).toBe(true);
});

test('amounts apart from their sides or units, and from each other, do not', () => {
  expect(cutsThroughText(tableOf('1,420.95', 'Dr'))).toBe(false);
  expect(cutsThroughText(tableOf('1,420.95', '17.20'))).toBe(false);
});
