import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findPageTables } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { texts } from './tables-of.ts';

const summary = [
  ['Rate', 'Net', 'Tax', 'Gross'],
  ['X', '300.00', '53.00', '353.00'],
  ['23%', '200.00', '46.00', '246.00'],
  ['7%', '100.00', '7.00', '107.00'],
];

/** A summary of taxes in a grid from x = 300, its rows 20 points high. */
function drawSummary(pen: Pen) {
  for (let row = 0; row <= summary.length; row += 1) pen.line(300, 100 + 20 * row, 540, 100 + 20 * row);
  for (let column = 0; column <= 4; column += 1) pen.line(300 + 60 * column, 100, 300 + 60 * column, 180);
  summary.forEach((row, index) => {
    row.forEach((text, column) => {
      pen.right(text, 355 + 60 * column, 114 + 20 * index);
    });
  });
}

async function tableWith(draw: (pen: Pen) => void): Promise<string[][]> {
  const drawing = await drawPdf((pen) => {
    drawSummary(pen);
    draw(pen);
  });
  const document = await openPageModel(drawing);
  try {
    const [table] = findPageTables(await document.readPage(1)).tables;
    return table === undefined ? [] : texts(table);
  } finally {
    await document.close();
  }
}

test('labels outside the rules of a grid, one along each row below its headings, are its first column', async () => {
  const rows = await tableWith((pen) => {
    pen.right('Total', 296, 134);
    pen.right('of which', 296, 154);
    pen.right('of which', 296, 174);
  });
  const labels = ['', 'Total', 'of which', 'of which'];
  expect(rows).toEqual(summary.map((row, index) => [labels[index], ...row]));
});

test('a text left of a grid whose lines are ragged, further away or not level with its rows is no column', async () => {
  const notes: readonly ((pen: Pen) => void)[] = [
    (pen) => {
      pen.right('Payable within', 296, 134);
      pen.right('two weeks of', 290, 154);
      pen.right('the invoice', 293, 174);
    },
    (pen) => {
      for (const y of [134, 154, 174]) pen.right('Paid', 280, y);
    },
    (pen) => {
      for (const y of [124, 143, 162]) pen.right('Paid', 296, y);
    },
  ];
  for (const note of notes) expect(await tableWith(note)).toEqual(summary);
});
