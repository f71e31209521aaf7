import { expect, test } from 'vitest';
import { tablesOf, texts } from './tables-of.ts';

test('bars typed between columns separate them by their number, wherever proportional type puts them', async () => {
  const [table, ...others] = await tablesOf((pen) => {
    pen.text('-'.repeat(60), 70, 90);
    pen.text('Date    | Category    | Description        | Amount', 70, 104);
    pen.text('-'.repeat(60), 70, 118);
    pen.text('11/15/2024 | Transport | JFK to NRT       | 4,250.00', 70, 132);
    pen.text('         | Booking QF78956', 70, 146);
    pen.text('-'.repeat(60), 70, 160);
    pen.text('11/16/2024 | Hotel    | Five nights in Tokyo| 1,530.00', 70, 174);
  });
  expect(table && texts(table)).toEqual([
    ['Date', 'Category', 'Description', 'Amount'],
    ['11/15/2024', 'Transport Booking QF78956', 'JFK to NRT', '4,250.00'],
    ['11/16/2024', 'Hotel', 'Five nights in Tokyo', '1,530.00'],
  ]);
  expect(others).toEqual([]);
});

test('a bar between two texts at the foot of a page makes no table', async () => {
  const tables = await tablesOf((pen) => {
    pen.text('Hats Ltd | 4 High Street', 70, 780);
    pen.text('Tel. 0171 220 | hats.example', 70, 794);
  });
  expect(tables).toEqual([]);
});
