import { describe, expect, test } from 'vitest';
import type { Recognition } from '../src/sheet-model.ts';
import type { Notation } from '../src/type-cells.ts';
import { typedTable } from '../src/typed-table.ts';
import { sheetCell, sheetCells, sheetTable } from './sheet-tables.ts';

const notation: Notation = {
  decimal: ',',
  dateOrder: null,
  lastDays: { 'day-month': null, 'month-day': null },
  negativeSide: null,
};
const sure: Recognition = { confidence: 0.96, figureConfidence: 0.96, disputed: false };

/** The values of a column of amounts by how each was recognised, and the texts of the doubtful ones. */
function read(...amounts: readonly (readonly [text: string, recognition: Recognition | null])[]) {
  const cells = [
    sheetCell(0, 0, 'EUR'),
    ...amounts.map(([text, recognition], index) => sheetCell(index + 1, 0, text, { recognition })),
  ];
  const { values, doubtful } = typedTable(sheetTable(cells.length, cells), notation);
  const plain = cells.slice(1).map((cell) => {
    const value = values.get(cell);
    return value?.kind === 'number' ? value.value : cell.text;
  });
  return { values: plain, doubtful: doubtful.map(({ text }) => text) };
}

describe('figures that were recognised', () => {
  test('with little confidence are doubtful numbers', () => {
    const doubt = { confidence: 0.55, figureConfidence: 0.55, disputed: false };
    expect(read(['1,49', sure], ['8,83', doubt])).toEqual({ values: [1.49, 8.83], doubtful: ['8,83'] });
  });

  test('otherwise by another reading are doubtful, however sure they are', () => {
    const disputed = { confidence: 0.96, figureConfidence: 0.96, disputed: true };
    expect(read(['1,49', sure], ['3,06', disputed])).toEqual({ values: [1.49, 3.06], doubtful: ['3,06'] });
  });

  test('with a letter in place of a figure are doubtful texts among amounts', () => {
    expect(read(['1,49', null], ['8,83', null], ['l2,5O', null], ['S. 4', null], ['7,10', null])).toEqual({
      values: [1.49, 8.83, 'l2,5O', 'S. 4', 7.1],
      doubtful: ['l2,5O'],
    });
  });

  test('with marks that contradict each other are doubtful texts, a date and text of the file are not', () => {
    const all = [
      ['1,49', sure],
      ['2.978,606.00', sure],
      ['2078.66.00', null],
      ['12.03.24', sure],
    ] as const;
    expect(read(...all).doubtful).toEqual(['2.978,606.00']);
  });

  test('in words are not named', () => {
    expect(read(['Filiale 12', { confidence: 0.3, figureConfidence: 0.3, disputed: false }]).doubtful).toEqual([]);
  });

  test('surely raise no doubt, and text of the file never does', () => {
    expect(read(['1,49', sure], ['0,35', null], ['0,356', null])).toEqual({
      values: [1.49, 0.35, 0.356],
      doubtful: [],
    });
  });
});

describe('no decimals where the other amounts of a column have them', () => {
  const others = [
    ['20,99', sure],
    ['8,83', sure],
    ['117,20', sure],
    ['0,35', sure],
  ] as const;

  test('make a doubtful number, however sure it is', () => {
    expect(read(...others, ['2351', sure])).toEqual({
      values: [20.99, 8.83, 117.2, 0.35, 2351],
      doubtful: ['2351'],
    });
  });

  test('raise no doubt as nought, in text of the file, or where whole numbers are usual', () => {
    expect(read(...others, ['0', sure]).doubtful).toEqual([]);
    expect(read(...others, ['2351', null]).doubtful).toEqual([]);
    expect(read(...others, ['2351', sure], ['12', sure]).doubtful).toEqual([]);
  });
});

