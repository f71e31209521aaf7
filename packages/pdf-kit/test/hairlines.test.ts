import { fill, rectangle } from 'pdf-lib';
import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { drawPdf } from './draw-pdf.ts';

test('rectangles without height or width that are filled are rules', async () => {
  const document = await openPageModel(
    await drawPdf(({ page }) => {
      page.pushOperators(rectangle(50, 700, 200, 0), fill(), rectangle(50, 600, 0, 100), fill());
    }),
  );
  try {
    const { rules, drawings } = await document.readPage(1);
    expect(rules.map(({ orientation, widthPt }) => [orientation, widthPt])).toEqual([
      ['horizontal', 0],
      ['vertical', 0],
    ]);
    expect(drawings).toEqual([]);
  } finally {
    await document.close();
  }
});
