import type { LedgerTable, Table } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { chooseTables } from '../src/choose-tables.ts';
import { cellOf, lineOf } from './page-tables.ts';

/** A table of one-line cells, each from the left cut of its column to an end of its own. */
function tableOf(cuts: readonly number[], rows: readonly (readonly (readonly [text: string, x1: number])[])[]): Table {
  const columnOf = (x1: number) => cuts.findLastIndex((cut) => cut < x1 - 1);
  const cells = rows.flatMap((row, index) =>
    row.map(([text, x1]) => {
      const words = text.split(' ').map((word) => [word, x1 - 20, x1] as const);
      return cellOf(index, columnOf(x1), lineOf(words, { y0: 100 + index * 20, y1: 110 + index * 20 }));
    }),
  );
  return {
    pageNumber: 1,
    kind: 'unruled',
    box: { x0: cuts[0] ?? 0, y0: 95, x1: cuts.at(-1) ?? 0, y1: 95 + rows.length * 20 },
    rowCount: rows.length,
    columnCount: cuts.length - 1,
    columnCuts: cuts,
    rowCuts: Array.from({ length: rows.length + 1 }, (_, index) => 95 + index * 20),
    cells,
    headerRows: 1,
    confidence: 0.8,
    angle: 0,
  };
}

const rows = [
  [
    ['Text', 60],
    ['Debit', 200],
    ['Credit', 300],
  ],
  [
    ['Rent', 60],
    ['700,00', 200],
  ],
  [
    ['Salary', 60],
    ['2 155,00', 300],
  ],
] as const;
const ledger = (table: Table): LedgerTable => ({ table, title: null, chain: null });

test('a table that puts debits and credits into one column does not take the place of a ledger that parts them', () => {
  const right = tableOf([0, 100, 250, 310], rows);
  const merged = tableOf([0, 100, 120, 310], rows);
  expect(chooseTables([merged], [ledger(right)]).map(({ table }) => table)).toEqual([right]);
});

test('a table that cuts an amount in two does not either', () => {
  const right = tableOf([0, 100, 250, 310], rows);
  const cut = tableOf(
    [0, 100, 250, 310],
    [
      ...rows.slice(0, 2),
      [
        ['Salary', 60],
        ['2', 280],
        ['155,00', 300],
      ],
    ],
  );
  expect(chooseTables([cut], [ledger(right)]).map(({ table }) => table)).toEqual([right]);
});

test('a table that cuts through a column whose amounts end at one place does not', () => {
  const debits = tableOf(
    [0, 100, 250, 310],
    [
      ...rows.slice(0, 2),
      [
        ['Fee', 60],
        ['9 900,00', 200],
      ],
    ],
  );
  const apart = {
    ...debits,
    cells: debits.cells.map((cell) => (cell.text === '9 900,00' ? { ...cell, column: 2 } : cell)),
  };
  expect(chooseTables([apart], [ledger(debits)]).map(({ table }) => table)).toEqual([debits]);
});

test('a table that melts two headings does not', () => {
  const right = tableOf([0, 100, 250, 310], rows);
  const credit = right.cells.flatMap(({ text, lines }) => (text === 'Credit' ? lines : []));
  const melted = {
    ...right,
    cells: right.cells.flatMap((cell) =>
      cell.text === 'Debit'
        ? [{ ...cell, text: 'Debit Credit', lines: [...cell.lines, ...credit] }]
        : cell.text === 'Credit'
          ? []
          : [cell],
    ),
  };
  const same = { ...melted, cells: [...melted.cells, ...right.cells.filter(({ text }) => text === 'Text')] };
  expect(chooseTables([same], [ledger(right)]).map(({ table }) => table)).toEqual([right]);
});

test('a table that parts two headings that a ledger has in one cell, far apart, takes its place', () => {
  const counted = (from: number) => {
    const words = (text: string, y: number) => lineOf([[text, 20, 40]], { y0: y, y1: y + 10 });
    const table = tableOf([0, 100, 250, 310], rows);
    return [
      ...table.cells.map((cell) => ({ ...cell, column: cell.column + from })),
      ...['No.', '1', '2'].map((text, row) => cellOf(row, 0, words(text, 100 + row * 20))),
    ];
  };
  const right: Table = { ...tableOf([0, 30, 100, 250, 310], rows), cells: counted(1) };
  const heading = lineOf(
    [
      ['No.', 20, 40],
      ['Text', 66, 86],
    ],
    { y0: 100, y1: 110 },
  );
  const melted: Table = {
    ...tableOf([0, 100, 250, 310], rows),
    cells: counted(0)
      .filter(({ text }) => text !== 'No.')
      .map((cell) => (cell.text === 'Text' ? { ...cell, text: heading.text, lines: [heading] } : cell)),
  };
  const apart: Table = {
    ...right,
    cells: right.cells.map((cell) =>
      cell.text === 'Text' ? { ...cell, lines: [lineOf([['Text', 66, 86]], { y0: 100, y1: 110 })] } : cell,
    ),
  };
  expect(chooseTables([apart], [ledger(melted)]).map(({ table }) => table)).toEqual([apart]);
});

