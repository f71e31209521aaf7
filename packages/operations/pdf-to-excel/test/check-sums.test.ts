import { describe, expect, test } from 'vitest';
import type { SheetCell, SheetTable } from '../src/sheet-model.ts';
import { checkSums } from '../src/sums/check-sums.ts';
import { typeCells } from '../src/type-cells.ts';

function tableOf(rows: readonly (readonly string[])[]): SheetTable {
  const cells = rows.flatMap((texts, row) =>
    texts.map(
      (text, column): SheetCell => ({
        row,
        column,
        rowSpan: 1,
        columnSpan: 1,
        text,
        runs: null,
        bold: false,
        italic: false,
        color: '#000000',
        fill: null,
        align: 'left',
        borders: { top: false, right: false, bottom: false, left: false },
      }),
    ),
  );
  return {
    firstPage: 1,
    lastPage: 1,
    rowCount: rows.length,
    columnCuts: [0, 1],
    fromTop: false,
    toBottom: false,
    isCarried: false,
    headerRows: 1,
    title: null,
    chain: null,
    isForm: false,
    cells,
  };
}

function brokenIn(rows: readonly (readonly string[])[]) {
  const table = tableOf(rows);
  return checkSums(
    table,
    typeCells(table, {
      decimal: '.',
      dateOrder: null,
      lastDays: { 'day-month': null, 'month-day': null },
      negativeSide: null,
    }),
  );
}

const changed = (rows: readonly (readonly string[])[], row: number, column: number, text: string) =>
  rows.map((cells, index) => cells.map((cell, at) => (index === row && at === column ? text : cell)));

describe('a running balance', () => {
  const statement = [
    ['Text', 'Out', 'In', 'Balance'],
    ['Opening balance', '', '', '200.00'],
    ['Coffee', '20.00', '', '180.00'],
    ['Water', '30.00', '', '150.00'],
    ['Salary', '', '2,155.00', '2,305.00'],
    ['Train', '5.00', '', ''],
    ['Books', '100.00', '', '2,200.00'],
    ['Closing balance', '', '', '2,200.00'],
  ];

  test('comes out, also where it is printed for two amounts at once', () => {
    expect(brokenIn(statement)).toEqual([]);
  });

  test('tells the row whose amount or balance has another digit', () => {
    expect(brokenIn(changed(statement, 3, 1, '80.00'))).toEqual([3]);
    expect(brokenIn(changed(statement, 7, 3, '2,300.00'))).toEqual([7]);
  });

  test('begins anew in a section', () => {
    const sections = [
      ...statement,
      ['Savings', '', '', ''],
      ['Deposit', '', '50.00', '50.00'],
      ['Deposit', '', '60.00', '110.00'],
    ];
    expect(brokenIn(sections)).toEqual([]);
  });
});

describe('totals', () => {
  const bill = [
    ['Item', 'Amount'],
    ['Bolts', '120.00'],
    ['Labour', '684.00'],
    ['Discount', '-150.00'],
    ['Subtotal', '654.00'],
    ['VAT total', '130.80'],
    ['Total due', '784.80'],
  ];

  test('of items, and of totals above, come out', () => {
    expect(brokenIn(bill)).toEqual([]);
  });

  test('that are one digit off are told', () => {
    expect(brokenIn(changed(bill, 1, 1, '190.00'))).toEqual([4]);
    expect(brokenIn(changed(bill, 6, 1, '785.80'))).toEqual([6]);
  });

  test('of something else say nothing', () => {
    expect(brokenIn(changed(bill, 6, 1, '3,417.25'))).toEqual([]);
  });

  test('may leave out the balance that was brought forward', () => {
    const rows = [
      ['Text', 'Amount'],
      ['Balance brought forward', '500.00'],
      ['Fee', '20.00'],
      ['Fee', '30.00'],
      ['Total', '50.00'],
    ];
    expect(brokenIn(rows)).toEqual([]);
  });
});

test('an amount that is not its quantity times its price is told where all others are', () => {
  const bill = [
    ['Item', 'Qty', 'Price', 'Amount'],
    ['A', '3', '2.50', '7.50'],
    ['B', '4', '1.25', '5.00'],
    ['C', '2', '9.99', '19.98'],
    ['D', '7', '3.00', '21.00'],
  ];
  expect(brokenIn(bill)).toEqual([]);
  expect(brokenIn(changed(bill, 2, 2, '1.75'))).toEqual([2]);
});

test('a column that counts the rows is no factor of an amount', () => {
  const bill = [
    ['No.', 'Item', 'Price', 'Amount'],
    ['1', 'Anvil', '1,000.00', '1,000.00'],
    ['3', 'Chain, 30 m', '10.00', '300.00'],
    ['2', 'Transport', '120.00', '120.00'],
  ];
  expect(brokenIn(bill)).toEqual([]);
});

test('zeros beside zeros are no running balance', () => {
  const counts = [
    ['State', 'Permits', 'Rentals', 'Other'],
    ['A', '18870', '0', '0'],
    ['B', '209', '0', '0'],
    ['C', '2303', '1', '0'],
    ['D', '3298', '0', '0'],
    ['E', '9631', '0', '0'],
    ['F', '204', '0', '2'],
    ['G', '15907', '0', '0'],
  ];
  expect(brokenIn(counts)).toEqual([]);
});

test('what is left to pay is the total less what was paid', () => {
  const bill = [
    ['Item', 'Amount'],
    ['Bolts', '120.00'],
    ['Labour', '95.14'],
    ['Total', '215.14'],
    ['Already paid', '50.00'],
    ['Due', '165.14'],
  ];
  expect(brokenIn(bill)).toEqual([]);
});
