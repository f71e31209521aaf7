import type { Line, TextStyle, Word } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { toSheetTable } from '../src/to-sheet-table.ts';

const style: TextStyle = {
  font: {
    name: 'Test',
    bold: false,
    italic: false,
    monospace: false,
    serif: false,
    symbolic: false,
    vertical: false,
    ascent: 0.8,
    descent: -0.2,
  },
  sizePt: 10,
  color: '#000000',
};

/** A line of words, each with where it begins and ends. */
function lineOf(...pieces: readonly (readonly [text: string, x0: number, x1: number])[]): Line {
  const words = pieces.map(
    ([text, x0, x1]): Word => ({
      text,
      box: { x0, y0: 0, x1, y1: 10 },
      glyphs: [],
      style,
      script: 'normal',
      confidence: null,
      spaceAfter: true,
    }),
  );
  const box = { x0: pieces[0]?.[1] ?? 0, y0: 0, x1: pieces.at(-1)?.[2] ?? 0, y1: 10 };
  const text = pieces.map(([own]) => own).join(' ');
  return { text, box, words, baseline: 8, style, angle: 0, direction: 'ltr', order: 0 };
}

test('amounts are set to the right, also the longest one and one behind a currency at the left side', () => {
  const lines = [
    lineOf(['$', 100, 105], ['461', 145, 160]),
    lineOf(['4', 155, 160]),
    lineOf(['1,234,567.00', 100, 160]),
    lineOf(['Total of all', 100, 160]),
  ];
  const borders = { top: false, right: false, bottom: false, left: false };
  const table: Table = {
    pageNumber: 1,
    kind: 'half-ruled',
    box: { x0: 90, y0: 0, x1: 170, y1: 40 },
    rowCount: 4,
    columnCount: 1,
    columnCuts: [90, 170],
    rowCuts: [0, 10, 20, 30, 40],
    cells: lines.map((line, row) => ({
      row,
      column: 0,
      rowSpan: 1,
      columnSpan: 1,
      box: line.box,
      lines: [line],
      text: line.text,
      fill: null,
      borders,
    })),
    headerRows: 0,
    confidence: 1,
    angle: 0,
  };
  const sheet = toSheetTable(table, { fromTop: false, toBottom: false, isCarried: false });
  expect(sheet.cells.map(({ align }) => align)).toEqual(['right', 'right', 'right', 'left']);
});
