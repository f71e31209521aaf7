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

test('words between bars keep the space between them', async () => {
  const [table] = await tablesOf((pen) => {
    pen.text('|No. |Text            |  Net amount|', 70, 104);
    pen.text('|1001|Card payment 200 |    1.117,87|', 70, 118);
    pen.text('|1002|Standing order 7 |      120,00|', 70, 132);
  });
  expect(table && texts(table)).toEqual([
    ['No.', 'Text', 'Net amount'],
    ['1001', 'Card payment 200', '1.117,87'],
    ['1002', 'Standing order 7', '120,00'],
  ]);
});

test('a line alone between bars is a row, with its empty columns', async () => {
  const [table] = await tablesOf((pen) => pen.text('|*   |  |Sum of the account |  | 31.072,80|EUR|', 70, 104));
  expect(table && texts(table)).toEqual([['*', '', 'Sum of the account', '', '31.072,80', 'EUR']]);
});

test('a bar between two texts at the foot of a page makes no table', async () => {
  const tables = await tablesOf((pen) => {
    pen.text('Hats Ltd | 4 High Street', 70, 780);
    pen.text('Tel. 0171 220 | hats.example', 70, 794);
  });
  expect(tables).toEqual([]);
});

test('bars around terms are those of norms and absolute values, and separate nothing', async () => {
  const tables = await tablesOf((pen) => {
    pen.text('The last step gives the distance from 0, ||x||, which becomes smaller', 70, 104);
    pen.text('in each step. While ||y|| > 0 it is compared with (|S|), the size of S', 70, 118);
    pen.text('so that |a| + |b| is no less than c.', 70, 132);
  });
  expect(tables).toEqual([]);
});

test('a bar after a term in its script closes it', async () => {
  const tables = await tablesOf((pen) => {
    for (const y of [104, 118]) {
      pen.right('The norm is ||x||', 200, y);
      pen.text('2', 200, y + 2, { size: 6 });
    }
  });
  expect(tables).toEqual([]);
});

test('narrow cells between bars are a table where other rows have spaces in them', async () => {
  const [table] = await tablesOf((pen) => {
    pen.text('|Set  | Size |Mean|', 70, 104);
    pen.text('|A| |12|', 70, 118);
    pen.text('|B  | 140  |7   |', 70, 132);
  });
  expect(table?.columnCount).toBe(3);
});

test('bars among times say that nothing stops there, and separate nothing', async () => {
  const found = await tablesOf((pen) => {
    const times = [
      ['Abbott Road', '05:35', '|', '06:33', '|'],
      ['Carr Green', '05:42', '06:02', '|', '07:10'],
      ['Hythe Bridge', '|', '06:11', '06:50', '|'],
      ['Jarrow Mill', '06:01', '06:20', '|', '07:31'],
    ];
    times.forEach(([stop = '', ...own], row) => {
      pen.text(stop, 60, 100 + 14 * row);
      own.forEach((time, index) => {
        pen.right(time, 250 + 60 * index, 100 + 14 * row);
      });
    });
  });
  expect(found.map((table) => texts(table)[1])).toEqual([['Carr Green', '05:42', '06:02', '|', '07:10']]);
});
