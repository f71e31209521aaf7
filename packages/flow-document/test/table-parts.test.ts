import type { Glyph, Line, Page, TextStyle, Word } from '@platen/pdf-kit/page-model';
import type { Table, TableCell, TableKind } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { cutsThroughText } from '../src/analysis/tables/cuts-through-text.ts';
import { proseBeside } from '../src/analysis/tables/prose-beside.ts';
import { splitAtHeadings } from '../src/analysis/tables/split-at-headings.ts';

const rowPt = 14;

function line(text: string, x0: number, y: number, sizePt = 9, typedSpaces?: string): Line {
  const style = { sizePt } as TextStyle;
  let x = x0;
  const words = text.split(' ').map((part): Word => {
    const box = { x0: x, y0: y - 0.8 * sizePt, x1: x + 0.5 * sizePt * part.length, y1: y + 0.2 * sizePt };
    x = box.x1 + 0.3 * sizePt;
    const glyphs = [{ text: part, box } as Glyph];
    const word = { text: part, box, style, glyphs, spaceAfter: true, script: 'normal', confidence: null } as Word;
    return typedSpaces === undefined ? word : { ...word, typedSpaces };
  });
  const box = { x0, y0: y - 0.8 * sizePt, x1: x, y1: y + 0.2 * sizePt };
  return { text, box, words, baseline: y, style, angle: 0, direction: 'ltr', order: 0 };
}

/** Rows of texts, 100 points a column; a text may name its size. */
function tableOf(kind: TableKind, rows: readonly (readonly (string | readonly [string, number])[])[]): Table {
  const columnCount = Math.max(...rows.map((row) => row.length));
  const cells = rows.flatMap((row, index) =>
    Array.from({ length: columnCount }, (_, column): TableCell => {
      const content = row[column] ?? '';
      const [text, sizePt] = typeof content === 'string' ? [content, 9] : content;
      const y = rowPt * (index + 1) - 4;
      const lines = text === '' ? [] : [line(text, 100 * column, y, sizePt)];
      const box = { x0: 100 * column, y0: rowPt * index, x1: 100 * column + 100, y1: rowPt * (index + 1) };
      const borders = { top: false, right: false, bottom: false, left: false };
      return { row: index, column, rowSpan: 1, columnSpan: 1, box, lines, text, fill: null, borders };
    }),
  );
  const cuts = (count: number, step: number) => Array.from({ length: count + 1 }, (_, index) => step * index);
  return {
    pageNumber: 1,
    kind,
    box: { x0: 0, y0: 0, x1: 100 * columnCount, y1: rowPt * rows.length },
    rowCount: rows.length,
    columnCount,
    columnCuts: cuts(columnCount, 100),
    rowCuts: cuts(rows.length, rowPt),
    cells,
    headerRows: 1,
    confidence: 1,
    angle: 0,
  };
}

const statement = [
  ['Date', 'Text', 'Amount'],
  ['1 May', 'Rent', '10'],
  [['WITHDRAWALS', 11]],
  ['Date', 'Text', 'Amount'],
  ['2 May', 'Fee', '20'],
] as const;

test('a larger line with a row for itself parts a table', () => {
  const parts = splitAtHeadings(tableOf('half-ruled', statement));
  expect(parts.map(({ rowCount, headerRows }) => [rowCount, headerRows])).toEqual([
    [2, 1],
    [2, 0],
  ]);
  expect(parts.flatMap(({ cells }) => cells.map(({ text }) => text))).not.toContain('WITHDRAWALS');
  expect(parts[1]?.cells.find(({ row, column }) => row === 1 && column === 2)?.text).toBe('20');
});

test('titles inside a grid stay in it, and so does a line of the same size', () => {
  expect(splitAtHeadings(tableOf('ruled', statement))).toHaveLength(1);
  const plain = statement.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell[0])));
  expect(splitAtHeadings(tableOf('half-ruled', plain))).toHaveLength(1);
});

test('a row of two texts above a heading is a line with a tab', () => {
  const rows = [['Railway', 'From May'], [['Sundays', 12]], ['Leyburn', '06:00'], ['Bedale', '06:18']] as const;
  expect(splitAtHeadings(tableOf('unruled', rows)).map(({ rowCount }) => rowCount)).toEqual([2]);
});

test('full lines that go on below a table are prose beside it', () => {
  const prose = ['a line of text that', 'fills all of its col', 'umn and so goes on to'];
  const words = (text: string) => text.replaceAll(/(.{4})/g, '$1 ').trim();
  const table = tableOf('half-ruled', [
    [words(prose[0] ?? ''), 'Site'],
    [words(prose[1] ?? ''), 'Halden'],
    [words(prose[2] ?? ''), 'Moen'],
  ]);
  const page = (below: readonly Line[]) => ({ lines: below, rules: [] }) as unknown as Page;
  expect(proseBeside(table, page([line('the next line', 0, 4 * rowPt - 4)])).size).toBeGreaterThan(0);
  expect(proseBeside(table, page([line('far below', 0, 8 * rowPt)])).size).toBe(0);
});

test('text with headings that no rule of a table reaches is not its column', () => {
  const table = tableOf('half-ruled', [
    ['Pipe day', 'and so we expect them to be gone within'],
    ['Seed swap', 'half a plot'],
    ['Plant sale', 'the rents rise this year'],
  ]);
  const rulesTo = (x1: number) =>
    [1, 2, 3].map((row) => ({ orientation: 'horizontal', x0: 0, x1, y0: rowPt * row - 1, y1: rowPt * row - 1 }));
  const own = table.cells.flatMap(({ lines }) => lines);
  const page = (x1: number) =>
    ({ lines: [...own, line('the next line of it', 100, 4 * rowPt - 4)], rules: rulesTo(x1) }) as unknown as Page;
  expect(proseBeside(table, page(90)).size).toBeGreaterThan(0);
  expect(proseBeside(table, page(200)).size).toBe(0);
});

test('columns that part words a single space apart are text', () => {
  const cutRow = (y: number) => {
    const [first, second] = [line('Tuesday,', 60, y, 9, ' '), line('January', 99, y)];
    return [first, second] as const;
  };
  const table = tableOf('unruled', [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  const cells = table.cells.map((cell): TableCell => {
    const own = cutRow(rowPt * (cell.row + 1))[cell.column];
    return { ...cell, lines: own === undefined ? [] : [own] };
  });
  expect(cutsThroughText({ ...table, cells })).toBe(true);
  expect(cutsThroughText({ ...table, kind: 'ruled', cells })).toBe(false);
  expect(cutsThroughText(table)).toBe(false);
});
