import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

const white: [number, number, number] = [1, 1, 1];
const amounts = ['725.80', '639.70', '106.39'];

/** A grid of names and amounts with a white full stop right behind each amount. */
function drawGrid(pen: Pen) {
  for (const y of [100, 120, 140, 160]) pen.line(60, y, 300, y);
  for (const x of [60, 180, 300]) pen.line(x, 100, x, 160);
  for (const [index, amount] of amounts.entries()) {
    pen.text('Parcels', 66, 114 + 20 * index);
    pen.text(amount, 200, 114 + 20 * index);
    pen.text('.', 200 + 30.58, 114 + 20 * index, { color: white });
  }
}

test('a white sign behind an amount is none of it', async () => {
  const [table] = await tablesOf(drawGrid);
  expect(table && texts(table)).toEqual(amounts.map((amount) => ['Parcels', amount]));
});

test('a white sign on a coloured ground is read', async () => {
  const [table] = await tablesOf((pen) => {
    pen.fill(180, 100, 300, 160, [0.6, 0.8, 0.6]);
    drawGrid(pen);
  });
  expect(table && texts(table)).toEqual(amounts.map((amount) => ['Parcels', `${amount}.`]));
});
