import { describe, expect, test } from 'vitest';
import { joinTables } from '../src/join-tables.ts';
import type { SheetPage, SheetTable } from '../src/sheet-model.ts';
import { sheetCell, sheetCells, sheetTable } from './sheet-tables.ts';

function tableOn(page: number, rows: readonly (readonly string[])[], changes: Partial<SheetTable> = {}): SheetPage {
  const table = sheetTable(rows.length, sheetCells(rows), {
    firstPage: page,
    lastPage: page,
    columnCuts: [50, 200, 350],
    fromTop: true,
    caption: null,
    toBottom: true,
    isCarried: true,
    hasTextBelow: false,
    ...changes,
  });
  return { pageNumber: page, dates: [], leftOut: [], items: [{ kind: 'table', table }] };
}

const tables = (pages: readonly SheetPage[]) =>
  joinTables(pages).flatMap(({ items }) => items.flatMap((item) => (item.kind === 'table' ? [item.table] : [])));

const header = ['Name', 'Size'];

test('a table that goes on over three pages is one, its repeated header dropped', () => {
  const [joined, ...more] = tables([
    tableOn(1, [header, ['a', '1']]),
    tableOn(2, [header, ['b', '2']]),
    tableOn(3, [header, ['c', '3']]),
  ]);
  expect(more).toEqual([]);
  expect(joined).toMatchObject({ firstPage: 1, lastPage: 3, rowCount: 4 });
  expect(joined?.cells.map(({ row, text }) => [row, text])).toEqual([
    [0, 'Name'],
    [0, 'Size'],
    [1, 'a'],
    [1, '1'],
    [2, 'b'],
    [2, '2'],
    [3, 'c'],
    [3, '3'],
  ]);
});

test('a table whose title is printed again with its headings goes on', () => {
  const headings = [['PRICE LIST'], ['Code', 'Name', 'Rate']];
  const cuts = { columnCuts: [50, 120, 300, 400] };
  const pages = [
    tableOn(1, [...headings, ['1', 'a', '8.00']], cuts),
    tableOn(2, [...headings, ['2', 'b', '9.00']], cuts),
  ];
  expect(tables(pages)).toMatchObject([{ lastPage: 2, rowCount: 4 }]);
});

test('a table whose headings are printed again without the title above them goes on', () => {
  const headings = ['Code', 'Name', 'Rate'];
  const cuts = { columnCuts: [50, 120, 300, 400] };
  const pages = [
    tableOn(1, [['PRICE LIST'], ['per 100 pieces'], headings, ['Screws'], ['1', 'a', '8.00']], {
      ...cuts,
      headerRows: 3,
    }),
    tableOn(2, [headings, ['Nuts'], ['2', 'b', '9.00']], { ...cuts, headerRows: 1 }),
  ];
  const [joined, ...more] = tables(pages);
  expect(more).toEqual([]);
  expect(joined).toMatchObject({ lastPage: 2, rowCount: 7, headerRows: 3 });
  expect(joined?.cells.filter(({ text }) => text === 'Code')).toHaveLength(1);
});

test('a first record that equals the one of the page before is no header below a title', () => {
  const cuts = { columnCuts: [50, 120, 300, 400] };
  const record = ['1', 'a', '8.00'];
  const pages = [tableOn(1, [['Screws'], record], cuts), tableOn(2, [record, ['2', 'b', '9.00']], cuts)];
  expect(tables(pages)).toMatchObject([{ rowCount: 4 }]);
});

test('a table whose outermost columns are empty on the next page goes on in its own columns', () => {
  const [joined, ...more] = tables([
    tableOn(
      1,
      [
        ['Image', 'Title', 'Year', 'Medium', 'Price', 'Note'],
        ['', 'Oak', '2024', 'Ink', '900', 'sold'],
      ],
      {
        columnCuts: [50, 120, 240, 290, 380, 440, 500],
      },
    ),
    tableOn(2, [['Elm', '2025', 'Oil', '700']], { columnCuts: [135, 240, 290, 380, 425], headerRows: 0 }),
  ]);
  expect(more).toEqual([]);
  expect(joined?.cells.filter(({ row }) => row === 2).map(({ column, text }) => [column, text])).toEqual([
    [1, 'Elm'],
    [2, '2025'],
    [3, 'Oil'],
    [4, '700'],
  ]);
});

