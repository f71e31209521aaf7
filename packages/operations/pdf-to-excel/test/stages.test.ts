import { noBoundaries } from '@platen/pdf-kit';
import { blankPage, type Page, type RecognizedLine, withRecognizedText } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { documentTables, scanPagesOf } from '../src/stages.ts';

const charWidthPt = 5;

/** A recognised line of words that begin at `x0`, or with a number end there. */
function lineOf(y: number, words: readonly (readonly [text: string, x: number])[]): RecognizedLine {
  return {
    words: words.map(([text, x]) => {
      const widthPt = text.length * charWidthPt;
      const x0 = /\d$/.test(text) ? x - widthPt : x;
      return { text, box: { x0, y0: y, x1: x0 + widthPt, y1: y + 9 }, confidence: 0.95 };
    }),
  };
}

/** A page of a statement, as it lay on the glass: so many points to the right and further down. */
function statementPage(number: number, rows: readonly RecognizedLine[], right: number, down: number): Page {
  const letterhead = [
    lineOf(40, [
      ['Northfield', 60],
      ['Building', 115],
      ['Society', 160],
    ]),
    lineOf(760, [
      ['Registered', 60],
      ['office:', 115],
      ['Harrogate', 150],
    ]),
  ];
  const moved = [...letterhead, ...rows].map(({ words }) => ({
    words: words.map(({ box, ...word }) => ({
      ...word,
      box: { x0: box.x0 + right, y0: box.y0 + down, x1: box.x1 + right, y1: box.y1 + down },
    })),
  }));
  return withRecognizedText(blankPage({ number, widthPt: 595, heightPt: 842 }), moved);
}

const shops = ['Kestrel', 'Harlow', 'Bettys', 'Ridgeway'];

/** Payments with a running balance; every fifth is money in, in a column of its own. */
function payments(first: number, count: number): readonly RecognizedLine[] {
  return Array.from({ length: count }, (_, index) => {
    const day = first + index;
    const amount = `${day + 10}.50`;
    return lineOf(120 + index * 14, [
      [`${String((day % 28) + 1).padStart(2, '0')}/03/2024`, 110],
      [shops[day % shops.length] ?? '', 130],
      [amount, day % 5 === 0 ? 430 : 350],
      [`${1000 + day * 3}.25`, 520],
    ]);
  });
}

test('a statement over scanned pages that lay elsewhere on the glass is one table with its columns', () => {
  const header = lineOf(105, [
    ['Date', 60],
    ['Description', 130],
    ['Paid', 310],
    ['out', 332],
    ['Paid', 395],
    ['in', 417],
    ['Balance', 485],
  ]);
  const pages = [
    statementPage(1, [header, ...payments(1, 40)], 0, 0),
    statementPage(2, payments(41, 40), 9, -6),
    statementPage(3, payments(81, 4), -7, 5),
  ];
  const { pages: sheets } = documentTables([scanPagesOf(pages, 'tables', noBoundaries)], noBoundaries);
  const tables = sheets.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'table' ? [item.table] : [])));
  expect(tables.map(({ rowCount }) => rowCount)).toEqual([85]);
  const columnOf = (text: string) => tables[0]?.cells.find((cell) => cell.text === text)?.column;
  // The 55th and the 84th payment, on the second and the third page.
  expect(columnOf('65.50')).toBe(columnOf('15.50'));
  expect(columnOf('94.50')).toBe(columnOf('11.50'));
  expect(columnOf('15.50')).not.toBe(columnOf('11.50'));
});
