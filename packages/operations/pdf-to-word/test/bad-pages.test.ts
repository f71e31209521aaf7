import { processingFailed } from '@platen/core';
import { type PDFDocument, PDFName, type PDFPage } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readDrawnPage } from '../../../flow-document/src/read-drawn-page.ts';
import { convertDrawn, type TestFonts, write } from './docx.ts';

/** Three pages with a line of text each, of which `spoil` damages the second. */
async function convertSpoilt(spoil: (page: PDFPage) => void) {
  const line = (text: string) => (page: PDFPage, fonts: TestFonts) => write(page, fonts.regular, 10, 50, 80, text);
  const { paragraphs, warnings } = await convertDrawn(
    [line('The first page.'), line('The second page.'), line('The third page.')],
    {},
    (document: PDFDocument) => spoil(document.getPage(1)),
  );
  return { texts: paragraphs.map(({ text }) => text).filter((text) => text !== ''), warnings };
}

/** Adds content to a page behind its own. */
function draw(page: PDFPage, content: string): void {
  page.node.addContentStream(page.doc.context.register(page.doc.context.flateStream(content)));
}

/** Reads page 2 of so many, which cannot be read. */
async function readUnreadable(pageCount: number) {
  const warnings: string[] = [];
  const page = await readDrawnPage(2, {
    document: {
      pageCount,
      readPage: async () => {
        throw processingFailed('damaged_file', 'Page 2 cannot be read');
      },
    },
    drawer: {
      mayDraw: () => true,
      draw: async () => null,
      sizeOf: async () => ({ widthPt: 300, heightPt: 400 }),
      close: async () => {},
    },
    warn: (code, message) => warnings.push(`${code}: ${message}`),
  });
  return { page, warnings };
}

const all = ['The first page.', 'The second page.', 'The third page.'];

describe('one bad page among others', () => {
  test('keeps its text where drawing it takes more than the limits allow', async () => {
    const { texts, warnings } = await convertSpoilt((page) => draw(page, '0 0 400 500 re f\n'.repeat(60_000)));
    expect(texts).toEqual(all);
    expect(warnings).toContain('PAGE_NOT_DRAWN');
  });

  test('is to be recognised from how it looks where it cannot be read', async () => {
    const { page, warnings } = await readUnreadable(3);
    const box = { x0: 0, y0: 0, x1: 300, y1: 400 };
    expect(page).toMatchObject({ number: 2, widthPt: 300, heightPt: 400, unreadable: [box] });
    expect(warnings).toEqual(['PAGE_NOT_READ: Page 2 cannot be read']);
  });

  test('is said to end what can be read where it is the last one known', async () => {
    const { warnings } = await readUnreadable(2);
    expect(warnings).toEqual(['PAGE_NOT_READ: Page 2 cannot be read; pages after it may be missing']);
  });

  test('ends nothing where it is no page at all', async () => {
    const { texts, warnings } = await convertSpoilt(({ doc }) => {
      doc.catalog.Pages().Kids().insert(1, doc.context.obj(7));
      doc.catalog.Pages().set(PDFName.of('Count'), doc.context.obj(4));
    });
    expect(texts).toEqual(all);
    expect(warnings).toEqual(['REPAIRED']);
  });

  test('is an error where there is no other', async () => {
    await expect(readUnreadable(1)).rejects.toMatchObject({ details: { reason: 'damaged_file' } });
  });

  test('is reduced with what is drawn on it where it is too large for any sheet', async () => {
    const { texts, warnings } = await convertSpoilt((page) => {
      page.node.set(PDFName.of('UserUnit'), page.doc.context.obj(100_000));
      draw(page, '5 5 m 100 100 40 300 200 90 c f 100 100 m 40 300 200 90 100 50 c f');
    });
    expect(texts).toEqual(all);
    expect(warnings).toEqual(['PAGE_REDUCED', 'LAYOUT_KEPT']);
  });

  test('is without a picture whose data are damaged', async () => {
    const { texts, warnings } = await convertSpoilt((page) => {
      const { context } = page.doc;
      const entries = { Type: 'XObject', Subtype: 'Image', Width: 500, Height: 500, BitsPerComponent: 8 };
      const image = context.register(context.stream('abc', { ...entries, ColorSpace: 'DeviceRGB' }));
      page.node.setXObject(PDFName.of('I'), image);
      draw(page, 'q 200 0 0 200 50 100 cm /I Do Q');
    });
    expect(texts).toEqual(all);
    expect(warnings).toContain('PAGE_DEGRADED');
  });
});
