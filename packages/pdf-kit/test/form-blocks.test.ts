import { setWordSpacing } from 'pdf-lib';
import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { findFormBlocks } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { texts } from './tables-of.ts';

async function blocksOf(draw: (pen: Pen) => void): Promise<string[][][]> {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return findFormBlocks(await document.readPage(1), []).map((table) => texts(table));
  } finally {
    await document.close();
  }
}

test('lines of justified text in two columns are no block, however wide the spaces between their words', async () => {
  const blocks = await blocksOf((pen) => {
    [60, 320].forEach((left) => {
      [0, 1, 2, 3, 4, 5, 6, 7, 8].forEach((index) => {
        const isWide = index === 2 || index === 3;
        pen.page.pushOperators(setWordSpacing(isWide ? 7 : 0));
        const text = isWide ? 'boats that wait below until noon' : 'the keeper of the lock is paid by every boat';
        pen.text(text, left, 100 + index * 12);
      });
    });
  });
  expect(blocks).toEqual([]);
});
