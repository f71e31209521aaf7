import { describe, expect, test } from 'vitest';
import type { SheetTable } from '../src/sheet-model.ts';
import { checkSums } from '../src/sums/check-sums.ts';
import { settleColumns } from '../src/sums/settle-columns.ts';
import { signSides } from '../src/sums/sign-sides.ts';
import { typeCells } from '../src/type-cells.ts';
import { sheetCells, sheetTable } from './sheet-tables.ts';

function tableOf(rows: readonly (readonly string[])[]): SheetTable {
  return sheetTable(rows.length, sheetCells(rows));
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

test('a column below a heading of shares that spans several has no total', () => {
  const rows = [
    ['Product', 'H1', 'H2', 'Change %', ''],
    ['', '', '', 'Reported', 'Adjusted'],
    ['Collars', '156', '134', '-14.1', '-16.8'],
    ['Drops', '99', '111', '12.1', '8.0'],
    ['Tablets', '30', '32', '6.7', '0.8'],
    ['Total', '285', '277', '-2.8', '-5.3'],
  ];
  const cells = sheetCells(rows).map((cell) => (cell.text === 'Change %' ? { ...cell, columnSpan: 2 } : cell));
  const table = sheetTable(rows.length, cells, { headerRows: 2 });
  const notation = {
    decimal: '.',
    dateOrder: null,
    lastDays: { 'day-month': null, 'month-day': null },
    negativeSide: null,
  } as const;
  expect(checkSums(table, typeCells(table, notation))).toEqual([]);
});

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

test.each([
  ['Af', 'Bij'],
  ['D', 'C'],
])('a balance that amounts raise beside one mark and lower beside another (%s, %s) comes out', (down, up) => {
  const account = [
    ['Text', 'Amount', 'Side', 'Balance'],
    ['Opening balance', '', '', '100.00'],
    ['Rent', '40.00', down, '60.00'],
    ['Salary', '75.50', up, '135.50'],
    ['Fee', '10.00', down, '125.50'],
    ['Refund', '4.50', up, '130.00'],
    ['Water', '20.00', down, '110.00'],
    ['Shoes', '35.00', down, '75.00'],
  ];
  expect(brokenIn(account)).toEqual([]);
  expect(brokenIn(changed(account, 4, 1, '4.80'))).not.toEqual([]);
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

test('a price is rounded where the amounts come out in their total', () => {
  const bill = [
    ['Item', 'Qty', 'Price', 'Amount'],
    ['A', '3', '4.00', '12.00'],
    ['B', '5', '5.50', '27.50'],
    ['C', '20', '2.77', '55.46'],
    ['Subtotal', '', '', '94.96'],
  ];
  expect(brokenIn(bill)).toEqual([]);
  expect(brokenIn(changed(bill, 3, 2, '2.79'))).toEqual([3]);
  expect(brokenIn(changed(bill, 3, 3, '55.56'))).toEqual([3, 4]);
});

test('figures without decimals and shares of a hundred are rounded', () => {
  const years = [
    ['Year', 'Public', 'Private', 'Total'],
    ['a', '2746', '391', '3138'],
    ['b', '2830', '400', '3230'],
    ['c', '2911', '408', '3319'],
    ['d', '3000', '441', '3441'],
    ['e', '3034', '442', '3476'],
  ];
  expect(brokenIn(years)).toEqual([]);
  expect(brokenIn(changed(years, 1, 3, '3148'))).toEqual([1]);
  const shares = [
    ['Loans', '$000', 'Part'],
    ['a', '4151', '33.3'],
    ['b', '361', '33.3'],
    ['c', '380', '33.3'],
    ['Total', '4892', '100.0'],
  ];
  expect(brokenIn(shares)).toEqual([]);
});

test('a total may be that of the totals above and of what has none', () => {
  const counts = [
    ['Country', 'Enquiries'],
    ['Spain', '268'],
    ['Germany', '233'],
    ['Total old', '501'],
    ['Hungary', '17'],
    ['Romania', '16'],
    ['Total new', '34'],
    ['Others', '97'],
    ['Grand total', '632'],
  ];
  expect(brokenIn(counts)).toEqual([6]);
});

test('what is set off, owed or lost on something is an entry, not a total', () => {
  const cashFlows = [
    ['', 'July 29', 'July 30'],
    ['Net earnings', '518', '647'],
    ['Gain on sale of subsidiary, net', '(21)', '-'],
    ['Loss on disposal of equipment', '7', '12'],
    ['Pension, net of tax', '3', '(5)'],
    ['Due to affiliates', '12', '9'],
    ['Net proceeds from sale of subsidiary', '14', '-'],
    ['Total cash provided by operations', '533', '663'],
  ];
  expect(brokenIn(cashFlows)).toEqual([]);
});

test('totals of thousands may differ by their rounding, and by no more', () => {
  const assets = (total: string) => [
    ['In thousands', '2024'],
    ['Cash', '1,204'],
    ['Receivables', '3,311'],
    ['Inventories', '942'],
    ['Total current assets', total],
  ];
  expect(brokenIn(assets('5,458'))).toEqual([]);
  expect(brokenIn(assets('5,477'))).toEqual([4]);
});

test('differences of rounded averages miss by one unit here and there', () => {
  const averages = (last: string) => [
    ['Region', 'Week', 'Week before', 'Difference'],
    ['Liguria', '22.00', '8.86', '13.14'],
    ['Lazio', '21.14', '14.86', '6.29'],
    ['Piemonte', '20.57', '14.43', '6.14'],
    ['Veneto', '18.14', '14.10', '4.04'],
    ['Toscana', '16.29', '10.05', '6.24'],
    ['Marche', '11.57', '4.14', '7.43'],
    ['Puglia', '6.86', '5.43', '1.43'],
    ['Sicilia', '4.14', '2.71', '1.43'],
    ['Umbria', '3.43', '2.86', '0.57'],
    ['Abruzzo', '2.14', '1.14', '1.00'],
    ['Molise', '0.57', '0.14', '0.43'],
    ['Aosta', '1.86', '1.14', '0.71'],
    ['Bolzano', '1.57', '0.71', last],
    ['Trento', '0.71', '0.14', '0.57'],
    ['Lombardia', '14.86', '5.57', '9.29'],
  ];
  expect(brokenIn(averages('0.85'))).toEqual([]);
  expect(brokenIn(averages('0.96'))).toEqual([2, 12, 13]);
});

test('a total that misses in column after column is of other rows too', () => {
  const continued = [
    ['Town', 'Seats', 'Wards', 'Districts', 'Voters'],
    ['Corvara', '1', '1', '1', '510'],
    ['Farindola', '1', '2', '1', '1578'],
    ['Moscufo', '1', '3', '2', '2851'],
    ['Total', '9', '11', '8', '19939'],
  ];
  expect(brokenIn(continued)).toEqual([]);
});

describe('the running balance tells which side of an account is positive', () => {
  const signed = (rows: readonly (readonly string[])[]) => {
    const table = tableOf(rows);
    const lastDays = { 'day-month': null, 'month-day': null } as const;
    const notation = { decimal: '.', dateOrder: null, lastDays, negativeSide: 'credit' } as const;
    const values = signSides(table, typeCells(table, notation), notation);
    return [1, 2].map((own) =>
      table.cells.flatMap((cell) => {
        const value = values.get(cell);
        return cell.row > 1 && cell.column === own && value?.kind === 'number' ? [value.value] : [];
      }),
    );
  };
  const account = (marks: readonly [debit: string, credit: string, balance: string]) => [
    ['Text', 'Amount', 'Balance'],
    ['Opening balance', '', `100.00${marks[2]}`],
    ['Rent', `40.00${marks[0]}`, `60.00${marks[2]}`],
    ['Fee', `10.00${marks[0]}`, `50.00${marks[2]}`],
    ['Salary', `200.00${marks[1]}`, `250.00${marks[2]}`],
  ];
  const right = [
    [-40, -10, 200],
    [60, 50, 250],
  ];

  test('where each amount has its side', () => {
    expect(signed(account([' DR', ' CR', '']))).toEqual(right);
    expect(signed(account(['(Dr)', '(Cr)', '(Cr)']))).toEqual(right);
  });

  test('where credits alone have one', () => {
    expect(signed(account(['', 'Cr', 'Cr']))).toEqual(right);
    expect(signed(account(['', 'Cr', '']))).toEqual(right);
  });

  test('where there is no credit, and all balances have their side', () => {
    const debits = account(['', 'Cr', 'Cr']).slice(0, 4);
    expect(signed(debits)).toEqual([
      [-40, -10],
      [60, 50],
    ]);
    const [heading = [], ...rows] = debits;
    const beside = [[...heading, 'Paid in'], ...rows.map((row) => [...row, ''])];
    expect(signed(beside)[0]).toEqual([40, 10]);
  });

  test('where debits alone overdraw an account whose balances all have their side', () => {
    const overdrawn = [
      ['Text', 'Withdrawal (Dr)/ Deposit (Cr)', 'Balance'],
      ['Opening balance', '', '100.00(Cr)'],
      ['Rent', '90.00(Dr)', '10.00(Cr)'],
      ['Fee', '30.00(Dr)', '20.00(Dr)'],
      ['Fee', '40.00(Dr)', '60.00(Dr)'],
      ['Fee', '5.00(Dr)', '65.00(Dr)'],
    ];
    expect(signed(overdrawn)).toEqual([
      [-90, -30, -40, -5],
      [10, -20, -60, -65],
    ]);
  });

  test('and debits in a column of their own stay positive where a balance is overdrawn', () => {
    const debits = [
      ['Text', 'Paid out', 'Balance'],
      ['Opening balance', '', '100.00'],
      ['Rent', '40.00', '60.00'],
      ['Fee', '10.00', '50.00'],
      ['Repair', '120.00', '70.00 DR'],
    ];
    expect(signed(debits)).toEqual([
      [40, 10, 120],
      [60, 50, -70],
    ]);
  });
});

test('the marks of a column of sides are the signs of the amounts before it', () => {
  const account = [
    ['Text', 'Amount', 'D/C', 'Balance'],
    ['Rent', '40.00', 'D', '60.00'],
    ['Fee', '10.00', 'D', '50.00'],
    ['Salary', '200.00', 'C', '250.00'],
    ['Fee', '20.00', 'D', '230.00'],
    ['Interest', '1.00', 'C', '231.00'],
    ['Fee', '31.00', 'D', '200.00'],
  ];
  expect(brokenIn(account)).toEqual([]);
  expect(brokenIn(changed(account, 3, 1, '900.00'))).toEqual([3]);
});

test('an opening balance from which the rows below go on is that of another account', () => {
  const accounts = [
    ['Text', 'Amount', 'Balance'],
    ['Opening balance', '', '100.00'],
    ['Rent', '-40.00', '60.00'],
    ['Fee', '-10.00', '50.00'],
    ['Salary', '200.00', '250.00'],
    ['Opening balance', '', '700.00'],
    ['Fee', '-10.00', '690.00'],
    ['Fee', '-20.00', '670.00'],
    ['Closing balance', '', '670.00'],
  ];
  expect(brokenIn(accounts)).toEqual([]);
  expect(brokenIn(changed(accounts, 8, 2, '679.00'))).toEqual([8]);
});

test('the total of a day is that of its rows where all others are', () => {
  const days = [
    ['Text', 'Amount'],
    ['Rent', '40.00'],
    ['Total', '40.00'],
    ['Fee', '10.00'],
    ['Total', '10.00'],
    ['Fee', '11.00'],
    ['Total', '11.00'],
    ['Fee', '12.00'],
    ['Fee', '13.00'],
    ['Total', '25.00'],
    ['Fee', '9.00'],
    ['Total', '9.00'],
    ['Fee', '8.00'],
    ['Total', '8.00'],
  ];
  expect(brokenIn(days)).toEqual([]);
  expect(brokenIn(changed(days, 6, 1, '17.50'))).toEqual([6]);
});

describe('an account with its newest booking first', () => {
  const account = [
    ['Text', 'Amount', 'Balance'],
    ['Salary', '200.00', '230.00'],
    ['Fee', '-10.00', '30.00'],
    ['Rent', '-40.00', '40.00'],
    ['Fee', '-15.00', '80.00'],
    ['Interest', '5.00', '95.00'],
    ['Fee', '-10.00', '90.00'],
  ];

  test('comes out', () => {
    expect(brokenIn(account)).toEqual([]);
  });

  test('tells the row whose amount has another digit', () => {
    expect(brokenIn(changed(account, 3, 1, '-70.00'))).toEqual([3]);
  });
});

describe('an amount on the other side than the running balance tells', () => {
  const account = [
    ['Text', 'Out', 'In', 'Balance'],
    ['Opening balance', '', '', '200.00'],
    ['Coffee', '20.00', '', '180.00'],
    ['Water', '30.00', '', '150.00'],
    ['Salary', '', '2,155.00', '2,305.00'],
    ['Train', '', '5.00', '2,300.00'],
    ['Books', '100.00', '', '2,200.00'],
    ['Refund', '', '10.00', '2,210.00'],
  ];
  const settled = (rows: readonly (readonly string[])[]) => {
    const table = tableOf(rows);
    const notation = {
      decimal: '.',
      dateOrder: null,
      lastDays: { 'day-month': null, 'month-day': null },
      negativeSide: null,
    } as const;
    const { table: after, moved } = settleColumns(table, typeCells(table, notation));
    return { moved, places: after.cells.filter(({ text }) => text === '5.00').map(({ column }) => column) };
  };

  test('is put there', () => {
    expect(settled(account)).toEqual({ moved: [5], places: [1] });
  });

  test('is left where it is printed when the sum is off otherwise', () => {
    expect(settled(changed(account, 5, 3, '2,390.00'))).toEqual({ moved: [], places: [2] });
  });
});

test('charges at rates of four decimals are rounded to cents', () => {
  const bill = [
    ['Supply', 'Units', 'Rate', 'Charge'],
    ['Day', '1,317', '0.2945', '387.86'],
    ['Night', '809', '0.1173', '94.90'],
    ['Gas', '2,011', '0.0871', '175.16'],
  ];
  expect(brokenIn(bill)).toEqual([]);
  expect(brokenIn(changed(bill, 2, 1, '889'))).toEqual([2]);
});

test('zeros are no rounded products of small figures', () => {
  const figures = [
    ['Variable', 'Mean', 'Deviation', 'Least'],
    ['Men', '0.47', '0.50', '0'],
    ['East', '0.28', '0.45', '0'],
    ['Rural', '0.15', '0.36', '0'],
    ['Size', '2.43', '1.22', '1'],
    ['Children', '1.67', '1.38', '0'],
  ];
  expect(brokenIn(figures)).toEqual([]);
});

test('a balance goes on over the sums of each day', () => {
  const days = [
    ['Text', 'Out', 'In', 'Balance'],
    ['Opening balance', '', '', '200.00'],
    ['Coffee', '20.00', '', '180.00'],
    ['Total 1 May', '20.00', '0.00', ''],
    ['Water', '30.00', '', ''],
    ['Rent', '100.00', '', '50.00'],
    ['Total 2 May', '130.00', '0.00', ''],
    ['Salary', '', '2,155.00', '2,205.00'],
    ['Total 3 May', '0.00', '2,155.00', ''],
    ['Train', '5.00', '', '2,200.00'],
    ['Total 4 May', '5.00', '0.00', ''],
    ['Books', '80.00', '', '2,120.00'],
    ['Total 5 May', '80.00', '0.00', ''],
    ['Shoes', '20.00', '', '2,100.00'],
    ['Total 6 May', '20.00', '0.00', ''],
  ];
  expect(brokenIn(days)).toEqual([]);
  expect(brokenIn(changed(days, 9, 3, '2,300.00'))).toEqual([9, 11]);
});

test('an amount less the discount that its row prints comes out, less another it does not', () => {
  const order = [
    ['Item', 'Qty', 'Price', 'Disc.', 'Amount'],
    ['Bolt', '48', '28.03', '3%', '1305.08'],
    ['Belt', '35', '8.39', '', '293.65'],
    ['Seal', '11', '42.70', '', '469.70'],
    ['Pipe', '17', '38.55', '', '655.35'],
  ];
  expect(brokenIn(order)).toEqual([]);
  expect(brokenIn(changed(order, 1, 3, '4%'))).toEqual([1]);
});

test.each([
  ['with a minus', '-'],
  ['without a sign', ''],
])('stock is what was there with what came and went, printed %s', (_how, sign) => {
  const stock = [
    ['Item', 'Opening', 'In', 'Out', 'Closing'],
    ['Bolt', '480', '28', `${sign}30`, '478'],
    ['Belt', '350', '', `${sign}83`, '267'],
    ['Seal', '110', '42', '', '152'],
    ['Pipe', '170', '38', `${sign}20`, '188'],
    ['Pump', '90', '11', `${sign}60`, '41'],
  ];
  expect(brokenIn(stock)).toEqual([]);
  expect(brokenIn(changed(stock, 3, 4, '142'))).toEqual([3]);
});

describe('amounts that keep to no edge', () => {
  const settledTable = (rows: readonly (readonly string[])[]) => {
    const table = tableOf(rows);
    const notation = { decimal: '.', dateOrder: null, lastDays: { 'day-month': null, 'month-day': null } } as const;
    return settleColumns(table, typeCells(table, { ...notation, negativeSide: null }));
  };
  const settled = (rows: readonly (readonly string[])[]) => settledTable(rows).moved;
  const strayed = [
    ['Text', 'Out', 'In', 'Balance'],
    ['Opening balance', '', '', '200.00'],
    ['Coffee', '20.00', '', '180.00'],
    ['Water', '', '30.00', '150.00'],
    ['Salary', '', '2,155.00', '2,305.00'],
    ['Train', '5.00', '', '2,300.00'],
    ['Refund', '9.50', '', '2,309.50'],
    ['Books', '100.00', '', '2,209.50'],
    ['Interest', '', '0.50', '2,210.00'],
    ['Gift', '', '40.00', '2,250.00'],
    ['Rent', '700.00', '', '1,550.00'],
  ];

  test('are in the column that the balance tells, though a quarter of them strayed', () => {
    expect(settled(strayed)).toEqual([3, 6]);
  });

  test('go into the other column where all were put into one, and a heading is left without any', () => {
    const put = [
      ['Text', 'Out', 'In', 'Balance'],
      ['Opening balance', '', '', '200.00'],
      ['Coffee', '20.00', '', '180.00'],
      ['Water', '30.00', '', '150.00'],
      ['Train', '5.00', '', '145.00'],
      ['Refund', '9.50', '', '154.50'],
      ['Books', '100.00', '', '54.50'],
      ['Tea', '4.50', '', '50.00'],
      ['Rent', '40.00', '', '10.00'],
    ];
    expect(settled(put)).toEqual([5]);
  });

  test('are in the column that the balance tells, newest first, and once a day', () => {
    const [header = [], opening = [], ...bookings] = strayed;
    expect(settled([header, ...bookings.toReversed(), opening])).toEqual([5, 8]);
    const ofDays = strayed.map((row, index) => (index === 3 || index === 6 ? row.with(3, '') : row));
    expect(settled(ofDays)).toEqual([3, 6]);
  });

  test('leave no column of their own without a heading', () => {
    const looseOnes = new Set([2, 5, 8]);
    const loose = strayed.map(([text = '', out = '', into = '', balance = ''], row) =>
      looseOnes.has(row) ? [text, `${out}${into}`, '', '', balance] : [text, '', out, into, balance],
    );
    const { table, moved } = settledTable(loose);
    expect(moved).toEqual([2, 3, 5, 6, 8]);
    expect(Math.max(...table.cells.map(({ column }) => column))).toBe(3);
    expect(table.cells.filter(({ row, column }) => row === 8 && column === 2).map(({ text }) => text)).toEqual([
      '0.50',
    ]);
  });

  test('stay where they are in one column for both sides', () => {
    const single = strayed.map(([text = '', out, into, balance = '']) => [text, `${out}${into}`, '', balance]);
    expect(settled(single)).toEqual([]);
  });
});

describe('totals of tables that are no sums alone', () => {
  test('may be of the figures right above them, of charges less allowances, or count the rows', () => {
    const summary = [
      ['No.', 'Item', 'Amount'],
      ['1', 'Lines', '310.00'],
      ['2', 'Charges', '21.00'],
      ['3', 'Allowances', '31.00'],
      ['4', 'Total without tax', '300.00'],
    ];
    expect(brokenIn(summary)).toEqual([]);
    expect(brokenIn(changed(summary, 4, 2, '352.00'))).toEqual([4]);
    const parts = [
      ['Item', 'Principal'],
      ['Loans', '400.00'],
      ['Delayed loans', '100.00'],
      ['Principal', '520.00'],
      ['Cash', '30.00'],
      ['Total', '550.00'],
    ];
    expect(brokenIn(parts)).toEqual([]);
    expect(brokenIn(changed(parts, 5, 1, '750.00'))).toEqual([5]);
  });

  test('may be of the allowances or of the charges among the figures above', () => {
    const rows = [
      ['', 'Amount'],
      ['Allowance A', '-5.60'],
      ['Allowance B', '-2.61'],
      ['Allowance C', '-2.50'],
      ['Allowance D', '-0.50'],
      ['Carriage', '3.00'],
      ['Total allowances', '-11.21'],
    ];
    expect(brokenIn(rows)).toEqual([]);
    expect(brokenIn(changed(rows, 6, 1, '-8.41'))).toEqual([6]);
  });

  test('may be rounded in one column after the other, but not in one alone', () => {
    const outlays = [
      ['Programs', '2011', '2012', '2013', '2014'],
      ['Defense', '699', '709', '700', '678'],
      ['Other', '600', '610', '565', '543'],
      ['Subtotal', '1,300', '1,319', '1,265', '1,222'],
    ];
    expect(brokenIn(outlays)).toEqual([]);
    expect(brokenIn(changed(outlays, 3, 1, '1,299'))).toEqual([3]);
  });
});

test('a dash for nothing before an amount of a total is no label of it', () => {
  const register = [
    ['Asset', 'Opening', 'Disposals', 'Closing'],
    ['Press', '3,011', '-', '3,011'],
    ['Lathe', '1,250', '-', '1,250'],
    ['Van', '4,600', '-', '4,600'],
    ['Total', '8,861', '-', '8,861'],
  ];
  expect(brokenIn(register)).toEqual([]);
  expect(brokenIn(changed(register, 1, 3, '3,811'))).toEqual([4]);
});

test('two accounts side by side have a balance each', () => {
  const entries = Array.from(
    { length: 12 },
    (_, row) => [row % 2 === 0 ? 10 + row : 0, row % 2 === 0 ? 0 : 20 + row] as const,
  );
  const text = (cents: number) => (cents === 0 ? '' : `${cents}.00`);
  const accounts = [
    ['Text', 'Office out', 'Balance', 'Client out', 'Balance'],
    ['Brought forward', '', '500.00', '', '900.00'],
    ...entries.map(([office, client], row) => {
      const left = (start: number, own: 0 | 1) =>
        start - entries.slice(0, row + 1).reduce((sum, entry) => sum + entry[own], 0);
      return [
        `Entry ${row}`,
        text(office),
        office === 0 ? '' : text(left(500, 0)),
        text(client),
        client === 0 ? '' : text(left(900, 1)),
      ];
    }),
  ];
  expect(brokenIn(accounts)).toEqual([]);
  expect(brokenIn(changed(accounts, 4, 1, '19.00'))).toEqual([4]);
  expect(brokenIn(changed(accounts, 5, 3, '73.00'))).toEqual([5]);
});

test('a single row of what is due by age adds up to its total', () => {
  const ages = (...amounts: readonly string[]) => [['Current', '30 days', '60 days', 'Amount due'], amounts];
  expect(brokenIn(ages('120.10', '30.20', '4.70', '155.00'))).toEqual([]);
  expect(brokenIn(ages('120.10', '90.20', '4.70', '155.00'))).toEqual([1]);
  expect(brokenIn(ages('120.10', '30.20', '4.70', '212.40'))).toEqual([]);
});

test('what was paid in another currency moves no balance', () => {
  const account = [
    ['Text', 'Out', 'Balance'],
    ['Opening balance', '', '£200.00'],
    ['Coffee', '£20.00', '£180.00'],
    ['Rate 1.17', '$23.40', ''],
    ['Train', '£30.00', '£150.00'],
    ['Rent', '£90.00', '£60.00'],
    ['Rate 1.20', '€108.00', ''],
    ['Water', '£5.00', '£55.00'],
    ['Bus', '£3.00', '£52.00'],
    ['Shoes', '£40.00', '£12.00'],
  ];
  expect(brokenIn(account)).toEqual([]);
  expect(brokenIn(changed(account, 4, 1, '£80.00'))).toEqual([4]);
});

test('the sums at the end of a page move no balance, and its balance is that of the row above', () => {
  const account = [
    ['Text', 'Out', 'In', 'Balance'],
    ['Opening balance', '', '', '200.00'],
    ['Coffee', '20.00', '', '180.00'],
    ['Salary', '', '100.00', '280.00'],
    ['Rent', '90.00', '', '190.00'],
    ['Carried forward', '110.00', '100.00', '190.00'],
    ['Brought forward', '110.00', '100.00', '190.00'],
    ['Water', '30.00', '', '160.00'],
    ['Gift', '', '25.00', '185.00'],
  ];
  expect(brokenIn(account)).toEqual([]);
  expect(brokenIn(changed(account, 5, 3, '790.00'))).toEqual([5]);
});

test('numbers of drugs and of their kinds are no account', () => {
  const list = [
    ['No.', 'Kind', 'Ward', 'Drug'],
    ...Array.from({ length: 9 }, (_, row) => [
      String(row + 1),
      row % 2 === 0 ? '1' : '',
      row % 2 === 0 ? '' : '1',
      'Inj.',
    ]),
  ];
  const table = tableOf(list);
  const notation = { decimal: '.', dateOrder: null, lastDays: { 'day-month': null, 'month-day': null } } as const;
  expect(settleColumns(table, typeCells(table, { ...notation, negativeSide: null })).moved).toEqual([]);
});

test('rows of nothing do not tell how a row adds up', () => {
  const accounts = [
    ['Account', 'Debit', 'Credit', 'Balance'],
    ['Payable', '554.00', '554.00', '0.00'],
    ...['Advance', 'Vehicles', 'Bad debt', 'Fees', 'Stock', 'Loans', 'Drawings', 'Discount', 'Freight', 'Rent'].map(
      (name) => [name, '0.00', '0.00', '0.00'],
    ),
    ['Goods', '500.00', '0.00', '500.00'],
    ['Tax', '0.00', '540.00', '(540.00)'],
  ];
  expect(brokenIn(accounts)).toEqual([]);
});

test('net pay is what the totals of earnings and deductions beside each other differ by', () => {
  const payslip = [
    ['Particulars', 'Amount', 'Particulars', 'Amount'],
    ['Basic Salary', '5739.00', 'PF', '0.00'],
    ['Special Allowance', '3587.00', 'Professional Tax', '200.00'],
    ['HRA', '2870.00', 'TDS', '0.00'],
    ['Total', '12196.00', 'Total', '200.00'],
    ['Net Salary', '11996.00', '', ''],
  ];
  expect(brokenIn(payslip)).toEqual([]);
  expect(brokenIn(changed(payslip, 4, 1, '12096.00'))).not.toEqual([]);
});

test('a description that speaks of a total is none', () => {
  const supplies = [
    ['Item', 'Funds'],
    ['Gel apparatus', '732.00'],
    ['Chemicals', '2500.00'],
    ['Vehicle fuel', '5000.00'],
    [
      'Cloud computing. Training a detector needs a computer with special software. We will rent one from a web service, and expect to run it for a total of 30 days.',
      '8132.00',
    ],
    ['Subtotal', '16364.00'],
  ];
  expect(brokenIn(supplies)).toEqual([]);
});

test('a table of very many columns is searched for no balances or products, which would take minutes', () => {
  const rows = Array.from({ length: 60 }, (_, row) =>
    Array.from({ length: 200 }, (_, column) => `${1 + ((row * column) % 9)}.${10 + ((row * 7 + column) % 90)}`),
  );
  expect(brokenIn(rows)).toEqual([]);
});

describe('a price of more than two decimals is rounded', () => {
  const bonds = [
    ['Instrument', 'Quantity', 'Price', 'Amount'],
    ['2030', '32,939,071', '1.0741', '35,380,275.43'],
    ['2031', '18', '0.8960', '16.13'],
    ['2034', '2,767,377', '1.3271', '3,672,460.71'],
    ['2035', '62', '0.8075', '50.06'],
    ['2036', '31', '0.7534', '23.36'],
    ['2037', '62', '1.0328', '64.03'],
    ['2038', '66', '0.9811', '64.75'],
  ];
  const fuel = [
    ['Fuel', 'Litres', 'Price', 'Amount'],
    ['Diesel', '41,250.00', '1.459', '60,170.63'],
    ['Petrol', '310.40', '1.629', '505.64'],
    ['Gas', '122.10', '0.899', '109.77'],
    ['Adblue', '18.50', '1.105', '20.44'],
    ['Diesel', '35.20', '1.471', '51.78'],
  ];

  test('so that what its last half unit makes contradicts nothing', () => {
    expect(brokenIn(bonds)).toEqual([]);
    expect(brokenIn(fuel)).toEqual([]);
  });

  test('and what is beyond it still does', () => {
    expect(brokenIn(changed(bonds, 1, 3, '35,480,275.43'))).toEqual([1]);
    expect(brokenIn(changed(bonds, 4, 3, '56.06'))).toEqual([4]);
  });
});
