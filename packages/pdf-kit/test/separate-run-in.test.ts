import { expect, test } from 'vitest';
import { tablesOf, texts } from './tables-of.ts';

const items = ['Lamp', 'Table of oak', 'Chair', 'Shelf, wide'];

test('a label as long as its column leaves the number right behind it in the next', async () => {
  const [table] = await tablesOf((pen) => {
    for (const [index, item] of [...items, 'Cupboard with two doors and a drawer'].entries()) {
      const y = 100 + 18 * index;
      pen.text(item, 60, y);
      // The last label ends where its number begins.
      pen.text('1', 60 + 171.2, y);
      pen.right('24.90', 320, y);
      pen.right('24.90', 400, y);
    }
  });
  expect(table && texts(table)).toEqual(
    [...items, 'Cupboard with two doors and a drawer'].map((item) => [item, '1', '24.90', '24.90']),
  );
});

test('a number that ends a text where no other row has one is part of the text', async () => {
  const [table] = await tablesOf((pen) => {
    for (const [index, item] of [...items, 'Cupboard, colour of type RAL 9010'].entries()) {
      const y = 100 + 18 * index;
      pen.text(item, 60, y);
      pen.right('24.90', 320, y);
      pen.right('24.90', 400, y);
    }
  });
  expect(table && texts(table).at(-1)).toEqual(['Cupboard, colour of type RAL 9010', '24.90', '24.90']);
});

test('labels printed over the amounts beside them are columns of their own', async () => {
  const labels = ['Cash', 'Deposits of three months and more', 'Bonds of less than a year', 'Shares of others', 'Rent'];
  const [table] = await tablesOf((pen) => {
    for (const [index, label] of labels.entries()) {
      const y = 100 + 18 * index;
      pen.text(`1.${index}`, 40, y);
      pen.text(label, 70, y);
      pen.text('10.00', 140, y);
      pen.text('20.00', 260, y);
    }
  });
  expect(table && texts(table)).toEqual(labels.map((label, index) => [`1.${index}`, label, '10.00', '20.00']));
});