describe('more decimals than the other amounts of a column have', () => {
  test('make a doubtful amount text', () => {
    const doubt = { confidence: 0.8, figureConfidence: 0.8, disputed: false };
    expect(read(['0,89', sure], ['8,83', sure], ['1,493', doubt])).toEqual({
      values: [0.89, 8.83, '1,493'],
      doubtful: ['1,493'],
    });
  });

  test('make any amount text where the letters of taxes stand behind others', () => {
    expect(read(['0,89 B', sure], ['0,356', sure])).toEqual({ values: ['0,89 B', '0,356'], doubtful: ['0,356'] });
  });

  test('are those of a quantity where they were surely read', () => {
    expect(read(['1,0000', sure], ['3,00', sure])).toEqual({ values: [1, 3], doubtful: [] });
  });

  test('are those of weights where all have them', () => {
    const doubt = { confidence: 0.8, figureConfidence: 0.8, disputed: false };
    expect(read(['0,256', doubt], ['1,125', doubt])).toEqual({ values: [0.256, 1.125], doubtful: [] });
  });
});

describe('a letter behind amounts that makes them negative', () => {
  test('is doubtful: it may be the code of a tax', () => {
    expect(read(['1,79 C', sure], ['0,89 D', sure], ['0,35 C', sure])).toEqual({
      values: [1.79, -0.89, 0.35],
      doubtful: ['0,89 D'],
    });
  });

  test('is none where the running balance confirms it, nor in text of the file', () => {
    const rows = [
      ['', '100,00 C'],
      ['20,00 D', '80,00 C'],
      ['50,00 C', '130,00 C'],
      ['30,00 D', '100,00 C'],
      ['5,00 D', '95,00 C'],
      ['15,00 C', '110,00 C'],
    ];
    const cells = [['Amount', 'Balance'], ...rows].flatMap((texts, row) =>
      texts.map((text, column) => sheetCell(row, column, text, { recognition: text === '' ? null : sure })),
    );
    const { values, doubtful } = typedTable(sheetTable(7, cells, { columnCuts: [0, 50, 100] }), notation);
    expect([...values.values()].filter((value) => value.kind === 'number' && value.value < 0)).toHaveLength(3);
    expect(doubtful).toEqual([]);
    expect(read(['1,79 C', null], ['0,89 D', null], ['0,35 C', null]).doubtful).toEqual([]);
  });
});

test('an amount in another currency below one of the account has a row of its own', () => {
  const cells = sheetCells([
    ['Text', 'Out'],
    ['Books\nRate 1,17', '45,74 €\n53,52 USD'],
    ['Rent', '9,00 €'],
  ]);
  const { table, values } = typedTable(sheetTable(3, cells), notation);
  const rows = [...Map.groupBy(table.cells, ({ row }) => row).values()].map((own) =>
    own.map((cell) => {
      const value = values.get(cell);
      return value?.kind === 'number' ? value.value : cell.text;
    }),
  );
  expect(table.rowCount).toBe(4);
  expect(rows).toEqual([
    ['Text', 'Out'],
    ['Books\nRate 1,17', 45.74],
    ['', 53.52],
    ['Rent', 9],
  ]);
});

test('two amounts of one currency in a cell stay as they are printed', () => {
  const cells = sheetCells([
    ['Text', 'Out'],
    ['Books', '45,74 €\n53,52 €'],
  ]);
  expect(typedTable(sheetTable(2, cells), notation).table.rowCount).toBe(2);
});

describe('two digits beside whole numbers, in a column without a heading of its own', () => {
  function amountsOf(...pairs: readonly (readonly [units: string, cents: string])[]) {
    const cells = [
      sheetCell(0, 0, 'Text'),
      sheetCell(0, 1, 'Betrag', { columnSpan: 2 }),
      ...pairs.flatMap(([units, cents], index) => [
        sheetCell(index + 1, 0, `Posten ${'abcdef'.charAt(index)}`),
        sheetCell(index + 1, 1, units),
        sheetCell(index + 1, 2, cents),
      ]),
    ];
    const { table, values } = typedTable(sheetTable(pairs.length + 1, cells, { columnCuts: [0, 9, 15, 18] }), notation);
    const rows = pairs.map((_, index) => table.cells.filter(({ row, column }) => row === index + 1 && column > 0));
    return {
      columns: table.columnCuts.length - 1,
      amounts: rows.map((row) => row.map((cell) => values.get(cell)).map((own) => own?.kind === 'number' && own.value)),
    };
  }

  test('are the cents of these', () => {
    expect(amountsOf(['222', '00'], ['28', '20'], ['1.064', '90'], ['0', '42'])).toEqual({
      columns: 2,
      amounts: [[222], [28.2], [1064.9], [0.42]],
    });
  });

  test('are counts, where none begins with a nought', () => {
    expect(amountsOf(['222', '10'], ['28', '20'], ['64', '90'], ['7', '42']).columns).toBe(3);
  });

  test('are minutes, where none is above 59', () => {
    expect(amountsOf(['7', '05'], ['8', '20'], ['9', '50'], ['10', '42']).columns).toBe(3);
  });

  test('are values of their own, where a number has none beside it', () => {
    expect(amountsOf(['222', '00'], ['28', '20'], ['64', '90'], ['7', ''], ['6', '01']).columns).toBe(3);
  });
});

