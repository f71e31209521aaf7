import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

/** Rows between level rules; only the header has a border between the first two columns, at 115. */
function drawRows(pen: Pen, rows: readonly (readonly (readonly [text: string, x: number])[])[]) {
  const bottom = 100 + 20 * (rows.length + 1);
  for (let y = 100; y <= bottom; y += 20) pen.line(60, y, 400, y);
  for (const x of [60, 330, 400]) pen.line(x, 100, x, bottom);
  pen.line(115, 100, 115, 120);
  pen.text('Place', 80, 114);
  pen.text('Description', 200, 114);
  pen.text('Amount', 340, 114);
  for (const [index, row] of rows.entries()) {
    for (const [text, x] of row) pen.text(text, x, 134 + 20 * index);
  }
}

const places = ['Northfield', 'Southfield', 'Westfields', 'Eastfields'];
const shops = ['Fuel station', 'Book shop', 'Bakery', 'Tickets'];

test('borders that end with the header part the columns below, where words keep to either side of them', async () => {
  const [table] = await tablesOf((pen) =>
    drawRows(
      pen,
      places.map((place, index) => [
        [place, 66],
        [shops[index] ?? '', 117],
        ['12.50', 350],
      ]),
    ),
  );
  expect(table && texts(table)).toEqual([
    ['Place', 'Description', 'Amount'],
    ...places.map((place, index) => [place, shops[index], '12.50']),
  ]);
});

test('a text across such a border shows that it parts nothing', async () => {
  const [table] = await tablesOf((pen) =>
    drawRows(pen, [
      ...places.map((place, index): [string, number][] => [
        [place, 66],
        [shops[index] ?? '', 117],
        ['12.50', 350],
      ]),
      [
        ['Accommodation and travel', 66],
        ['50.00', 350],
      ],
    ]),
  );
  expect(table && texts(table)[2]).toEqual([`${places[1]} ${shops[1]}`, '', '12.50']);
});
