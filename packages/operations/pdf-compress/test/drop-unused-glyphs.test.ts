import { openPdf } from '@platen/pdf-kit/objects';
import { PDFDict, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { differentPages, readPageGlyphs } from '../src/check/page-glyphs.ts';
import { walkDocument } from '../src/content/walk-document.ts';
import { dropUnusedGlyphs } from '../src/fonts/drop-unused-glyphs.ts';
import { createTestPdf } from './build-pdf.ts';

/** A page that shows the first of two glyphs; the second is shown by a font that shares them where `alsoShown` says so. */
async function glyphsLeft({ alsoShown = false, inForm = false, encoding = {} as Record<string, unknown> } = {}) {
  const pdf = createTestPdf();
  const glyphs = pdf.object({
    a: pdf.stream({}, '10 0 0 0 10 10 d1 0 0 10 10 re f'),
    b: pdf.stream({}, '10 0 0 0 10 10 d1 0 0 5 5 re f'),
  });
  const font = () =>
    pdf.object({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, 0, 10, 10],
      FontMatrix: [0.1, 0, 0, 0.1, 0, 0],
      CharProcs: glyphs,
      Encoding: { Differences: [97, 'a', 'b'], ...encoding },
      FirstChar: 97,
      LastChar: 98,
      Widths: [10, 10],
    });
  const [one, other] = [font(), font()];
  const bytes = pdf.finish({
    content: `BT /F 9 Tf (a) Tj ${alsoShown ? '/G 9 Tf (b) Tj' : ''} ET`,
    resources: { Font: { F: one, G: other } },
    catalog: inForm ? { AcroForm: { Fields: [], DR: { Font: { G: other } } } } : {},
  });
  const { context, catalog, pages } = await openPdf(bytes);
  const walk = () => walkDocument({ context, pages, maxContentBytes: 1e6 });
  const usage = walk();
  const before = await readPageGlyphs(usage, 1e6);
  dropUnusedGlyphs(context, catalog, usage);
  expect(differentPages(before, await readPageGlyphs(walk(), 1e6))).toEqual([]);
  const left = context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .find((object) => object instanceof PDFDict && object.has(PDFName.of('a')));
  return left instanceof PDFDict ? left.keys().map((key) => key.decodeText()) : [];
}

test('a glyph that no page shows goes', async () => {
  expect(await glyphsLeft()).toEqual(['a']);
});

test('one that a font with the same glyphs shows stays', async () => {
  expect(await glyphsLeft({ alsoShown: true })).toEqual(['a', 'b']);
});

test('a font of the form keeps what may yet be typed', async () => {
  expect(await glyphsLeft({ inForm: true })).toEqual(['a', 'b']);
});

test('a font whose encoding is not known keeps all', async () => {
  expect(await glyphsLeft({ encoding: { BaseEncoding: 'NobodyKnows' } })).toEqual(['a', 'b']);
});
