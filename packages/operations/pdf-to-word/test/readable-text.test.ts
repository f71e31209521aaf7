import { type PDFDocument, type PDFFont, PDFHexString, PDFName, type PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

/** Draws text in a Type 3 font of squares whose glyphs have names that mean nothing, at codes below 32. */
function writeWithoutUnicode(document: PDFDocument, page: PDFPage, x: number, y: number, codes: readonly number[]) {
  const { context } = document;
  const square = context.register(context.stream('600 0 d0 50 0 500 600 re f'));
  const names = [...new Set(codes)].sort((first, second) => first - second);
  const font = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, 0, 600, 700],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      CharProcs: Object.fromEntries(names.map((code) => [`shape${code}`, square])),
      Encoding: { Type: 'Encoding', Differences: names.flatMap((code) => [code, `shape${code}`]) },
      FirstChar: 0,
      LastChar: 31,
      Widths: Array.from({ length: 32 }, () => 600),
      Resources: {},
    }),
  );
  page.node.setFontDictionary(PDFName.of('Unknown'), font);
  const hex = PDFHexString.of(codes.map((code) => code.toString(16).padStart(2, '0')).join(''));
  const stream = context.stream(`BT /Unknown 12 Tf ${x} ${page.getHeight() - y} Td ${hex} Tj ET`);
  page.node.addContentStream(context.register(stream));
}

test('text whose font does not tell its characters is a picture, with a warning', async () => {
  let drawn: { readonly page: PDFPage; readonly regular: PDFFont } | null = null;
  const { xml, paragraphs, warnings, parts } = await convertDrawn(
    [
      (page, { regular }) => {
        drawn = { page, regular };
        setProse(page, regular, prose, 50, 80, 300);
      },
    ],
    {},
    (document) => {
      if (drawn !== null) writeWithoutUnicode(document, drawn.page, 50, 200, [1, 2, 3, 4, 5, 6, 2, 3]);
    },
  );
  expect(warnings).toContain('TEXT_NOT_READABLE');
  expect(paragraphs.map(({ text }) => text.trim()).filter((text) => text !== '')).toEqual([prose]);
  expect([...xml.matchAll(/<a:blip /g)]).toHaveLength(1);
  expect([...parts.keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
});

test('text in a font without a map that reads as text is text', async () => {
  const { paragraphs, warnings } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 16, 50, 60, 'NASDAQ: XYZ 12,345.67 (BRRR) [PQ]');
      setProse(page, regular, prose, 50, 90, 300);
    },
  ]);
  expect(warnings).toEqual([]);
  expect(paragraphs[0]?.text).toBe('NASDAQ: XYZ 12,345.67 (BRRR) [PQ]');
});

test('words that can be read are text on the picture of those around them that cannot', async () => {
  const { xml, warnings } = await convertDrawn(
    [
      (page, { regular }) => {
        setProse(page, regular, prose, 50, 80, 300);
        write(page, regular, 12, 130, 200, 'Journal of Information Science');
      },
    ],
    {},
    (document) => {
      const page = document.getPage(0);
      writeWithoutUnicode(document, page, 50, 200, [1, 2, 3, 4, 5, 6, 2, 3]);
      writeWithoutUnicode(
        document,
        page,
        50,
        214,
        Array.from({ length: 32 }, (_, index) => 1 + (index % 6)),
      );
    },
  );
  const boxes = [...xml.matchAll(/<w:txbxContent>(.*?)<\/w:txbxContent>/gs)];
  expect(boxes.map(([, inner = '']) => inner.replace(/<[^>]*>/g, ''))).toEqual(['Journal of Information Science']);
  expect(warnings).toEqual(['TEXT_NOT_READABLE']);
});
