import { describe, expect, test } from 'vitest';
import type { SheetLine } from '../src/sheet-model.ts';
import { type CellValue, type Notation, typeCells } from '../src/type-cells.ts';
import { typedLine } from '../src/typed-line.ts';
import { sheetCell, sheetCells, sheetTable } from './sheet-tables.ts';

/** The values of one column under a heading. */
function typed(
  texts: readonly string[],
  notation: Partial<Notation> = {},
  heading = 'Heading',
): (number | string | null)[] {
  const cells = sheetCells([heading, ...texts].map((text) => [text]));
  const values = typeCells(sheetTable(cells.length, cells), {
    decimal: '.',
    dateOrder: null,
    lastDays: { 'day-month': null, 'month-day': null },
    negativeSide: null,
    ...notation,
  });
  return cells.slice(1).map((cell) => plain(values.get(cell)));
}

function plain(value: CellValue | undefined): number | string | null {
  if (value?.kind === 'number') return value.value;
  return value?.kind === 'date' ? value.value.toISOString().slice(0, 10) : null;
}

describe('sides of a balance', () => {
  test('credits among the charges of a card are negative', () => {
    expect(typed(['24.30', '1,480.20 CR', '66.02'])).toEqual([24.3, -1480.2, 66.02]);
  });

  test('an overdrawn balance among those in credit is negative', () => {
    expect(typed(['120.00 CR', '15.10 DR', '80.00 CR'])).toEqual([120, -15.1, 80]);
  });

  test('an overdrawn balance with its sign besides is negative once', () => {
    expect(typed(['212.35', '-14.34 OD', '-1,342.96 OD', '60.00'])).toEqual([212.35, -14.34, -1342.96, 60]);
    expect(typed(['10.00 CR', '-4.00 DR', '-6.00 DR'])).toEqual([10, -4, -6]);
  });

  test('columns of one table in which each amount has its side have the same side negative', () => {
    const rows = [
      ['Name', 'Opening', 'Closing'],
      ['Bank', '50.00 Dr', '30.00 Cr'],
      ['Stock', '40.00 Dr', '20.00 Dr'],
      ['Loan', '90.00 Cr', '80.00 Cr'],
      ['Rent', '10.00 Dr', '15.00 Dr'],
      ['Sales', '5.00 Dr', '25.00 Cr'],
    ];
    const table = sheetTable(rows.length, sheetCells(rows));
    const lastDays = { 'day-month': null, 'month-day': null };
    const values = typeCells(table, { decimal: '.', dateOrder: null, lastDays, negativeSide: null });
    const amounts = table.cells
      .filter(({ row, column }) => row > 0 && column > 0)
      .map((cell) => plain(values.get(cell)));
    expect(amounts).toEqual([50, -30, 40, 20, -90, -80, 10, 15, 5, -25]);
  });

  test('a ledger whose balances are all debits has them positive', () => {
    expect(typed(['1,420.95 Dr', '3,133.67 Dr'])).toEqual([1420.95, 3133.67]);
  });

  test('a page with all its balances overdrawn has them negative where other pages tell the sides apart', () => {
    expect(typed(['12.00 DR', '14.00 DR'], { negativeSide: 'debit' })).toEqual([-12, -14]);
  });

  test('where each amount has a letter, debits are negative, however many they are', () => {
    expect(typed(['12.00 D', '14.00D', '8.00 C'])).toEqual([-12, -14, 8]);
  });

  test('a single amount is no exception to itself', () => {
    expect(typed(['12.00 DR'])).toEqual([12]);
  });

  test('Soll is negative, Haben is not', () => {
    expect(typed(['890,00 S', '2.318,77 H'], { decimal: ',' })).toEqual([-890, 2318.77]);
  });
});

test('an amount whose currency is wrapped below or above it is a number', () => {
  expect(typed(['133,09\nTL', '39,06 TL', '1.200,00\nTL', '€\n12,50'], { decimal: ',' })).toEqual([
    133.09, 39.06, 1200, 12.5,
  ]);
  expect(typed(['133,09\nm'], { decimal: ',' })).toEqual([null]);
});