test('a table that puts the second line of a heading beside another heading does not', () => {
  const percent = lineOf([['%', 260, 264]], { y0: 100, y1: 110 });
  const right = tableOf([0, 100, 250, 310], rows);
  const withPercent = (heading: string): Table => ({
    ...right,
    cells: right.cells.map((cell) =>
      cell.text === heading ? { ...cell, text: `${heading} %`, lines: [...cell.lines, percent] } : cell,
    ),
  });
  expect(chooseTables([withPercent('Debit')], [ledger(withPercent('Credit'))]).map(({ table }) => table)).toEqual([
    withPercent('Credit'),
  ]);
});

test('a table that has amounts beside the column of their heading does not', () => {
  const right = tableOf([0, 100, 250, 310], rows);
  const shifted = {
    ...right,
    cells: right.cells.map((cell) => (cell.text === '700,00' ? { ...cell, column: 2 } : cell)),
  };
  expect(chooseTables([shifted], [ledger(right)]).map(({ table }) => table)).toEqual([right]);
});

test('a table with the first line of a record in its header does not', () => {
  const first = lineOf([['Box', 40, 60]], { y0: 112, y1: 118 });
  const right = tableOf([0, 100, 250, 310], rows);
  const named = { ...right, cells: [...right.cells, cellOf(1, 0, first)] };
  const taken = {
    ...right,
    cells: right.cells.map((cell) =>
      cell.text === 'Text' ? { ...cell, text: 'Text Box', lines: [...cell.lines, first] } : cell,
    ),
  };
  expect(chooseTables([taken], [ledger(named)]).map(({ table }) => table)).toEqual([named]);
});

test('a table that cuts the name of a section does not', () => {
  const named = tableOf([0, 100, 250, 310], [...rows, [['Other credits', 60]]]);
  const cut = tableOf(
    [0, 100, 250, 310],
    [
      ...rows,
      [
        ['Other', 60],
        ['credits', 140],
      ],
    ],
  );
  expect(chooseTables([cut], [ledger(named)]).map(({ table }) => table)).toEqual([named]);
});

test('a table that cuts the label of a sum does not', () => {
  const sum = ['19,75', 300] as const;
  const whole = tableOf([0, 160, 250, 310], [...rows, [['Standing charge water', 60], sum]]);
  const cut = tableOf([0, 130, 250, 310], [...rows, [['Standing charge', 60], ['water', 140], sum]]);
  expect(chooseTables([cut], [ledger(whole)]).map(({ table }) => table)).toEqual([whole]);
});

test('one that holds the same rows and columns does', () => {
  const same = { ...tableOf([0, 110, 250, 310], rows), kind: 'ruled' as const };
  expect(chooseTables([same], [ledger(tableOf([0, 100, 250, 310], rows))]).map(({ table }) => table)).toEqual([same]);
});

test('a table between the rows of a ledger, with other words, is kept beside it', () => {
  const read = tableOf([0, 100, 250, 310], rows);
  const between = tableOf(
    [105, 150, 240],
    [
      [
        ['Date', 145],
        ['Client', 235],
      ],
      [
        ['21/10/2022', 145],
        ['K2', 235],
      ],
    ],
  );
  expect(chooseTables([between], [ledger(read)]).map(({ table }) => table)).toEqual(
    expect.arrayContaining([read, between]),
  );
});

test('a table with the labels that a ledger left out takes its place', () => {
  const bare = tableOf([0, 100, 250, 310], [rows[0], [['700,00', 200]], [['2 155,00', 300]]]);
  const whole = tableOf([0, 100, 250, 310], rows);
  expect(chooseTables([whole], [ledger(bare)]).map(({ table }) => table)).toEqual([whole]);
});

