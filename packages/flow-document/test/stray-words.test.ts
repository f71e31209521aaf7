import type { Glyph, Line, TextStyle, Word } from '@platen/pdf-kit/page-model';
import type { Table, TableCell } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { isTypedRule, withStrayWords } from '../src/analysis/layout/stray-words.ts';

const style = { sizePt: 10 } as TextStyle;

function line(text: string, x0: number, y: number): Line {
  const box = { x0, y0: y - 8, x1: x0 + 5 * text.length, y1: y + 2 };
  const word = { text, box, style, glyphs: [{ text, box } as Glyph], spaceAfter: true } as unknown as Word;
  return { text, box, words: [word], baseline: y, style, angle: 0, direction: 'ltr', order: 0 };
}

function cell(row: number, column: number, lines: readonly Line[]): TableCell {
  const box = { x0: 100 * column, y0: 20 * row, x1: 100 * column + 100, y1: 20 * row + 20 };
  return { row, column, rowSpan: 1, columnSpan: 1, box, lines, text: '' } as unknown as TableCell;
}

function tableOf(...cells: readonly TableCell[]): Table {
  return { box: { x0: 0, y0: 0, x1: 200, y1: 40 }, cells } as unknown as Table;
}

test('a word inside a table that no cell has goes to the nearest cell', () => {
  const [first, second, stray] = [line('first', 5, 12), line('second', 105, 12), line('stray', 110, 33)];
  const table = tableOf(cell(0, 0, [first]), cell(0, 1, [second]), cell(1, 0, []), cell(1, 1, []));
  const [found] = withStrayWords([table], [first, second, stray, line('below', 5, 90)]);
  expect(found?.cells.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    ['first'],
    ['second'],
    [],
    ['stray'],
  ]);
});

test('a stray word on a line of the cell stands on that line', () => {
  const [first, stray] = [line('first', 5, 12), line('stray', 60, 12)];
  const [found] = withStrayWords([tableOf(cell(0, 0, [first]))], [first, stray]);
  expect(found?.cells[0]?.lines.map(({ text }) => text)).toEqual(['first stray']);
});

test('a row of dashes inside a table is a rule of it', () => {
  const [first, rule] = [line('first', 5, 12), line('----------', 5, 25)];
  const table = tableOf(cell(0, 0, [first]), cell(1, 0, []));
  const [found] = withStrayWords([table], [first, rule]);
  expect(found?.cells.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(['first']);
  expect(rule.words.every((word) => isTypedRule(word, [table]))).toBe(true);
});

test('dots between the borders of a cell are a blank, unless they lead from a label to the next cell', () => {
  const [alone, unit, label, leader, value] = [
    line('..........', 5, 12),
    line('€', 60, 12),
    line('Total', 5, 32),
    line('..........', 35, 32),
    line('100', 105, 32),
  ];
  const drawn = (own: TableCell) => ({ ...own, borders: { top: true, right: true, bottom: true, left: true } });
  const cells = [cell(0, 0, [unit]), cell(0, 1, []), cell(1, 0, [label]), cell(1, 1, [value])];
  const lines = [alone, unit, label, leader, value];
  const textOf = (table: Table | undefined) => table?.cells.map((own) => own.lines.map(({ text }) => text));
  const [ruled] = withStrayWords([tableOf(...cells.map(drawn))], lines);
  expect(textOf(ruled)).toEqual([['.......... €'], [], ['Total'], ['100']]);
  const open = (own: TableCell) => ({ ...own, borders: { top: true, right: false, bottom: true, left: false } });
  const [unruled] = withStrayWords([tableOf(...cells.map(open))], lines);
  expect(textOf(unruled)).toEqual([['€'], [], ['Total'], ['100']]);
});
