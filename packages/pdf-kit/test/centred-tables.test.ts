import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findPageTables, type Table } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { ledgersOf } from './ledger-page.ts';
import { texts } from './tables-of.ts';

async function tablesOn(draw: (pen: Pen) => void): Promise<readonly Table[]> {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return findPageTables(await document.readPage(1)).tables;
  } finally {
    await document.close();
  }
}

/** Draws cells of lines 12 apart, each centred vertically in its row; rows are 8 apart. */
function drawCentred(pen: Pen, rows: readonly (readonly string[])[], left: readonly number[], top: number): number {
  let y = top;
  for (const row of rows) {
    const lines = row.map((text) => text.split('|'));
    const height = 12 * Math.max(...lines.map(({ length }) => length));
    lines.forEach((own, column) => {
      own.forEach((text, index) => {
        pen.text(text, left[column] ?? 0, y + 10 + (height - 12 * own.length) / 2 + 12 * index);
      });
    });
    y += height + 8;
  }
  return y;
}

const gases = [
  ['Helium', 'In fields of gas,|above all in|America and|around the Gulf', '-268.9', 'Cooling|of magnets'],
  ['Neon', 'Air', '-246.1', 'Tubes, screens,|and as a coolant|of great effect|for its volume,|if liquid'],
  ['Xenon', 'Air, in traces,|from great plants', '-108.1', 'Lamps'],
];

test('cells centred beside taller ones between three rules form rows with these, though no lines of theirs are level', async () => {
  const left = [70, 160, 290, 380];
  const [table] = await tablesOn((pen) => {
    drawCentred(pen, [['Gas', 'Found in', 'Boils at', 'Used for']], left, 100);
    const end = drawCentred(pen, gases, left, 124);
    for (const y of [98, 120, end]) pen.line(65, y, 500, y);
  });
  expect(table && texts(table)).toEqual([
    ['Gas', 'Found in', 'Boils at', 'Used for'],
    ...gases.map((row) => row.map((text) => text.replaceAll('|', ' '))),
  ]);
  expect(table?.headerRows).toBe(1);
});

test('a heading over two columns of cells that are centred is over both', async () => {
  const left = [70, 160, 290, 360, 470];
  const rows = gases.map((row) => [...row, 'yes']);
  const [table] = await tablesOn((pen) => {
    pen.text('Reading and what for', 300, 110);
    drawCentred(pen, [['Gas', 'Found in', 'Boils at', 'Used for', 'Rare']], left, 112);
    const end = drawCentred(pen, rows, left, 136);
    for (const y of [98, 132, end]) pen.line(65, y, 520, y);
  });
  expect(table && texts(table).slice(0, 3)).toEqual([
    ['', '', 'Reading and what for', '', ''],
    ['Gas', 'Found in', 'Boils at', 'Used for', 'Rare'],
    rows[0]?.map((text) => text.replaceAll('|', ' ')),
  ]);
  expect(table?.headerRows).toBe(2);
});

test('columns of text between rules whose paragraphs share no middle are no rows of cells', async () => {
  const tables = await tablesOn((pen) => {
    for (const y of [98, 120, 240]) pen.line(65, y, 500, y);
    ['North', 'Middle', 'South'].forEach((name, column) => {
      pen.text(name, 70 + 145 * column, 113);
      for (let line = 0; line < 7; line += 1)
        pen.text('of this and that', 70 + 145 * column, 136 + 12 * line + (line > 1 + column ? 9 : 0) + 4 * column);
    });
  });
  expect(tables.filter(({ columnCount }) => columnCount === 3)).toEqual([]);
});

const zones = ['A', 'B', 'A', 'B', 'C', 'A', 'B', 'C', 'D'];

/** Draws rows at a pitch of 18, and labels at the rows given, counted in halves where these are between two. */
async function carriers(labels: readonly (readonly [string, number])[]): Promise<Table | undefined> {
  const [[ledger] = []] = await ledgersOf((pen) => {
    ['Carrier', 'Zone', 'Per kg', 'Minimum'].forEach((text, column) => {
      pen.text(text, [70, 180, 290, 400][column] ?? 0, 100);
    });
    pen.line(65, 105, 480, 105);
    zones.forEach((zone, row) => {
      pen.text(zone, 180, 120 + 18 * row);
      pen.right(`0.${40 + row}`, 330, 120 + 18 * row);
      pen.right(`${11 + row}.00`, 440, 120 + 18 * row);
    });
    for (const [label, row] of labels) pen.text(label, 70, 120 + 18 * row);
  });
  return ledger?.table;
}

test('labels in the middle of the rows of their group span these', async () => {
  const table = await carriers([
    ['Own freight', 0.5],
    ['Northline', 3],
    ['Sea and rail', 6.5],
  ]);
  expect(table?.rowCount).toBe(10);
  expect(
    table?.cells.flatMap(({ row, column, rowSpan, text }) => (rowSpan > 1 ? [[row, column, rowSpan, text]] : [])),
  ).toEqual([
    [1, 0, 2, 'Own freight'],
    [3, 0, 3, 'Northline'],
    [6, 0, 4, 'Sea and rail'],
  ]);
});

test('labels beside the first row of their group span no rows, as there is nothing that tells how many', async () => {
  const table = await carriers([
    ['Own freight', 0],
    ['Northline', 2],
    ['Sea and rail', 5],
  ]);
  expect(table?.cells.every(({ rowSpan }) => rowSpan === 1)).toBe(true);
});

test('small amounts set higher than the dates and texts of their booking are in its row', async () => {
  const bookings = [
    ['02/05', 'EDF CLIENTS', '74.20', ''],
    ['03/05', 'SALAIRE AVRIL', '', '2310.00'],
    ['06/05', 'MARKET LYON', '61.85', ''],
    ['09/05', 'CHEQUE', '120.00', ''],
    ['11/05', 'LOYER MAI', '680.00', ''],
  ];
  const [table] = await tablesOn((pen) => {
    pen.text('Date', 60, 100, { size: 7 });
    pen.text('Details', 130, 100, { size: 7 });
    pen.right('Out', 430, 100, { size: 7 });
    pen.right('In', 520, 100, { size: 7 });
    bookings.forEach(([date = '', text = '', out = '', into = ''], row) => {
      pen.text(date, 60, 120 + 15 * row, { size: 12 });
      pen.text(text, 130, 120 + 15 * row, { size: 12 });
      pen.right(out, 430, 117 + 15 * row, { size: 7 });
      pen.right(into, 520, 117 + 15 * row, { size: 7 });
    });
  });
  expect(table && texts(table)).toEqual([['Date', 'Details', 'Out', 'In'], ...bookings]);
});

test('amounts in the middle of two lines that name them are in one row with these', async () => {
  const items = [
    ['Single room', 'Night to the fourth of April', '89.00'],
    ['Parking', 'Below the house', '12.50'],
    ['Minibar', 'As listed', '6.80'],
    ['Tax', 'Two persons', '4.40'],
  ];
  const [[ledger] = []] = await ledgersOf((pen) => {
    items.forEach(([name = '', note = '', amount = ''], row) => {
      pen.text(name, 60, 100 + 34 * row);
      pen.text(note, 60, 114 + 34 * row);
      pen.right(amount, 500, 107 + 34 * row);
    });
  });
  expect(ledger && texts(ledger.table)).toEqual(items.map(([name, note, amount]) => [`${name} ${note}`, amount]));
});
