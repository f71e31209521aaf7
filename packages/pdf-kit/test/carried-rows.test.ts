import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { type CarriedRows, carriedRows, findPageTables, rowsGoingOn, withClosingRows } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { texts } from './tables-of.ts';

type Row = readonly [date: string, text: string, debit: string, balance: string];

const starts = [60, 130, 360, 440, 520];

function fillRow(pen: Pen, y: number, [date, text, debit, balance]: Row) {
  pen.text(date, 65, y);
  pen.text(text, 135, y);
  pen.right(debit, 435, y);
  pen.right(balance, 515, y);
}

/** Draws rows between rules, 20 apart. */
function grid(pen: Pen, top: number, rows: readonly Row[]) {
  const bottom = top + rows.length * 20;
  for (let row = 0; row <= rows.length; row += 1) pen.line(60, top + row * 20, 520, top + row * 20);
  for (const x of starts) pen.line(x, top, x, bottom);
  rows.forEach((row, index) => {
    fillRow(pen, top + 14 + index * 20, row);
  });
}

const bookings: readonly Row[] = [
  ['Date', 'Details', 'Paid out', 'Balance'],
  ['1 Mar 2024', 'CARD PAYMENT', '20.00', '180.00'],
  ['2 Mar 2024', 'WATER', '30.00', '150.00'],
  ['3 Mar 2024', 'TRAIN', '10.50', '139.50'],
];

/** What the grid of the first page carried over to a second page. */
async function carriedOver(draw: (pen: Pen) => void, isBroken = true): Promise<CarriedRows | null> {
  const document = await openPageModel(await drawPdf((pen) => grid(pen, 100, bookings), draw));
  const [first, second] = [await document.readPage(1), await document.readPage(2)];
  await document.close();
  const [above] = findPageTables(first).tables;
  if (above === undefined) throw new TypeError('The grid of the first page is a table');
  return carriedRows(above, { number: 2, lines: second.lines, tables: findPageTables(second).tables, isBroken });
}

test('a closing row alone on the next page is in the columns of the table', async () => {
  const carried = await carriedOver((pen) => fillRow(pen, 60, ['', 'Closing balance', '', '139.50']));
  expect(carried?.rest).toBeNull();
  expect(carried === null ? [] : texts(carried.table)).toEqual([['', 'Closing balance', '', '139.50']]);
});

test('a record alone on the next page is, with its date and text', async () => {
  const carried = await carriedOver((pen) => fillRow(pen, 60, ['4 Mar 2024', 'COFFEE', '4.50', '135.00']));
  expect(carried === null ? [] : texts(carried.table)).toEqual([['4 Mar 2024', 'COFFEE', '4.50', '135.00']]);
});

test('a sum above the rest of a grid is its first row, also where the page before had room left', async () => {
  const carried = await carriedOver((pen) => {
    fillRow(pen, 54, ['', 'Brought forward', '', '139.50']);
    grid(pen, 60, [
      ['4 Mar 2024', 'COFFEE', '4.50', '135.00'],
      ['5 Mar 2024', 'BOOKS', '35.00', '100.00'],
    ]);
  }, false);
  expect(carried?.rest?.rowCount).toBe(2);
  expect(carried?.table.rowCount).toBe(3);
  expect(carried === null ? [] : texts(carried.table)[0]).toEqual(['', 'Brought forward', '', '139.50']);
  expect(carried?.table.rowCuts).toHaveLength(4);
});

test('nothing goes on where the page before had room left and no sum is brought forward', async () => {
  const closing: Row = ['', 'Closing balance', '', '12.00'];
  expect(await carriedOver((pen) => fillRow(pen, 60, closing), false)).toBeNull();
});

test('a label that begins elsewhere or an amount that ends elsewhere is no row of the table', async () => {
  const drawAt = (x: number, end: number) => (pen: Pen) => {
    pen.text('Closing balance', x, 60);
    pen.right('139.50', end, 60);
  };
  expect(await carriedOver(drawAt(150, 515))).toBeNull();
  expect(await carriedOver(drawAt(135, 490))).toBeNull();
});

