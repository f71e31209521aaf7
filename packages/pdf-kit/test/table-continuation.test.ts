import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findTables, repeatedHeaderRows, runningLines, tableReach } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

/** A grid of two columns with rows of 40 points, from a height down to another. */
function drawGrid(pen: Pen, top: number, bottom: number) {
  for (let y = top; y <= bottom; y += 40) pen.line(60, y, 500, y);
  for (const x of [60, 300, 500]) pen.line(x, top, x, bottom);
  for (let y = top; y < bottom; y += 40) {
    pen.text('Rent', 70, y + 25);
    pen.right('250.00', 490, y + 25);
  }
}

test('a foot that hangs below the text, at another height on each page, does not end a table', async () => {
  const document = await openPageModel(
    await drawPdf(
      (pen) => {
        drawGrid(pen, 300, 740);
        pen.text('Our bank, 12 High Street', 300, 765);
      },
      (pen) => {
        drawGrid(pen, 90, 210);
        pen.text('Our bank, 12 High Street', 300, 800);
      },
    ),
  );
  try {
    const pages = [await document.readPage(1), await document.readPage(2)];
    const running = runningLines(pages);
    const [first] = pages.flatMap((page) => findTables(page).map((table) => tableReach(page, table, running)));
    expect(first).toMatchObject({ toBottom: true, hasTextBelow: false });
  } finally {
    await document.close();
  }
});

test('rows with amounts are no repeated header, though the part of the table before begins with the same', () => {
  const rows = (...texts: readonly (readonly string[])[]) =>
    texts.flatMap((own, row) => own.map((text, column) => ({ row, column, text })));
  const above = rows(['Item', 'Rent'], ['Flat', '250.00'], ['Shed', '31.00']);
  expect(repeatedHeaderRows(above, rows(['Item', 'Rent'], ['Flat', '250.00'], ['Yard', '18.00']))).toBe(1);
  expect(repeatedHeaderRows(above.slice(2), rows(['Flat', '250.00']))).toBe(0);
  const settings = rows(['Tone', 'Gain'], ['A, B = 0.75, 0.10', 'C = 0.80'], ['A, B = 0.55, 0.20', 'C = 0.60']);
  expect(repeatedHeaderRows(settings, settings)).toBe(1);
  expect(repeatedHeaderRows(settings.slice(2), settings.slice(2))).toBe(0);
});

test('a number of a number is a running line in any language', async () => {
  const document = await openPageModel(
    await drawPdf(
      ...[1, 2].map((number) => (pen: Pen) => {
        pen.text(`Halaman ${number} dari 2`, 400, 60);
        drawGrid(pen, 80, 760);
      }),
    ),
  );
  try {
    const pages = [await document.readPage(1), await document.readPage(2)];
    expect([...runningLines(pages)].map(({ text }) => text)).toContain('Halaman 2 dari 2');
  } finally {
    await document.close();
  }
});
