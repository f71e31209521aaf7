import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { isMeasureText } from '../src/tables/value-text.ts';
import { findPageTables, type Table, withClosingRows, withStackedTable } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { texts } from './tables-of.ts';

const starts = [60, 260, 340, 420, 500];

/** Draws a grid with the first text of each row at the left and the others at the right of their columns. */
function grid(pen: Pen, top: number, rows: readonly (readonly string[])[]) {
  for (let row = 0; row <= rows.length; row += 1) pen.line(60, top + row * 20, 500, top + row * 20);
  for (const x of starts) pen.line(x, top, x, top + rows.length * 20);
  rows.forEach(([label = '', ...amounts], row) => {
    pen.text(label, 65, top + 14 + row * 20);
    amounts.forEach((amount, index) => {
      pen.right(amount, (starts[index + 2] ?? 0) - 5, top + 14 + row * 20);
    });
  });
}

async function read(draw: (pen: Pen) => void) {
  const document = await openPageModel(await drawPdf(draw));
  const page = await document.readPage(1);
  await document.close();
  return { lines: page.lines, tables: findPageTables(page).tables };
}

const entries = [
  ['Item', 'Hours', 'Price', 'Total'],
  ['Sink', '8', '90.00', '720.00'],
  ['Thermostat', '2', '45.50', '91.00'],
];

async function stacked(draw: (pen: Pen) => void): Promise<Table | null> {
  const { lines, tables } = await read(draw);
  const [above, below] = tables;
  if (above === undefined || below === undefined) throw new TypeError('Two tables are drawn');
  return withStackedTable(above, below, lines);
}

test('a further box with the same columns goes on with the table, below its name', async () => {
  const table = await stacked((pen) => {
    grid(pen, 100, entries);
    pen.text('Second house', 65, 176);
    grid(pen, 184, [
      ['Boiler', '3', '80.00', '240.00'],
      ['Radiator', '1', '20.00', '20.00'],
    ]);
  });
  expect(table === null ? [] : texts(table)).toEqual([
    ...entries,
    ['Second house', '', '', ''],
    ['Boiler', '3', '80.00', '240.00'],
    ['Radiator', '1', '20.00', '20.00'],
  ]);
});

test('a box with headings of its own is another table', async () => {
  const table = await stacked((pen) => {
    grid(pen, 100, entries);
    grid(pen, 190, [
      ['Staff', 'Days', 'Rate', 'Pay'],
      ['Ann', '3', '80.00', '240.00'],
      ['Bob', '1', '20.00', '20.00'],
    ]);
  });
  expect(table).toBeNull();
});

test('a box of totals that ends where the table does goes on with it when it begins with its sum', async () => {
  const totals = (first: string) => (pen: Pen) => {
    grid(pen, 100, entries);
    for (const y of [180, 200, 220]) pen.line(380, y, 500, y);
    for (const x of [380, 450, 500]) pen.line(x, 180, x, 220);
    pen.text('Subtotal', 385, 194);
    pen.text(first, 455, 194);
    pen.text('Total', 385, 214);
    pen.text('900.00', 455, 214);
  };
  const table = await stacked(totals('811.00'));
  expect(table === null ? [] : texts(table)).toEqual([
    ...entries,
    ['', '', 'Subtotal', '811.00'],
    ['', '', 'Total', '900.00'],
  ]);
  expect(await stacked(totals('810.00'))).toBeNull();
});

test('sums may be before their label', async () => {
  const { lines, tables } = await read((pen) => {
    const rows = [
      ['Boxes', 'Stems', 'Item', 'Total'],
      ['450', '315', 'Leaf', '720.00'],
      ['120', '84', 'Fern', '91.00'],
    ];
    for (let row = 0; row <= rows.length; row += 1) pen.line(60, 100 + row * 20, 500, 100 + row * 20);
    for (const x of starts) pen.line(x, 100, x, 160);
    for (const [row, [boxes = '', stems = '', item = '', total = '']] of [
      ...rows,
      ['570', '399', 'All', '811.00'],
    ].entries()) {
      pen.right(boxes, 255, 114 + row * 20);
      pen.right(stems, 335, 114 + row * 20);
      pen.text(item, 345, 114 + row * 20);
      pen.right(total, 495, 114 + row * 20);
    }
  });
  const [table] = tables;
  expect(table === undefined ? [] : texts(withClosingRows(table, lines)).at(-1)).toEqual([
    '570',
    '399',
    'All',
    '811.00',
  ]);
});

test('a few dashes in a row stand for a value, and in a line of their own for a rule', async () => {
  const { tables } = await read((pen) => {
    grid(pen, 100, [
      ['Size', 'Amps', 'Rate', 'Other'],
      ['25', '176', '----', '698.00'],
      ['35', '218', '----', '963.00'],
    ]);
  });
  const [table] = tables;
  expect(table === undefined ? [] : texts(table)[1]).toEqual(['25', '176', '----', '698.00']);
});

test('a note in small type may stand between a table and its total', async () => {
  const { lines, tables } = await read((pen) => {
    grid(pen, 100, entries);
    pen.text('Prices are rounded.', 65, 172, { size: 6 });
    pen.text('Total', 65, 190);
    pen.right('811.00', 495, 190);
  });
  const [table] = tables;
  expect(table === undefined ? [] : texts(withClosingRows(table, lines))).toEqual([
    ...entries,
    ['Prices are rounded.', '', '', ''],
    ['Total', '', '', '811.00'],
  ]);
});

test.each(['12 Volts', '180°', '8 ft 4 in (2 550 mm)', '9,550 lbf (4 330 kgf/42.4 kN)', '15.3 gpm (57.8 L/min)'])(
  '%s is a measure',
  (text) => {
    expect(isMeasureText(text)).toBe(true);
  },
);

test.each(['Total 12', '5 years warranty', '2024', 'about 3 m'])('%s is none', (text) => {
  expect(isMeasureText(text)).toBe(false);
});
