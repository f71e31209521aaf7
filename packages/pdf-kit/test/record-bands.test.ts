import { expect, test } from 'vitest';
import type { ColumnRow } from '../src/tables/column-row.ts';
import { leastApart, recordBands } from '../src/tables/ledger/record-bands.ts';

/** A line `y` below the top with texts in the columns of a date, words and an amount. */
function line(y: number, ...texts: readonly string[]): ColumnRow {
  const chunks = texts.flatMap((text, first) => (text === '' ? [] : [{ first, last: first, chunk: { text } }]));
  return { row: { baseline: y, box: { x0: 0, y0: y - 7, x1: 200, y1: y }, sizePt: 8 }, chunks } as unknown as ColumnRow;
}

const amounts = new Set([2]);
const unruled = () => false;

/** Records of one, two or three lines, 10 apart, with 12 between the lines of two; what has one line is in the middle. */
const page = [
  line(10, '1 May', 'Rent', '20.00'),
  line(22, '', 'Card payment'),
  line(27.002, '2 May', '', '30.00'),
  line(31.999, '', 'Kestrel'),
  line(44.0005, '', 'Transfer'),
  line(54, '3 May', 'R Okafor', '9.50'),
  line(64, '', 'April'),
  line(76, '4 May', 'Books', '12.00'),
  line(87.99, 'Card 5656'),
  line(100, '5 May', 'Train', '7.00'),
];

test('lines are of one record where they are nearer than those of two, to which rounding makes no difference', () => {
  const least = leastApart([page], amounts);
  const bands = recordBands(page, unruled, amounts, least);
  expect(bands?.map((band) => band.length)).toEqual([1, 3, 3, 1, 1, 1]);
});

test('white says nothing where lines of one record are as far apart as those of two', () => {
  const even = page.map(({ chunks, row }, index) => ({ chunks, row: { ...row, baseline: 10 * index } }));
  expect(leastApart([even], amounts)).toBeNull();
});
