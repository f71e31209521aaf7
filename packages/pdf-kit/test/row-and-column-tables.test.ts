import { describe, expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

const wrapped = [
  ['Item', 'What it is', 'Price'],
  ['A-10', 'A lamp for the desk that bends', '12.50'],
  ['B-204', 'Paper', '3.00'],
  ['C-7', 'Ink for pens, and a brush', '4.75'],
];

/** Draws rows of two lines each, the second column wrapped, the others in the middle of their row. */
function drawWrapped(pen: Pen, top: number) {
  wrapped.forEach(([item = '', description = '', price = ''], index) => {
    const words = description.split(' ');
    const lines = words.length < 4 ? [description] : [words.slice(0, 4).join(' '), words.slice(4).join(' ')];
    const middle = top + index * 30;
    pen.text(item, 74, middle);
    lines.forEach((line, number) => {
      pen.text(line, 130, middle + (number - (lines.length - 1) / 2) * 12);
    });
    pen.right(price, 330, middle);
  });
}

describe('rows', () => {
  test('the lines between two rules are one row where rules part every row', async () => {
    const [table] = await tablesOf((pen) => {
      for (let row = 0; row <= 4; row += 1) pen.line(70, 100 + row * 30, 340, 100 + row * 30);
      drawWrapped(pen, 119);
    });
    expect(table && texts(table)).toEqual(wrapped);
  });

  test('fills behind every second row part them as rules do', async () => {
    const [table] = await tablesOf((pen) => {
      pen.fill(70, 100, 340, 130, [0.7, 0.8, 0.9]);
      pen.fill(70, 160, 340, 190, [0.9, 0.9, 0.9]);
      drawWrapped(pen, 119);
    });
    expect(table && texts(table)).toEqual(wrapped);
  });

  test('lines around a value in their middle are of its row', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [100, 130, 220]) pen.line(70, y, 340, y);
      drawWrapped(pen, 119);
    });
    expect(table && texts(table)).toEqual(wrapped);
  });

  test('a label with a number beside it is no running text, however long', async () => {
    const labels = ['Costs of goods and services of others', 'Costs of rent and energy for schools'];
    const [table] = await tablesOf((pen) => {
      for (let row = 0; row <= 4; row += 1) pen.line(70, 100 + row * 16, 340, 100 + row * 16);
      [...labels, ...labels].forEach((label, index) => {
        pen.text(label, 74, 112 + index * 16);
        pen.right(`${index + 1}0.5`, 330, 112 + index * 16);
      });
    });
    expect(table?.rowCount).toBe(4);
  });
});

describe('headers', () => {
  test('a first record with text in a column of numbers is no heading', async () => {
    const rows = [
      ['Date', 'Entry', 'Text', 'Account', 'Name', 'Debit', 'Credit'],
      ['4 mars', 'OD', 'Balance', 'open', 'Suppliers', '25,80', '0,00'],
      ['05/03/2026', 'OD', 'Paper', '628', 'Office', '8,33', '0,00'],
      ['06/03/2026', 'BQ', 'Rent', '613', 'Rent', '0,00', '10,00'],
      ['07/03/2026', 'BQ', 'Fees', '627', 'Bank', '1,67', '0,00'],
      ['08/03/2026', 'BQ', 'Heat', '606', 'Heat', '4,10', '0,00'],
    ];
    const [table] = await tablesOf((pen) => {
      for (let row = 0; row <= rows.length; row += 1) pen.line(70, 100 + row * 20, 490, 100 + row * 20);
      for (let column = 0; column <= 7; column += 1) pen.line(70 + column * 60, 100, 70 + column * 60, 220);
      rows.forEach((texts, row) => {
        texts.forEach((text, column) => {
          pen.text(text, 75 + column * 60, 114 + row * 20);
        });
      });
    });
    expect(table?.rowCount).toBe(6);
    expect(table?.headerRows).toBe(1);
  });
});

