import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

/** A title across both columns, a label beside two rows, and labels beside one row each; the right column is empty. */
function drawForm(pen: Pen): void {
  for (const y of [100, 120, 160, 180]) pen.line(70, y, 370, y);
  pen.line(170, 140, 370, 140);
  for (const x of [70, 370]) pen.line(x, 100, x, 180);
  pen.line(170, 120, 170, 180);
  pen.text('The customer', 75, 114);
  pen.text('Address', 75, 144);
  pen.text('Telephone', 75, 174);
}

test('a form whose labels are beside empty cells is a table, with a title and a label of several rows', async () => {
  const [table] = await tablesOf(drawForm);
  expect(table).toMatchObject({ kind: 'ruled', rowCount: 4, columnCount: 2 });
  expect(table?.cells[0]).toMatchObject({ text: 'The customer', columnSpan: 2 });
  expect(table?.cells.find(({ text }) => text === 'Address')).toMatchObject({ rowSpan: 2 });
});

test('a title and a single label beside one empty cell are a frame', async () => {
  const tables = await tablesOf((pen) => {
    for (const y of [100, 120, 140]) pen.line(70, y, 370, y);
    for (const x of [70, 370]) pen.line(x, 100, x, 140);
    pen.line(170, 120, 170, 140);
    pen.text('The customer', 75, 114);
    pen.text('Address', 75, 134);
  });
  expect(tables).toEqual([]);
});

test('a cell has the colour of the pieces that its shading is drawn in', async () => {
  const [table] = await tablesOf((pen) => {
    const blue = [0.2, 0.4, 0.6] as [number, number, number];
    // The margins of the first cell, and the line in it.
    pen.fill(70, 100, 170, 105, blue);
    pen.fill(70, 105, 75, 115, blue);
    pen.fill(75, 105, 165, 115, blue);
    pen.fill(165, 105, 170, 115, blue);
    pen.fill(70, 115, 170, 120, blue);
    for (const y of [100, 120, 140]) pen.line(70, y, 270, y);
    for (const x of [70, 170, 270]) pen.line(x, 100, x, 140);
    for (const [index, text] of ['Size', 'Weight', '12', '34'].entries())
      pen.text(text, 80 + 100 * (index % 2), 113 + 20 * Math.floor(index / 2));
  });
  expect(table && texts(table)).toEqual([
    ['Size', 'Weight'],
    ['12', '34'],
  ]);
  expect(table?.cells.map(({ fill }) => fill)).toEqual(['#336699', null, null, null]);
});
