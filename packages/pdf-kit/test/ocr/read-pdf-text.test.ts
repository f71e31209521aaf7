import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { openPdfScan } from '../../src/ocr.ts';

/** The lines of a page on which these were drawn under each other. */
async function linesOf(texts: readonly string[]): Promise<readonly string[]> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 200]);
  for (const [index, text] of texts.entries()) page.drawText(text, { x: 20, y: 150 - 15 * index, size: 12 });
  const scan = await openPdfScan(await document.save());
  try {
    const { lines } = await scan.inspect(1);
    return lines.map(({ words }) => words.map((word) => word.text).join(' '));
  } finally {
    scan.close();
  }
}

test('a word broken at the end of a line keeps its hyphen and its line', async () => {
  const lines = ['A long-known hyphen-', 'ated word.'];
  expect(await linesOf(lines)).toEqual(lines);
});
