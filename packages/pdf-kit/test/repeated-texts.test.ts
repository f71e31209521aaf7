import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

/** The lines of a page, those in bold between stars. */
async function linesOf(draw: (pen: Pen) => void): Promise<readonly string[]> {
  const model = await openPageModel(await drawPdf(draw));
  try {
    const { lines } = await model.readPage(1);
    return lines.map(({ text, style }) => (style.font.bold ? `*${text}*` : text));
  } finally {
    await model.close();
  }
}

test('a label under its copy in another black, with a shadow or in bold, is one label', async () => {
  expect(
    await linesOf((pen) => {
      pen.text('Delivery note', 50, 100);
      pen.text('Delivery note', 50, 100, { color: [0.1, 0.1, 0.1] });
      pen.text('Shadow label', 51.4, 141.4, { color: [0.6, 0.6, 0.6] });
      pen.text('Shadow label', 50, 140);
      pen.text('Total amount due', 50, 180);
      pen.text('Total amount due', 50, 180, { bold: true });
    }),
  ).toEqual(['Delivery note', 'Shadow label', '*Total amount due*']);
});

test('a text over its shadow or its halo has the colour of what is on top', async () => {
  const model = await openPageModel(
    await drawPdf((pen) => {
      pen.text('Autumn sale', 51.4, 101.4, { color: [0.6, 0.6, 0.6] });
      pen.text('Autumn sale', 50, 100, { color: [0.2, 0, 0] });
      pen.text('On a photograph', 50.3, 140, { color: [1, 1, 1] });
      pen.text('On a photograph', 50, 140, { color: [0, 0, 0.2] });
    }),
  );
  const { lines } = await model.readPage(1);
  await model.close();
  expect(lines.map(({ style }) => style.color)).toEqual(['#330000', '#000033']);
});

test('a copy whose letters drift away is no text of its own', async () => {
  expect(
    await linesOf((pen) => {
      pen.text('Invoice date', 50, 100);
      [...'Invoicedate'].forEach((letter, index) => {
        const before = 'Invoice date'.slice(0, index < 7 ? index : index + 1);
        const letterX = 50 + 1.02 * widthOf(before);
        pen.text(letter, letterX, 100);
      });
    }),
  ).toEqual(['Invoice date']);
});

test('letters drawn again beside themselves in their colour are bold, and those at their place are not', async () => {
  expect(
    await linesOf((pen) => {
      pen.text('Printed twice', 50, 100);
      pen.text('Printed twice', 50.3, 100);
      pen.text('Printed once more', 50, 140);
      pen.text('Printed once more', 50, 140);
    }),
  ).toEqual(['*Printed twice*', 'Printed once more']);
});

test('a text that says the same in itself, leaders, and equal lines below each other are not copies', async () => {
  const drawn = ['tiltiltiltil tiltil', 'Sum ............... 12', 'One of several lines', 'One of several lines'];
  expect(await linesOf((pen) => drawn.forEach((text, index) => void pen.text(text, 50, 100 + 11 * index)))).toEqual(
    drawn,
  );
});

/** The width of text in Helvetica of 10 points, for the letters used here. */
function widthOf(text: string): number {
  const widths: Readonly<Record<string, number>> = { I: 2.78, n: 5.56, v: 5, o: 5.56, i: 2.22, c: 5, e: 5.56, d: 5.56 };
  return [...text].reduce((sum, letter) => sum + (widths[letter] ?? (letter === 'a' ? 5.56 : 2.78)), 0);
}
