import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findTables, withSidesRaised } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

async function raised(draw: (pen: Pen) => void) {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return withSidesRaised(await document.readPage(1));
  } finally {
    await document.close();
  }
}

const bookings = [
  ['GROCERY STORE', '1,250.00', ''],
  ['PAYMENT RECEIVED', '40,804.00', 'CR'],
  ['FUEL STATION', '2,310.50', ''],
  ['REFUND', '499.00', 'CR'],
  ['RESTAURANT', '860.00', ''],
];

test('the side of an account on the line below its amount belongs to it', async () => {
  const page = await raised((pen) => {
    pen.text('Details', 60, 100);
    pen.right('Amount', 400, 100);
    bookings.forEach(([text = '', amount = '', side = ''], row) => {
      pen.text(text, 60, 120 + 26 * row);
      pen.right(amount, 400, 120 + 26 * row);
      if (side !== '') pen.text('Card Number 1007', 60, 132 + 26 * row);
      if (side !== '') pen.right(side, 400, 132 + 26 * row);
    });
  });
  const [table] = findTables(page);
  const amounts = table?.cells.filter(({ column }) => column === (table.columnCount ?? 1) - 1).map(({ text }) => text);
  expect(amounts?.filter((text) => text !== '')).toEqual([
    'Amount',
    '1,250.00',
    '40,804.00 CR',
    '2,310.50',
    '499.00 CR',
    '860.00',
  ]);
});

test('a minus alone on the line below an amount is its sign, one in a row of its own is none', async () => {
  const page = await raised((pen) => {
    pen.right('310.00', 400, 100);
    pen.right('-', 400, 111);
    pen.text('Interest', 60, 150);
    pen.right('25.00', 400, 150);
    pen.text('Fees', 60, 162);
    pen.right('-', 400, 162);
  });
  expect(page.lines.map(({ text }) => text)).toEqual(['310.00 -', 'Interest', '25.00', 'Fees', '-']);
});

test('a side that ends elsewhere, or below no amount, stays where it is', async () => {
  const page = await raised((pen) => {
    pen.right('310.00', 400, 100);
    pen.right('CR', 380, 111);
    pen.right('Total', 300, 100);
    pen.right('DR', 300, 111);
  });
  expect(page.lines.map(({ text }) => text).sort()).toEqual(['310.00', 'CR', 'DR', 'Total']);
});
