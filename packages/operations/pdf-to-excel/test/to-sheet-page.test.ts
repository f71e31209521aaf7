import type { Page } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { toSheetPage } from '../src/to-sheet-page.ts';
import { cellOf, lineOf } from './page-tables.ts';

test('a line between the labels of a form, in none of its cells, is laid out beside it', () => {
  const [first, between, last] = ['Name:', 'in block letters', 'Born:'].map((text, index) =>
    lineOf([[text, 60, 120]], { y0: 100 + 20 * index, y1: 110 + 20 * index }),
  );
  if (first === undefined || between === undefined || last === undefined) throw new TypeError('There are three lines');
  const cells = [cellOf(0, 0, first), cellOf(1, 0, last)];
  const form = {
    angle: 0,
    box: { x0: 60, y0: 100, x1: 200, y1: 150 },
    cells,
    rowCount: 2,
    columnCount: 1,
    columnCuts: [60, 200],
    rowCuts: [100, 125, 150],
    headerRows: 0,
  } as unknown as Table;
  const page = { number: 1, lines: [first, between, last], widthPt: 595, heightPt: 842 } as unknown as Page;
  const { items } = toSheetPage(page, [{ table: form, title: null, chain: null, isForm: true }], 'all', new Set());
  const lines = items.flatMap((item) => (item.kind === 'line' ? [item.line.texts.map(({ text }) => text)] : []));
  expect(lines).toEqual([['in block letters']]);
});
