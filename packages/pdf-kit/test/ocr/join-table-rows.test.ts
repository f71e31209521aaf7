import { expect, test } from 'vitest';
import { joinTableRows } from '../../src/ocr/join-table-rows.ts';
import type { RasterLine } from '../../src/ocr.ts';

/** A column of lines of 12 pixels, 20 apart, the first on the baseline at `top`. */
function column(texts: readonly string[], left: number, top = 100, direction: 'ltr' | 'rtl' = 'ltr'): RasterLine[] {
  return texts.map((text, index) => {
    const y = top + 20 * index;
    const words = text.split(' ').map((word, place) => {
      const x0 = left + 60 * place;
      return { text: word, confidence: 1, box: { x0, y0: y - 9, x1: x0 + 50, y1: y + 3 } };
    });
    const width = 60 * words.length - 10;
    return { words, direction, heightPx: 12, paragraph: left, baseline: { x0: left, y0: y, x1: left + width, y1: y } };
  });
}

const textOf = (lines: readonly RasterLine[]) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

const names = ['Customer', 'Albrecht', 'Bergmann', 'Castillo'];
const amounts = ['Amount', '11.20', '7.05', '940.00'];

test('columns with figures become rows, and what stands above and below stays where it was', () => {
  const table = [
    ...column(['Orders of the year 2019 by customer', ...names, 'All in Euro'], 50, 80),
    ...column(amounts, 300),
  ];
  expect(textOf(joinTableRows(table))).toEqual([
    'Orders of the year 2019 by customer',
    'Customer Amount',
    'Albrecht 11.20',
    'Bergmann 7.05',
    'Castillo 940.00',
    'All in Euro',
  ]);
});

test('text that follows the last column under the table is no cell of it', () => {
  const after = column(['All amounts are in Euro and were paid', 'before the end of the year.'], 50, 200);
  const table = [...column(names, 50), ...column(amounts, 300), ...after];
  expect(textOf(joinTableRows(table)).slice(-3)).toEqual([
    'Castillo 940.00',
    'All amounts are in Euro and were paid',
    'before the end of the year.',
  ]);
});

test('a last column a little lower than the first is still its neighbour', () => {
  const lower = column(amounts, 300, 103);
  expect(textOf(joinTableRows([...column(names, 50), ...lower]))).toContain('Castillo 940.00');
});

test('a row runs from its first cell to its last', () => {
  const [, row] = joinTableRows([...column(names, 50), ...column(amounts, 300)]);
  expect(row?.baseline).toEqual({ x0: 50, y0: 120, x1: 350, y1: 120 });
});

test('labels and what they name are rows without any figure', () => {
  const form = [...column(['Name:', 'City:', 'Street:'], 50), ...column(['Ann Lee', 'Porto', 'Rua Nova'], 300)];
  expect(textOf(joinTableRows(form))).toEqual(['Name: Ann Lee', 'City: Porto', 'Street: Rua Nova']);
});

test('the cells of a right-to-left table are read from the right', () => {
  const table = [...column(['שם', 'דן', 'רות'], 300, 100, 'rtl'), ...column(['סכום', '12', '34'], 50, 100, 'rtl')];
  expect(textOf(joinTableRows(table))).toEqual(['שם סכום', 'דן 12', 'רות 34']);
});

test.each([
  [
    'columns of text',
    [...column(Array(4).fill('some words of a story'), 50), ...column(Array(4).fill('and more of it'), 400)],
  ],
  ['columns of names', [...column(names, 50), ...column(names, 300)]],
  ['figures on heights of their own', [...column(names, 50), ...column(amounts, 300, 110)]],
  ['a single column', column(names, 50)],
  ['nothing', []],
])('%s stay as they are', (_name, lines) => {
  expect(joinTableRows(lines)).toEqual(lines);
});

test.each([
  ['fan out, as in perspective', (x: number, y: number) => y + ((x - 50) * (300 - y)) / 1000],
  ['bend, as on a curled sheet', (x: number, y: number) => y + 30 * Math.sin(x / 220)],
])('rows that %s are followed', (_, at) => {
  const level = [
    ...column(['Corner Shop', 'Receipt 4711', ...names, 'Dufour', 'Eriksen', 'Thank you'], 50, 60),
    ...column([...amounts, '3.10', '28.99'], 500),
  ];
  const photographed = level.map((line) => {
    const fall = (x: number) => at(x, line.baseline.y0) - line.baseline.y0;
    const words = line.words.map(({ box, ...word }) => {
      const rise = fall((box.x0 + box.x1) / 2);
      return { ...word, box: { ...box, y0: box.y0 + rise, y1: box.y1 + rise } };
    });
    const { x0, y0, x1, y1 } = line.baseline;
    return { ...line, words, baseline: { x0, y0: y0 + fall(x0), x1, y1: y1 + fall(x1) } };
  });
  const joined = joinTableRows(photographed);
  expect(textOf(joined)).toEqual([
    'Corner Shop',
    'Receipt 4711',
    'Customer Amount',
    'Albrecht 11.20',
    'Bergmann 7.05',
    'Castillo 940.00',
    'Dufour 3.10',
    'Eriksen 28.99',
    'Thank you',
  ]);
  const words = new Set(photographed.flatMap((line) => line.words));
  expect(joined.flatMap((line) => line.words).every((word) => words.has(word))).toBe(true);
});

test('columns that were read in pieces become rows, if most have an amount', () => {
  const labels = column(['Nr. Item', '1 Wages', 'Tax', 'Pension', 'Bonus', '5 Travel'], 50);
  const numbers = column(['2', '3', '4'], 50, 140);
  const values = column(['EUR', '1.034,05', '287,38', '427,70', '1.916,82', '707,85'], 400);
  const tax = labels.map((line, index) => (index < 2 || index > 4 ? line : shift(line, 60)));
  expect(textOf(joinTableRows([...tax, ...numbers, ...values]))).toEqual([
    'Nr. Item EUR',
    '1 Wages 1.034,05',
    '2 Tax 287,38',
    '3 Pension 427,70',
    '4 Bonus 1.916,82',
    '5 Travel 707,85',
  ]);
});

test('an address beside the numbers of a letter head stays whole', () => {
  const letter = [
    ...column(['Ann Lee', 'Main Road', 'Porto', 'Portugal'], 50),
    ...column(['Our sign Bergmann', 'Phone 555 0101', 'Your letter', '2024-05-01'], 300),
  ];
  expect(textOf(joinTableRows(letter))).toEqual(textOf(letter));
});

function shift(line: RasterLine, right: number): RasterLine {
  const words = line.words.map(({ box, ...word }) => ({
    ...word,
    box: { ...box, x0: box.x0 + right, x1: box.x1 + right },
  }));
  const { x0, x1, ...heights } = line.baseline;
  return { ...line, words, baseline: { ...heights, x0: x0 + right, x1: x1 + right } };
}
