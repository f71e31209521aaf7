import type { Table } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { toSheetTable } from '../src/to-sheet-table.ts';
import { cellOf, lineOf } from './page-tables.ts';

/** Of a table in the middle of its page. */
const reach = { fromTop: false, caption: null, toBottom: false, isCarried: false, hasTextBelow: false };

test('amounts are set to the right, also the longest one and one behind a currency at the left side', () => {
  const rows = [
    [
      ['$', 100, 105],
      ['461', 145, 160],
    ],
    [['4', 155, 160]],
    [['1,234,567.00', 100, 160]],
    [['Total of all', 100, 160]],
  ] as const;
  const table: Table = {
    pageNumber: 1,
    kind: 'half-ruled',
    box: { x0: 90, y0: 0, x1: 170, y1: 40 },
    rowCount: 4,
    columnCount: 1,
    columnCuts: [90, 170],
    rowCuts: [0, 10, 20, 30, 40],
    cells: rows.map((words, row) => cellOf(row, 0, lineOf(words, { y0: 0, y1: 10 }))),
    headerRows: 0,
    confidence: 1,
    angle: 0,
  };
  const sheet = toSheetTable(table, reach);
  expect(sheet.cells.map(({ align }) => align)).toEqual(['right', 'right', 'right', 'left']);
});

test('a colon between a label and its value is none of the value', () => {
  const cells = [
    cellOf(0, 0, lineOf([['Pay Date', 0, 40]], { y0: 0, y1: 10 })),
    cellOf(
      0,
      1,
      lineOf(
        [
          [':', 50, 52],
          ['31/01/2026', 55, 95],
        ],
        { y0: 0, y1: 10 },
      ),
    ),
  ];
  const table: Table = {
    pageNumber: 1,
    kind: 'unruled',
    box: { x0: 0, y0: 0, x1: 100, y1: 10 },
    rowCount: 1,
    columnCount: 2,
    columnCuts: [0, 45, 100],
    rowCuts: [0, 10],
    cells,
    headerRows: 0,
    confidence: 1,
    angle: 0,
  };
  const sheet = toSheetTable(table, reach);
  expect(sheet.cells.map(({ text }) => text)).toEqual(['Pay Date', '31/01/2026']);
});

test('each cell is looked at so many times, however many columns a table has', () => {
  const looks = (columns: number): number => {
    let count = 0;
    const cells = Array.from({ length: columns }, (_, column) => {
      const cell = cellOf(0, column, lineOf([['a', 10 * column, 10 * column + 5]], { y0: 0, y1: 10 }));
      return Object.defineProperty(cell, 'column', {
        get() {
          count += 1;
          return column;
        },
      });
    });
    const cuts = Array.from({ length: columns + 1 }, (_, column) => 10 * column);
    const box = { x0: 0, y0: 0, x1: 10 * columns, y1: 10 };
    const known = { rowCount: 1, rowCuts: [0, 10], headerRows: 0, confidence: 1, angle: 0, pageNumber: 1 };
    toSheetTable({ ...known, kind: 'unruled', box, columnCount: columns, columnCuts: cuts, cells }, reach);
    return count / columns;
  };
  expect(looks(400)).toBeLessThan(looks(20) + 1);
});

test('figures far apart on one line are several values, and those a space apart are one', () => {
  const lines = [
    [
      ['763', 0, 15],
      ['562', 45, 60],
    ],
    [
      ['763', 0, 15],
      ['562', 18, 33],
    ],
  ] as const;
  const table: Table = {
    pageNumber: 1,
    kind: 'unruled',
    box: { x0: 0, y0: 0, x1: 100, y1: 20 },
    rowCount: 2,
    columnCount: 1,
    columnCuts: [0, 100],
    rowCuts: [0, 10, 20],
    cells: lines.map((words, row) => cellOf(row, 0, lineOf(words, { y0: 0, y1: 10 }))),
    headerRows: 0,
    confidence: 1,
    angle: 0,
  };
  expect(toSheetTable(table, reach).cells.map(({ text }) => text)).toEqual(['763\n562', '763 562']);
});
