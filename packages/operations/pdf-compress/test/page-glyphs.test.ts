import { openPdf } from '@platen/pdf-kit/objects';
import { expect, test } from 'vitest';
import { checkDocument } from '../src/check/check-document.ts';
import { differentPages, readPageGlyphs } from '../src/check/page-glyphs.ts';
import { walkDocument } from '../src/content/walk-document.ts';
import { createTestPdf } from './build-pdf.ts';
import { makeTrueType } from './make-truetype.ts';
import { runCompression } from './run-compression.ts';

/** Codes of one to four bytes. */
const utf8Map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U8 def /CMapType 1 def
4 begincodespacerange <00> <7F> <C280> <DFBF> <E08080> <EFBFBF> <F0808080> <F7BFBFBF> endcodespacerange
2 begincidrange <41> <5A> 10 <E38080> <E380BF> 100 endcidrange
1 begincidchar <F0A8A780> 190 endcidchar
endcmap end end`;

/** Codes of three bytes alone: PDFium reads a map of one code space that is not of two bytes as one of single bytes. */
const threeByteMap = utf8Map.replace(
  /4 begincodespacerange.*/,
  '1 begincodespacerange <E38080> <E380BF> endcodespacerange',
);

/** One page that shows three triangles, by codes of one, three and four bytes: glyphs 10, 129 and 190. */
function utf8Document(outlined: (glyph: number) => boolean = () => true, width = 900): Uint8Array {
  return documentWith({ map: utf8Map, text: '41E3809DF0A8A780', outlined, width });
}

interface TestDocument {
  readonly map: string;
  /** The text, in hexadecimal. */
  readonly text: string;
  readonly outlined: (glyph: number) => boolean;
  readonly width: number;
}

function documentWith({ map, text, outlined, width }: TestDocument): Uint8Array {
  const pdf = createTestPdf();
  const program = makeTrueType(400, new Map(), outlined);
  const font = pdf.object({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'Test',
    Encoding: pdf.stream({ Type: 'CMap', CMapName: 'U8' }, map),
    DescendantFonts: [
      pdf.object({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: 'Test',
        CIDToGIDMap: 'Identity',
        DW: width,
        FontDescriptor: pdf.object({
          Type: 'FontDescriptor',
          FontName: 'Test',
          Flags: 4,
          FontBBox: [0, 0, 600, 600],
          FontFile2: pdf.stream({ Length1: program.length }, program),
        }),
      }),
    ],
  });
  return pdf.finish({
    content: `BT /F 60 Tf 10 60 Td <${text}> Tj ET`,
    resources: { Font: { F: font } },
  });
}

async function glyphsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { context, pages } = await openPdf(bytes);
  return readPageGlyphs(walkDocument({ context, pages, maxContentBytes: 1e6 }), 1e7);
}

test('pages of the same glyphs are equal, whatever else their fonts hold', async () => {
  const shown = new Set([10, 129, 190]);
  expect(await glyphsOf(utf8Document())).toEqual(await glyphsOf(utf8Document((glyph) => shown.has(glyph))));
});

test.each([10, 129, 190])('a page whose glyph %i has lost its outline is different', async (lost) => {
  const before = await glyphsOf(utf8Document());
  expect(differentPages(before, await glyphsOf(utf8Document((glyph) => glyph !== lost)))).toEqual([1]);
});

test('a page whose advances differ is different', async () => {
  expect(differentPages(await glyphsOf(utf8Document()), await glyphsOf(utf8Document(undefined, 901)))).toEqual([1]);
});

test('a second engine sees what PDFium misses of a UTF-8 map', async () => {
  const document = { map: threeByteMap, text: 'E3809DE3809E', width: 900 };
  const request = {
    before: documentWith({ ...document, outlined: () => true }),
    after: documentWith({ ...document, outlined: (glyph) => glyph !== 129 }),
    password: undefined,
    minSimilarity: 0.9,
    maxLossyShift: 24,
    lossyPages: new Set<number>(),
  };
  expect(await checkDocument(request)).toEqual([]);
  expect(await checkDocument({ ...request, doubtfulPages: new Set([1]) })).toEqual([1]);
});

test.each(['low', 'medium', 'high'] as const)(
  'compressed on level %s, every glyph of a UTF-8 map is there',
  async (level) => {
    const input = utf8Document();
    const { bytes, outputBytes, inputBytes } = await runCompression(input, level);
    expect(outputBytes).toBeLessThan(inputBytes);
    expect(await glyphsOf(bytes)).toEqual(await glyphsOf(input));
  },
);