test('a grid with names of sections in its first column goes on with one of them', () => {
  const ruled = (rows: readonly (readonly string[])[]) =>
    sheetCells(rows).map((cell) => ({ ...cell, borders: { ...cell.borders, bottom: true } }));
  const pages = [
    tableOn(1, [], {
      cells: ruled([header, ['Travel', ''], ['Fares', '6'], ['Supplies', ''], ['Gel', '7']]),
      rowCount: 5,
    }),
    tableOn(2, [], {
      cells: ruled([
        ['Overhead', ''],
        ['Fee', '1'],
      ]),
      rowCount: 2,
      headerRows: 0,
    }),
  ];
  expect(tables(pages)).toMatchObject([{ lastPage: 2, rowCount: 7 }]);
});

test('tables with text between them stay apart', () => {
  expect(
    tables([tableOn(1, [header, ['a', '1']], { toBottom: false }), tableOn(2, [header, ['b', '2']])]),
  ).toHaveLength(2);
});

test('tables with other columns stay apart', () => {
  const other = tableOn(2, [header, ['b', '2']], { columnCuts: [50, 120, 350] });
  expect(tables([tableOn(1, [header, ['a', '1']]), other])).toHaveLength(2);
});

test('a table whose three headings are printed again goes on, wherever its few rows put the columns', () => {
  const headings = ['Date', 'Text', 'Balance'];
  const first = tableOn(1, [headings, ['1 May', 'WATER', '3.00']], { columnCuts: [50, 120, 300, 400] });
  const next = tableOn(2, [headings, ['', 'Closing balance', '3.00']], { columnCuts: [50, 90, 340, 400] });
  expect(tables([first, next])).toMatchObject([{ lastPage: 2, rowCount: 3 }]);
});

test('tables with a page between them stay apart', () => {
  expect(tables([tableOn(1, [header, ['a', '1']]), tableOn(3, [header, ['b', '2']])])).toHaveLength(2);
});

