import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { buildTextRows } from '../src/tables/text-rows.ts';
import { labelsApart } from '../src/tables/whitespace/labels-apart.ts';
import { toColumnRow } from '../src/tables/whitespace/text-tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

/** The texts of each row with their columns, between 50, 300, 365 and 440. */
async function columnsOf(draw: (pen: Pen) => void): Promise<string[][]> {
  const document = await openPageModel(await drawPdf(draw));
  try {
    const { lines } = await document.readPage(1);
    const rows = buildTextRows(lines).map((row) => toColumnRow(row, [50, 300, 365, 440]));
    return labelsApart(rows).map(({ chunks }) => chunks.map(({ chunk, first }) => `${first} ${chunk.text}`));
  } finally {
    await document.close();
  }
}

test('a label that alone stands left of the numbers of a column is in the empty column before it', async () => {
  const rows = await columnsOf((pen) => {
    pen.text('Memory card', 60, 100);
    pen.right('1', 360, 100);
    pen.right('278.61', 430, 100);
    pen.text('Total', 305, 120);
    pen.right('1', 360, 120);
    pen.right('278.61', 430, 120);
  });
  expect(rows).toEqual([
    ['0 Memory card', '1 1', '2 278.61'],
    ['0 Total', '1 1', '2 278.61'],
  ]);
});

test('texts below each other before numbers stay in their column, as does a label beside another text', async () => {
  const rows = await columnsOf((pen) => {
    for (const [y, text] of [
      [100, 'Rent'],
      [120, 'Fees'],
    ] as const) {
      pen.text(text, 305, y);
      pen.right('40.00', 360, y);
    }
    pen.text('Of which', 60, 140);
    pen.text('x', 330, 140);
    pen.right('2', 360, 140);
  });
  expect(rows).toEqual([
    ['1 Rent', '1 40.00'],
    ['1 Fees', '1 40.00'],
    ['0 Of which', '1 x', '1 2'],
  ]);
});