test('a sum is in a column that is empty down to it, beside one that ends a column of amounts', async () => {
  const page = (last: Row) => (pen: Pen) => {
    grid(
      pen,
      60,
      bookings.slice(1).map(([date, text, , balance]): Row => [date, text, '', balance]),
    );
    fillRow(pen, 132, last);
  };
  const document = await openPageModel(
    await drawPdf(page(['', 'Totals', '60.50', '139.50']), page(['', 'Totals', '60.50', ''])),
  );
  const [both, one] = [await document.readPage(1), await document.readPage(2)];
  await document.close();
  const lastRow = (read: typeof both) => {
    const [table] = findPageTables(read).tables;
    return table === undefined ? [] : texts(withClosingRows(table, read.lines)).at(-1);
  };
  expect(lastRow(both)).toEqual(['', 'Totals', '60.50', '139.50']);
  expect(lastRow(one)).toEqual(['3 Mar 2024', 'TRAIN', '', '139.50']);
});

test('rows without headings are in the columns of the table above where their amounts end as there', async () => {
  const draw = (rows: readonly (readonly [string, string, string])[], note: string) => (pen: Pen) => {
    rows.forEach(([label, now, before], row) => {
      pen.text(label, 60, 100 + row * 16);
      pen.right(now, 440, 100 + row * 16);
      pen.right(before, 520, 100 + row * 16);
    });
    pen.text(note, 300, 100 + (rows.length - 1) * 16);
  };
  const document = await openPageModel(
    await drawPdf(
      draw(
        [
          ['Account', '2024', '2023'],
          ['Taxes', '127,592,412.22', '198,609,959.78'],
          ['Rights', '1,860.00', '8,349.56'],
          ['Products', '116,072.85', '1,054,422.06'],
          ['Net change of cash and of what is as good as it', '85,302.13', '920,378.24'],
        ],
        '',
      ),
      draw(
        [
          ['Services', '20.00', '12.00'],
          ['Debt', '0.00', '0.00'],
          ['Cash at the end', '853.76', '971.63'],
        ],
        '(N1)',
      ),
    ),
  );
  const [above, below] = [await document.readPage(1), await document.readPage(2)].map(
    (page) => findPageTables(page).tables[0],
  );
  await document.close();
  if (above === undefined || below === undefined) throw new TypeError('Each page has a table');
  const rows = rowsGoingOn(below, above);
  expect(rows?.columnCuts).toEqual(above.columnCuts);
  expect(rows && texts(rows)).toEqual([
    ['Services', '20.00', '12.00'],
    ['Debt', '0.00', '0.00'],
    ['Cash at the end (N1)', '853.76', '971.63'],
  ]);
  const moved = { ...above, cells: above.cells.map((cell) => ({ ...cell, lines: [] })) };
  expect(rowsGoingOn(below, moved)).toBeNull();
});

test('sums begin where the amounts of their columns do, in a box of their own below them', async () => {
  const rows = [
    ['Account', 'Debit', 'Credit'],
    ['Bank', '5,988.20', '1,140.00'],
    ['Sales', '0.00', '2,999.99'],
  ];
  const document = await openPageModel(
    await drawPdf((pen) => {
      for (const y of [100, 120, 140, 160]) pen.line(60, y, 300, y);
      for (const x of [60, 140, 220, 300]) pen.line(x, 100, x, 160);
      for (const y of [172, 196]) pen.line(60, y, 300, y);
      for (const x of [60, 300]) pen.line(x, 172, x, 196);
      rows.forEach((row, index) => {
        row.forEach((text, column) => {
          pen.text(text, 65 + 80 * column, 114 + 20 * index, { size: 8 });
        });
      });
      ['Totals', '5,988.20', '4,139.99'].forEach((text, column) => {
        pen.text(text, 65 + 80 * column, 187, { bold: true });
      });
    }),
  );
  const page = await document.readPage(1);
  await document.close();
  const [table] = findPageTables(page).tables;
  expect(table === undefined ? [] : texts(withClosingRows(table, page.lines))).toEqual([
    ...rows,
    ['Totals', '5,988.20', '4,139.99'],
  ]);
});