test('a grid takes the place of a ledger that runs over its rules, or leaves out its totals', () => {
  const cells = [
    [
      ['No', 20],
      ['Item', 100],
      ['Type', 200],
      ['Tax', 250],
      ['Total', 310],
    ],
    [
      ['1', 20],
      ['Casserole', 100],
      ['CGST', 200],
      ['33.71', 250],
      ['442.00', 310],
    ],
    [
      ['2', 20],
      ['Saucepan', 100],
      ['SGST', 200],
      ['3.71', 250],
      ['42.00', 310],
    ],
  ] as const;
  const totals = [
    ['TOTAL', 100],
    ['37.42', 250],
    ['484.00', 310],
  ] as const;
  const cuts = [0, 30, 110, 210, 260, 320];
  const grid: Table = { ...tableOf(cuts, [...cells, totals]), kind: 'ruled' };
  const melted = tableOf(
    [0, 110, 210, 260, 320],
    cells.map(([number, item, ...others]) => [[`${number[0]} ${item[0]}`, item[1]] as const, ...others]),
  );
  const chained = { table: inPlaces(melted, grid), title: null, chain: '1:95' };
  expect(chooseTables([grid], [chained]).map(({ table }) => table)).toEqual([grid]);
  expect(chooseTables([grid], [ledger(tableOf(cuts, cells))]).map(({ table }) => table)).toEqual([grid]);
  expect(chooseTables([{ ...grid, kind: 'unruled' }], [chained]).map(({ table }) => table)).toEqual([chained.table]);
});

/** A table whose words are where those of another are that have the same text. */
function inPlaces(table: Table, other: Table): Table {
  const words = other.cells.flatMap(({ lines }) => lines.flatMap((line) => line.words));
  const placed = (text: string, y1: number) =>
    words.find((word) => word.text === text && word.box.y1 === y1) ?? words[0];
  return {
    ...table,
    cells: table.cells.map((cell) => ({
      ...cell,
      lines: cell.lines.map((line) => ({
        ...line,
        words: line.words.flatMap((word) => placed(word.text, word.box.y1) ?? []),
      })),
    })),
  };
}

test('a table without borders of as many rows and columns does not take the place of a ledger', () => {
  const right = tableOf([0, 100, 250, 310], rows);
  const other = tableOf([0, 100, 250, 310], rows);
  expect(chooseTables([other], [ledger(right)])[0]?.table).toBe(right);
  const grid: Table = { ...other, kind: 'half-ruled' };
  expect(chooseTables([grid], [ledger(right)])[0]?.table).toBe(grid);
});

test('a table that parts the headings of two columns that a ledger has in one takes its place', () => {
  const plain = tableOf([0, 100, 250, 310], rows);
  const second = (x1: number) => lineOf([['booked', x1 - 20, x1]], { y0: 112, y1: 118 });
  const both = lineOf(
    [
      ['booked', 180, 200],
      ['booked', 280, 300],
    ],
    { y0: 112, y1: 118 },
  );
  const below = plain.cells.filter(({ row }) => row > 0);
  const heads = plain.cells.filter(({ row }) => row === 0);
  const apart: Table = {
    ...plain,
    cells: [
      ...heads.map((cell) =>
        cell.column === 0 ? cell : { ...cell, lines: [...cell.lines, second(cell.column === 1 ? 200 : 300)] },
      ),
      ...below,
    ],
  };
  const melted: Table = {
    ...plain,
    kind: 'half-ruled',
    rowCount: 4,
    headerRows: 2,
    cells: [
      ...heads.map((cell) => (cell.column === 0 ? { ...cell, rowSpan: 2 } : cell)),
      { ...cellOf(1, 1, both), columnSpan: 2 },
      ...below.map((cell) => ({ ...cell, row: cell.row + 1 })),
    ],
  };
  expect(chooseTables([apart], [ledger(melted)]).map(({ table }) => table)).toEqual([apart]);
});

test('a ledger takes the last records of a table, which have no amount, and leaves the notes below them', () => {
  const cuts = [0, 100, 250, 310];
  const right = tableOf(cuts, rows);
  const whole = tableOf(cuts, [
    ...rows,
    [
      ['Deposit', 60],
      ['none', 200],
    ],
    [['A note of many words', 60]],
  ]);
  const [chosen] = chooseTables([{ ...whole, headerRows: 0 }], [ledger(right)]);
  expect(chosen?.table.rowCount).toBe(4);
  expect(chosen?.table.cells.filter(({ row }) => row === 3).map(({ text }) => text)).toEqual(['Deposit', 'none']);
});
