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

test('a note in small type may stand between a table and its total', async () => {
  const { lines, tables } = await read((pen) => {
    grid(pen, 100, entries);
    pen.text('Prices are rounded.', 65, 172, { size: 6 });
    pen.text('Total', 65, 190);
    pen.right('811.00', 495, 190);
  });
  const [table] = tables;
  expect(table === undefined ? [] : texts(withClosingRows(table, lines, []))).toEqual([
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