describe('an entry that a page break cuts', () => {
  const bookings = ['Date', 'Details', 'Amount'];
  const rowsOf = (rest: readonly (readonly string[])[], last: readonly string[]) => {
    const parts = [
      tableOn(1, [bookings, ['1 May', 'WATER', '-3.00'], last], { chain: '1:80' }),
      tableOn(2, rest, { chain: '1:80', headerRows: 0 }),
    ];
    const [joined] = tables(parts);
    const rows = Map.groupBy(joined?.cells ?? [], ({ row }) => row);
    return [...rows.values()].slice(2).map((own) => own.map(({ text }) => text));
  };

  test('has the amounts of its last line', () => {
    expect(
      rowsOf(
        [
          ['', 'REF 7', '-9.00'],
          ['3 May', 'RENT', '-5.00'],
        ],
        ['2 May', 'CARD', ''],
      ),
    ).toEqual([
      ['2 May', 'CARD\nREF 7', '-9.00'],
      ['3 May', 'RENT', '-5.00'],
    ]);
  });

  test('has the rest of its text', () => {
    expect(
      rowsOf(
        [
          ['', 'REF 7', ''],
          ['', 'MAY', ''],
          ['3 May', 'RENT', '-5.00'],
        ],
        ['2 May', 'CARD', '-9.00'],
      ),
    ).toEqual([
      ['2 May', 'CARD\nREF 7\nMAY', '-9.00'],
      ['3 May', 'RENT', '-5.00'],
    ]);
  });

  test('has the rest of its text above the closing balance, where texts wrap', () => {
    const closing = ['', 'Closing balance', '8.00'];
    const rest = [['', 'MAY', ''], closing];
    expect(rowsOf(rest, ['2 May', 'CARD\nREF 7', '-9.00'])).toEqual([['2 May', 'CARD\nREF 7\nMAY', '-9.00'], closing]);
    expect(rowsOf(rest, ['2 May', 'CARD', '-9.00'])).toHaveLength(3);
  });

  test('has the rest of its text below a code that looks like an amount', () => {
    const next = ['3 May', 'RENT', '-5.00'];
    expect(rowsOf([['', 'Rug, woven', ''], next], ['2 May', '4417-B', '-9.00'])).toEqual([
      ['2 May', '4417-B\nRug, woven', '-9.00'],
      next,
    ]);
  });

  test('has a line of its text that tells of a sum in another currency', () => {
    const next = ['3 May', 'RENT', '-5.00'];
    expect(rowsOf([['', 'CHF 2 934.78', ''], next], ['2 May', 'CARD', '-9.00'])).toEqual([
      ['2 May', 'CARD\nCHF 2 934.78', '-9.00'],
      next,
    ]);
  });

  test('has the rest of its text in a grid that is read page by page, unless other rows are single texts, too', () => {
    const headings = ['No.', 'Work', 'Cost'];
    const rowsOfGrid = (...rows: readonly (readonly string[])[]) => {
      const cuts = { columnCuts: [50, 120, 300, 400] };
      const rest = [headings, ['', 'repeated every year', ''], ['R-3', 'Lift', '12.00']];
      const [joined] = tables([tableOn(1, [headings, ...rows], cuts), tableOn(2, rest, cuts)]);
      return joined?.rowCount;
    };
    expect(rowsOfGrid(['R-1', 'Roof', '7.00'], ['R-2', 'Gutters,', '9.00'])).toBe(4);
    expect(rowsOfGrid(['R-1', 'Roof', '7.00'], ['', 'with the chimney', ''], ['R-2', 'Gutters', '9.00'])).toBe(6);
  });

  test('has nothing of a record of its own, nor of a sum', () => {
    const rest = [
      ['', 'CASH', '-1.00'],
      ['3 May', 'RENT', '-5.00'],
    ];
    expect(rowsOf(rest, ['2 May', 'CARD', '-9.00'])).toEqual([['2 May', 'CARD', '-9.00'], ...rest]);
    expect(rowsOf([['', 'Closing balance', '8.00']], ['2 May', 'CARD', '-9.00'])).toHaveLength(2);
  });
});

test('a table goes on from a page with room left where the next brings its balance forward', () => {
  const headings = ['Date', 'Text', 'Balance'];
  const changes = { columnCuts: [50, 120, 300, 400], toBottom: false, isCarried: false };
  const first = tableOn(1, [headings, ['1 May', 'WATER', '3.00'], ['', 'Carried forward', '3.00']], changes);
  const next = (balance: string) => tableOn(2, [headings, ['', 'Brought forward', balance]], changes);
  expect(tables([first, next('3.00')])).toMatchObject([{ lastPage: 2, rowCount: 4 }]);
  expect(tables([first, next('9.00')])).toHaveLength(2);
});

test('a table above other text goes on where its header is printed again at the top of the next page', () => {
  const headings = ['Date', 'Text', 'Balance'];
  const changes = { columnCuts: [50, 120, 300, 400], toBottom: false, isCarried: false, hasTextBelow: true };
  const first = tableOn(1, [headings, ['1 May', 'WATER', '3.00']], changes);
  const next = (row: readonly string[]) => tableOn(2, [row, ['2 May', 'RENT', '2.00']], changes);
  expect(tables([first, next(headings)])).toMatchObject([{ lastPage: 2, rowCount: 3 }]);
  expect(tables([first, next(['3 May', 'CARD', '4.00'])])).toHaveLength(2);
});