describe('columns', () => {
  test('dates and codes make columns as numbers do', async () => {
    const rows = [
      ['Name', 'Number', 'Day'],
      ['Energy', 'BX-915', '05/19/2016'],
      ['Water', 'K-88', '12 Jan 2020'],
      ['Rent', 'A-1207', '2021-03-04'],
    ];
    const [table] = await tablesOf((pen) => {
      rows.forEach((row, index) => {
        for (const [column, text] of row.entries()) pen.text(text, 74 + column * 90, 100 + index * 15);
      });
    });
    expect(table && texts(table)).toEqual(rows);
  });

  test('upright rules that begin below a heading are columns under it', async () => {
    const [table] = await tablesOf((pen) => {
      for (const y of [100, 140, 200]) pen.line(70, y, 370, y);
      pen.line(170, 100, 170, 200);
      pen.line(270, 120, 270, 200);
      pen.text('Land', 75, 124);
      pen.text('People in 2020', 235, 114);
      for (const [index, heading] of ['Women', 'Men'].entries()) pen.text(heading, 175 + index * 100, 134);
      for (const [index, row] of ['Austria', 'Belgium', 'Denmark'].entries()) {
        pen.text(row, 75, 156 + index * 18);
        for (const column of [0, 1]) pen.right(`${index}.${column}`, 260 + column * 100, 156 + index * 18);
      }
    });
    expect(table?.cells.find(({ text }) => text === 'People in 2020')).toMatchObject({
      row: 0,
      column: 1,
      columnSpan: 2,
    });
    expect(table?.cells.find(({ text }) => text === 'Land')).toMatchObject({ row: 0, rowSpan: 2 });
  });

  test('a heading spans the columns it is centred on', async () => {
    const [table] = await tablesOf((pen) => {
      pen.text('Both', 256, 100);
      for (const [column, heading] of ['First', 'Second', 'Third'].entries())
        pen.right(heading, 230 + column * 90, 115);
      for (const [row, label] of ['Ant', 'Bee', 'Cat', 'Dog'].entries()) {
        pen.text(label, 74, 130 + row * 15);
        for (const column of [0, 1, 2]) pen.right(`1${row}.${column}`, 230 + column * 90, 130 + row * 15);
      }
    });
    expect(table?.cells.find(({ text }) => text === 'Both')).toMatchObject({ row: 0, column: 1, columnSpan: 2 });
  });
});

describe('side by side', () => {
  const drawPair = (pen: Pen, x: number, top: number, pitch: number) => {
    for (const [index, label] of ['Goods', 'Rent', 'Water', 'Energy', 'Other'].entries()) {
      pen.text(label, x, top + index * pitch);
      pen.right(`${index}2.5`, x + 150, top + index * pitch);
    }
  };

  test('tables that keep to baselines of their own are two', async () => {
    const tables = await tablesOf((pen) => {
      drawPair(pen, 70, 100, 14);
      drawPair(pen, 300, 106, 17);
    });
    expect(tables.map(({ rowCount, columnCount }) => [rowCount, columnCount])).toEqual([
      [5, 2],
      [5, 2],
    ]);
  });

  test('columns on the same baselines are of one', async () => {
    const tables = await tablesOf((pen) => {
      drawPair(pen, 70, 100, 14);
      drawPair(pen, 300, 100, 14);
    });
    expect(tables).toHaveLength(1);
  });
});

test('texts set to the left are a column, though long ones of some rows run over the white before it', async () => {
  const games = [
    'Reds|Blues',
    'Home training of the whole club',
    'Greens|Whites',
    'Owls|Hawks',
    'Bears|Lions',
    'Rats|Cats',
  ];
  const [table] = await tablesOf((pen) => {
    pen.text('ROUND 1', 210, 90);
    games.forEach((game, row) => {
      const y = 110 + 16 * row;
      const [home = '', guest = ''] = game.split('|');
      pen.text(home, 60, y);
      pen.text(guest, 160, y);
      pen.text(['North hall', 'South hall'][row % 2] ?? '', 320, y);
      pen.text('20:30', 450, y);
    });
  });
  const rows = table === undefined ? [] : texts(table);
  expect(rows).toContainEqual(['Reds', 'Blues', 'North hall', '20:30']);
  expect(rows).toContainEqual(['Home training of the whole club', '', 'South hall', '20:30']);
});