test('a year in a heading with the currency of its column below stays text', () => {
  const cells = sheetCells([['2024\n£'], ['133.09']]);
  const values = typeCells(sheetTable(2, cells), {
    decimal: '.',
    dateOrder: null,
    lastDays: { 'day-month': null, 'month-day': null },
    negativeSide: null,
  });
  expect(cells.map((cell) => plain(values.get(cell)))).toEqual([null, 133.09]);
});

test('signs behind amounts count, set apart or not', () => {
  expect(typed(['890,00 -', '2.318,77 +', '12,50-'], { decimal: ',' })).toEqual([-890, 2318.77, -12.5]);
});

test('one code with a leading zero keeps all whole numbers of its column, and those of several parts, as text', () => {
  expect(typed(['0739', '1003'])).toEqual([null, null]);
  expect(typed(['0301', '0511.91', '1603.00.00', '2301.20'])).toEqual([null, null, null, null]);
  expect(typed(['0.30', '2301.20'])).toEqual([0.3, 2301.2]);
  expect(typed(['739', '1003'])).toEqual([739, 1003]);
});

describe('dates', () => {
  test('a total among dates leaves the others dates', () => {
    expect(typed(['09/15/2023', '09/03/2023', 'Total'])).toEqual(['2023-09-15', '2023-09-03', null]);
  });

  test('are read in the order that another date of the document shows', () => {
    expect(typed(['03/04/2024', '05/06/2024'], { dateOrder: 'day-month' })).toEqual(['2024-04-03', '2024-06-05']);
    expect(typed(['03/04/2024', '05/06/2024'])).toEqual([null, null]);
  });

  test('are read in the one order in which bookings never go back', () => {
    expect(typed(['01/03/2024', '12/03/2024', '02/04/2024'])).toEqual(['2024-03-01', '2024-03-12', '2024-04-02']);
  });

  test('of one month are read by the figure that changes, section after section', () => {
    expect(typed(['02/05/2024', '05/05/2024', 'Fees', '02/05/2024', '03/05/2024'])).toEqual([
      '2024-05-02',
      '2024-05-05',
      null,
      '2024-05-02',
      '2024-05-03',
    ]);
  });

  test('one after the other may be days or the months of a plan', () => {
    expect(typed(['01/05/2024', '02/05/2024', '03/05/2024', '04/05/2024'])).toEqual([null, null, null, null]);
  });

  test('in words are dates wherever they are', () => {
    expect(typed(['Card number', '12 July 2024'])).toEqual([null, '2024-07-12']);
  });

  test('a sort code is none', () => {
    expect(typed(['40-77-19', '20-11-12'])).toEqual([null, null]);
  });
});

describe('days without a year', () => {
  const day = new Date(Date.UTC(2025, 0, 14));
  const lastDays = { 'day-month': day, 'month-day': day };

  test('are the last such days by the date of the document', () => {
    expect(typed(['28 Dec', '31 Dec', '2 Jan'], { lastDays })).toEqual(['2024-12-28', '2024-12-31', '2025-01-02']);
    expect(typed(['28.12', '31.12', '02.01'], { lastDays, decimal: ',' })).toEqual([
      '2024-12-28',
      '2024-12-31',
      '2025-01-02',
    ]);
  });

  test('stay text where the document has no date of its own', () => {
    expect(typed(['28 Dec', '31 Dec', '2 Jan'])).toEqual([null, null, null]);
  });

  test('months of one year are none', () => {
    expect(typed(['Jan 24', 'Feb 24', 'Mar 24'], { lastDays })).toEqual([null, null, null]);
  });

  test('fractions and decimals are none', () => {
    expect(typed(['3/8', '1/2', '3/4', '5/16'], { lastDays })).toEqual([null, null, null, null]);
    expect(typed(['10.10', '11.12', '12.01'], { lastDays })).toEqual([10.1, 11.12, 12.01]);
  });

  test('figures are read in the one order in which bookings never go back', () => {
    const december = new Date(Date.UTC(2024, 11, 14));
    expect(typed(['11/12', '12/01', '12/02'], { lastDays: { 'day-month': december, 'month-day': december } })).toEqual([
      '2024-11-12',
      '2024-12-01',
      '2024-12-02',
    ]);
  });
});