describe('signs in a column of their own', () => {
  function amountsOf(heading: string, ...rows: readonly (readonly [left: string, sign: string, right: string])[]) {
    const cells = sheetCells([['Text', heading, 'Betrag'], ...rows]);
    const { table, values } = typedTable(sheetTable(rows.length + 1, cells, { columnCuts: [0, 9, 15, 18] }), notation);
    return table.cells
      .filter(({ row, column }) => row > 0 && column > 0)
      .map((cell) => {
        const value = values.get(cell);
        return value?.kind === 'number' ? value.value : cell.text;
      });
  }

  test('are those of the amounts beside them', () => {
    expect(amountsOf('', ['Miete', '-', '800,00'], ['Lohn', '+', '2.100,50'], ['Karte', '−', '12,00'])).toEqual([
      -800, 2100.5, -12,
    ]);
  });

  test('leave amounts without one as they are, and may be headed by both', () => {
    expect(amountsOf('+/-', ['Miete', '-', '800,00'], ['Lohn', '', '2.100,50'], ['Karte', '-', '12,00'])).toEqual([
      -800, 2100.5, -12,
    ]);
  });

  test('are none between two figures, nor under a heading', () => {
    expect(amountsOf('', ['10', '-', '20'], ['20', '-', '40'])).toEqual(['-', 20, '-', 40]);
    expect(amountsOf('Haben', ['Miete', '-', '800,00'], ['Karte', '-', '12,00'])).toEqual(['-', 800, '-', 12]);
  });

  test('are none where all amounts of a table without headings have the same', () => {
    const cells = sheetCells([
      ['Miete', '800,00', '-'],
      ['Karte', '12,00', '-'],
    ]);
    const { values } = typedTable(sheetTable(2, cells, { columnCuts: [0, 9, 15, 18], headerRows: 0 }), notation);
    const amounts = [...values.values()].flatMap((value) => (value.kind === 'number' ? [value.value] : []));
    expect(amounts).toEqual([800, 12]);
  });
});

test('a column of more amounts than a call may have arguments is checked against its total', () => {
  const amounts = Array.from({ length: 130_000 }, (_, row) => [`Posten ${row}`, '1,00']);
  const cells = sheetCells([['Text', 'EUR'], ...amounts, ['Summe', '131.000,00']]);
  const { differing } = typedTable(sheetTable(amounts.length + 2, cells, { columnCuts: [0, 100, 150] }), notation);
  expect(differing).toEqual([amounts.length + 1]);
});

test('a label that is printed with its amount in a column of amounts moves to the empty cell on its left', () => {
  const rows = [
    ['Item', 'Price', 'Total'],
    ['Labels', '4,45', '160,00'],
    ['', '', 'Subtotal: $285,00'],
    ['Note', 'on: 1,00', 'Due: 5 days'],
  ];
  const { table, values } = typedTable(sheetTable(rows.length, sheetCells(rows)), notation);
  const textsOf = (row: number) => table.cells.filter((cell) => cell.row === row).map(({ text }) => text);
  expect([textsOf(2), textsOf(3)]).toEqual([
    ['', 'Subtotal:', '$285,00'],
    ['Note', 'on: 1,00', 'Due: 5 days'],
  ]);
  expect(table.cells.map((cell) => values.get(cell)).filter((value) => value?.kind === 'number')).toContainEqual({
    kind: 'number',
    value: 285,
    format: '"$"0.00',
  });
});
