import { expect, test } from 'vitest';
import { drawPage } from '../../src/render/draw-page.ts';
import { layOutPixels } from '../../src/render/page-geometry.ts';
import { openPdfiumDocument } from '../../src/render/pdfium-document.ts';
import { sharedPdfiumEngine } from '../../src/render/pdfium-engine.ts';
import { writePdf } from './write-pdf.ts';

test.each([
  ['white on the page', '1 g 10 10 20 20 re f', true],
  ['beside the page', '0 g 110 10 20 20 re f', false],
  ['beside the page, one of two', '1 g 110 10 20 20 re f 10 10 20 20 re f', true],
  ['on the page but cut off by its crop box', '0 g 85 10 9 9 re f', false],
  ['beside the page by its form', '1 0 0 1 200 0 cm /X Do', false],
  ['white on the page by its form', '1 g /X Do', true],
  ['nowhere', '', false],
  ['black on the page', '0 g 10 10 20 20 re f', false],
])(
  'a page on which nothing is to be seen is in doubt only where objects are on it: %s',
  async (_, content, doubtful) => {
    const bytes = writePdf({
      pages: [content],
      page: '/CropBox[0 0 80 50]',
      resources: '/XObject<</X 100 0 R>>',
      objects: {
        100: '<</Type/XObject/Subtype/Form/BBox[0 0 50 50]/Length 17>>stream\n10 10 20 20 re f \nendstream',
      },
    });
    const document = openPdfiumDocument(await sharedPdfiumEngine(), bytes, {});
    const drawn = drawPage(document, 1, {
      layout: layOutPixels(document.pageSize(1), { dpi: 72 }),
      pixels: 'rgb',
      background: 0xffffff,
      annotations: true,
      hiddenText: null,
      wholePixels: false,
    });
    drawn?.page.release();
    document.close();
    expect(drawn?.doubtful).toBe(doubtful);
  },
);