test('figures that name something stay text under a heading that says so', () => {
  expect(typed(['30918264', '40118273'], {}, 'Account no.')).toEqual([null, null]);
  expect(typed(['01067', '10115'], {}, 'PLZ')).toEqual([null, null]);
  expect(typed(['20 44 71', '31 10 08'], {}, 'Telefon')).toEqual([null, null]);
  expect(typed(['30918264', '40118273'], {}, 'Amount')).toEqual([30918264, 40118273]);
});

test('a letter behind a price is the code of its tax, and no sign', () => {
  expect(typed(['12.50 D', '3.20 C', '8.00 D'], {}, 'Price VAT')).toEqual([12.5, 3.2, 8]);
  expect(typed(['12.50 D', '3.20 C', '8.00 D'], {}, 'Amount')).toEqual([-12.5, 3.2, -8]);
});

test('whole numbers of one great length throughout a column name something and stay text', () => {
  expect(typed(['817321637', '558264696', '638238746'])).toEqual([null, null, null]);
  expect(typed(['817321637', '558264696', '1375586333'])).toEqual([817321637, 558264696, 1375586333]);
});

test('figures under the heading of a registration number stay text', () => {
  expect(typed(['81732163', '5582646'], {}, 'VAT reg. no.')).toEqual([null, null]);
});

test('long numbers of documents stay text, also above a mark beside a sum', () => {
  expect(typed(['1800000100', '1800000113', '1800000126', '*'])).toEqual([null, null, null, null]);
  expect(typed(['1800000100', '1800000113', '21', '*'])).toEqual([1800000100, 1800000113, 21, null]);
});

test('a point behind whole amounts ends them, a point behind a number alone does not', () => {
  expect(typed(['15,076.', '284.', '0.', '(1,020.)'])).toEqual([15076, 284, 0, -1020]);
  expect(typed(['1.', '2.', '3.'])).toEqual([null, null, null]);
});

test('figures in brackets below others of another kind are no negative numbers, sums below amounts are', () => {
  const typedRow = (rows: readonly (readonly string[])[]) => {
    const cells = sheetCells(rows);
    const values = typeCells(sheetTable(cells.length, cells), {
      decimal: '.',
      dateOrder: null,
      lastDays: { 'day-month': null, 'month-day': null },
      negativeSide: null,
    });
    return cells.filter(({ row }) => row === 2).map((cell) => plain(values.get(cell)));
  };
  const heading = ['Stage', 'Open', 'Reserved', 'Other'];
  expect(typedRow([heading, ['I', '34240', '62739', '91124'], ['', '(88.5)', '(77.84)', '(65.88)']]).slice(1)).toEqual([
    null,
    null,
    null,
  ]);
  expect(
    typedRow([heading, ['Net', '342.10', '62.39', '91.24'], ['', '(88.50)', '(77.84)', '(65.88)']]).slice(1),
  ).toEqual([-88.5, -77.84, -65.88]);
});

test('a sign between figures is decimal in a column where fewer than three are behind some', () => {
  expect(typed(['65.814', '12.578', '7.143', '2.77'], { decimal: ',' })).toEqual([65.814, 12.578, 7.143, 2.77]);
  expect(typed(['65.814', '12.578', '7.143', '277'], { decimal: ',' })).toEqual([65814, 12578, 7143, 277]);
});

test('a number in brackets among words is a remark, and no negative amount', () => {
  expect(typed(['HOTEL BERLIN', '(500.00 USD)', 'TAXI', 'BOOKS'])).toEqual([null, null, null, null]);
  expect(typed(['1,200.00', '(500.00)', 'n/a', '310.00'])).toEqual([1200, -500, null, 310]);
});

