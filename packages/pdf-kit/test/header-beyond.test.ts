import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

/** Rows of bookings, each second one on a stripe, with the opening balance above them. */
function drawBookings(pen: Pen) {
  pen.text('Opening balance', 340, 130);
  pen.right('4688.00', 540, 130);
  for (const [index, [day, text, paid, left]] of bookings.entries()) {
    const y = 152 + 22 * index;
    if (index % 2 === 0) pen.fill(50, y - 15, 560, y + 7, [0.9, 0.9, 0.9]);
    pen.text(day, 60, y);
    pen.text(text, 140, y);
    pen.right(paid, 420, y);
    pen.right(left, 540, y);
  }
}

const bookings = [
  ['2025-04-22', 'Cash', '100.00', '4588.00'],
  ['2025-04-23', 'Transfer', '20.50', '4567.50'],
  ['2025-04-24', 'Phone', '35.00', '4532.50'],
  ['2025-04-25', 'Water', '10.50', '4522.00'],
  ['2025-04-26', 'Rent', '12.00', '4510.00'],
  ['2025-04-27', 'Cash', '10.00', '4500.00'],
] as const;

test('headings in line with the columns head them, though an opening balance and much white are between', async () => {
  const [table] = await tablesOf((pen) => {
    pen.text('Date', 60, 98);
    pen.text('Booking', 140, 98);
    pen.right('Debit', 420, 98);
    pen.right('Balance', 540, 98);
    drawBookings(pen);
  });
  expect(table).toMatchObject({ headerRows: 1 });
  expect(table && texts(table)).toEqual([
    ['Date', 'Booking', 'Debit', 'Balance'],
    ['', '', 'Opening balance', '4688.00'],
    ...bookings,
  ]);
});

test('words above that are in line with no columns are no header', async () => {
  const [table] = await tablesOf((pen) => {
    pen.text('Savings', 90, 98);
    pen.text('Branch', 240, 98);
    pen.text('Monthly', 460, 98);
    drawBookings(pen);
  });
  expect(table?.cells.some(({ text }) => text === 'Savings')).toBe(false);
});
