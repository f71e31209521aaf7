import type { PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, type TestFonts, write } from './docx.ts';

function drawForm(page: PDFPage, { regular }: TestFonts): void {
  for (const y of [400, 340, 280]) page.drawLine({ start: { x: 50, y }, end: { x: 350, y }, thickness: 0.7 });
  for (const x of [50, 200, 350]) page.drawLine({ start: { x, y: 280 }, end: { x, y: 400 }, thickness: 0.7 });
  write(page, regular, 10, 60, 120, 'The first decision');
  write(page, regular, 10, 210, 130, '--------------');
  write(page, regular, 10, 210, 144, 'Signature');
  write(page, regular, 10, 60, 180, 'The second decision');
  write(page, regular, 10, 210, 190, 'Date: ------------');
}

test('blanks typed in the cells of a drawn grid are kept', async () => {
  const { xml, paragraphs } = await convertDrawn([drawForm]);
  expect(xml).toContain('<w:tbl>');
  expect(paragraphs.map(({ text }) => text).filter((text) => text !== '')).toEqual([
    'The first decision',
    '--------------',
    'Signature',
    'The second decision',
    'Date: ------------',
  ]);
});