test('a letterhead that is found as a table on each page, with the number of the page, does not end the table below it', () => {
  const page = (number: number, text: string) => {
    const { items, ...own } = tableOn(number, [header, [text, '1']]);
    const letterhead = sheetTable(1, sheetCells([['Account', '30918264', `Blad\n${number} van 3`]]), {
      firstPage: number,
      lastPage: number,
    });
    return { ...own, items: [{ kind: 'table' as const, table: letterhead }, ...items] };
  };
  const joined = tables([page(1, 'a'), page(2, 'b'), page(3, 'c')]);
  expect(joined.find(({ rowCount }) => rowCount > 1)).toMatchObject({ firstPage: 1, lastPage: 3, rowCount: 4 });
});

describe('a box of totals with borders of its own', () => {
  const columns = { columnCuts: [50, 100, 200, 300, 400, 500] };
  const wide = [0, 1, 2, 4, 5];
  const items = (row: number) =>
    wide.map((column, index) => sheetCell(row, column, `${row}.${index}`, { columnSpan: column === 2 ? 2 : 1 }));
  const totals = [sheetCell(1, 3, 'Total', { columnSpan: 2 }), sheetCell(1, 5, '90.00')];
  const below = { cells: [...items(0), ...totals], columnCuts: [50, 100, 200, 290, 300, 400, 500] };

  test('stands below the columns of the grid that goes on above it', () => {
    const [joined, ...more] = tables([tableOn(1, [['a', 'b', 'c', 'd', 'e']], columns), tableOn(2, [[], []], below)]);
    expect(more).toEqual([]);
    expect(joined?.cells.filter(({ row }) => row > 0).map(({ row, column, text }) => [row, column, text])).toEqual([
      [1, 0, '0.0'],
      [1, 1, '0.1'],
      [1, 2, '0.2'],
      [1, 3, '0.3'],
      [1, 4, '0.4'],
      [2, 3, 'Total'],
      [2, 4, '90.00'],
    ]);
  });

  test('begins a table of its own where no row of the grid is above it', () => {
    const alone = { ...below, cells: totals.map((cell) => ({ ...cell, row: 0 })) };
    expect(tables([tableOn(1, [['a', 'b', 'c', 'd', 'e']], columns), tableOn(2, [[]], alone)])).toHaveLength(2);
  });
});

test('a table without a header goes on with one whose many columns it has, though text is printed below that', () => {
  const cuts = { columnCuts: [50, 120, 300, 400, 500], toBottom: false, isCarried: false, hasTextBelow: true };
  const first = tableOn(
    1,
    [
      ['Date', 'Text', 'Amount', 'Balance'],
      ['1 May', 'a', '8.00', '9.00'],
    ],
    cuts,
  );
  const rest = [['2 May', 'b', '1.00', '8.00']];
  expect(tables([first, tableOn(2, rest, { ...cuts, headerRows: 0 })])).toMatchObject([{ rowCount: 3 }]);
  const other = { ...cuts, columnCuts: [50, 150, 300, 400, 500], headerRows: 0 };
  expect(tables([first, tableOn(2, rest, other)])).toHaveLength(2);
});

test.each([
  [null, null, 1],
  ['Savings', 'Savings', 1],
  ['Savings', 'Current account', 2],
  [null, 'Current account', 2],
])(
  'below an advertisement a table goes on under its header and the caption that it had: %s, then %s',
  (first, second, count) => {
    const headings = ['Date', 'Text', 'Amount'];
    const cuts = { columnCuts: [50, 120, 300, 400], fromTop: false };
    const pages = [
      tableOn(1, [headings, ['1 May', 'a', '8.00']], { ...cuts, caption: first }),
      tableOn(2, [headings, ['2 May', 'b', '9.00']], { ...cuts, caption: second }),
    ];
    expect(tables(pages)).toHaveLength(count);
  },
);

test('a table of more rows than a call may have arguments goes on', () => {
  const rows = Array.from({ length: 150_000 }, (_, row) => [`${row}`, '1']);
  const [joined] = tables([tableOn(1, [header, ...rows]), tableOn(2, [header, ['last', '2']])]);
  expect(joined?.rowCount).toBe(rows.length + 2);
});