describe('triangles', () => {
  test('of East Asian accounts are minus signs', () => {
    expect(typed(['1,200', '△ 240,446', '▲123,456', '△98,000'], {}, '前期')).toEqual([1200, -240446, -123456, -98000]);
    expect(typed(['3,450', '▼1,200', '980'], {}, '매출')).toEqual([3450, -1200, 980]);
  });

  test('that point both ways are changes', () => {
    expect(typed(['▲ 2.5%', '▼ 1.2%', '▲ 0.4%'])).toEqual([0.025, -0.012, 0.004]);
  });

  test('say nothing where only black ones point up', () => {
    expect(typed(['▲ 2.5%', '▲ 1.2%'])).toEqual([null, null]);
  });
});

test('whole numbers of twelve digits and more are identifiers, and so are others of their column', () => {
  expect(typed(['116088483016', '116088483017', '9', 'none yet'])).toEqual([null, null, null, null]);
  expect(typed(['116088483016', '12.50'])).toEqual([null, 12.5]);
  expect(typed(['116,088,483,016', '¥116088483016'])).toEqual([116088483016, 116088483016]);
});

test('versions are text, whatever their parts', () => {
  expect(typed(['1.9', '1.10', '2.0'], {}, 'Version')).toEqual([null, null, null]);
  expect(typed(['1.1.0', '1.10', '2'], {}, 'Firmware rev.')).toEqual([null, null, null]);
  expect(typed(['10', '12'], {}, 'Revisions')).toEqual([10, 12]);
});

test('what is behind a figure of a pack is no currency and no side of an account', () => {
  expect(typed(['12 Ft', '500 C', '6'], {}, 'Pack size')).toEqual([null, null, 6]);
  expect(typed(['12 Ft', '500 Ft'], {}, 'Price')).toEqual([12, 500]);
});

test.each([
  ['84,265', 'a', 84265, '#,##0"a"'],
  ['-7.50', '2', -7.5, '0.00"2"'],
  ['842', '1)', 842, '0"1)"'],
  ['10', '2', null, null],
  ['1', 'e', null, null],
  ['12 m', '2', null, null],
])('a raised footnote mark is part of the format of its number: %s and %s', (number, mark, value, format) => {
  const runs = [
    { text: number, script: 'normal' },
    { text: mark, script: 'superscript' },
  ] as const;
  const cells = [sheetCell(0, 0, 'Heading'), sheetCell(1, 0, `${number}${mark}`, { runs })];
  const values = typeCells(sheetTable(2, cells), {
    decimal: '.',
    dateOrder: null,
    lastDays: { 'day-month': null, 'month-day': null },
    negativeSide: null,
  });
  const [, cell] = cells;
  const read = cell === undefined ? undefined : values.get(cell);
  expect(read).toEqual(value === null ? { kind: 'text' } : { kind: 'number', value, format });
});

test('a date on a line beside its label is a date, in the order of the document', () => {
  const notation: Notation = {
    decimal: ',',
    dateOrder: 'day-month',
    lastDays: { 'day-month': null, 'month-day': null },
    negativeSide: null,
  };
  const box = { x0: 0, y0: 0, x1: 1, y1: 1 };
  const texts = ['Due:', '05/01/2019', '12,50'].map((text) => ({ text, box, recognition: null }));
  const line = typedLine({ page: 1, texts } as unknown as SheetLine, notation);
  expect(line.texts.map(({ value }) => plain(value))).toEqual([null, '2019-01-05', 12.5]);
});

test('points and commas both group in a column where both are before three digits only', () => {
  expect(typed(['7.704', '90.560', '16,947', '453,515', '203'])).toEqual([7704, 90560, 16947, 453515, 203]);
  expect(typed(['7.704', '90.56', '16,947', '453,515'])).toEqual([7.704, 90.56, 16947, 453515]);
});
