import { deflateSync } from 'node:zlib';
import { decodeData, openPdf } from '@platen/pdf-kit/objects';
import { PDFName, PDFRawStream, PDFRef } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { deflateWell } from '../src/deflate/deflate-well.ts';
import { deflateStreams } from '../src/structure/deflate-streams.ts';
import { dropPrivateData } from '../src/structure/drop-private-data.ts';
import { mergeDuplicates } from '../src/structure/merge-duplicates.ts';
import { slimMetadata } from '../src/structure/slim-metadata.ts';
import { writeCompact } from '../src/structure/write-compact.ts';
import { createTestPdf } from './build-pdf.ts';

describe('duplicates', () => {
  test('equal fonts become one, down to their programs', () => {
    const pdf = createTestPdf();
    const fonts = [1, 2].map(() => {
      const file = pdf.stream({ Length1: 3 }, 'abc');
      const descriptor = pdf.object({ Type: 'FontDescriptor', FontName: 'A', FontFile2: file });
      return pdf.object({ Type: 'Font', Subtype: 'TrueType', BaseFont: 'A', FontDescriptor: descriptor });
    });
    const page = pdf.object({ Resources: { Font: { A: fonts[0], B: fonts[1] } } });
    mergeDuplicates(pdf.context);
    expect(pdf.context.enumerateIndirectObjects()).toHaveLength(4);
    expect(pdf.context.lookup(page)?.toString()).toMatch(/\/A (\d+ 0 R)\s+\/B \1/);
  });

  test('appearances of annotations stay apart: viewers write into them', () => {
    const pdf = createTestPdf();
    const appearances = [1, 2].map(() => pdf.stream({ Subtype: 'Form', BBox: [0, 0, 9, 9] }, 'q Q'));
    for (const normal of appearances) pdf.object({ Subtype: 'Widget', FT: 'Tx', AP: { N: normal } });
    mergeDuplicates(pdf.context);
    expect(appearances.every((ref) => pdf.context.lookup(ref) instanceof PDFRawStream)).toBe(true);
  });

  test('pages, fields and layers that look the same stay two', () => {
    const pdf = createTestPdf();
    for (const dict of [{ Type: 'OCG', Name: 'L' }, { FT: 'Tx', T: 'x' }, { Type: 'Page' }]) {
      pdf.object(dict);
      pdf.object(dict);
    }
    mergeDuplicates(pdf.context);
    expect(pdf.context.enumerateIndirectObjects()).toHaveLength(6);
  });
});

describe('metadata', () => {
  const packet = `<?xpacket begin=""?><x:xmpmeta><xmp:Thumbnails><a>${'A'.repeat(900)}</a></xmp:Thumbnails><dc:title>T</dc:title></x:xmpmeta>${' '.repeat(2000)}<?xpacket end="w"?>`;

  function slim(pdfA: string | null) {
    const pdf = createTestPdf();
    const ref = pdf.stream({ Type: 'Metadata', Subtype: 'XML' }, packet, false);
    slimMetadata(pdf.context, pdfA);
    const stream = pdf.context.lookup(ref);
    if (!(stream instanceof PDFRawStream)) throw new TypeError('the metadata is gone');
    return {
      filter: stream.dict.get(PDFName.of('Filter')),
      text: Buffer.from(decodeData(stream, { maxBytes: 1e6 })?.bytes ?? []).toString(),
    };
  }

  test('loses thumbnails and padding, and is deflated', () => {
    const { filter, text } = slim(null);
    expect(filter).toBe(PDFName.of('FlateDecode'));
    expect(text).toBe('<?xpacket begin=""?><x:xmpmeta><dc:title>T</dc:title></x:xmpmeta>\n<?xpacket end="w"?>');
  });

  test('stays readable as it is in PDF/A', () => {
    const { filter, text } = slim('1b');
    expect(filter).toBeUndefined();
    expect(text).toContain('<dc:title>T</dc:title>');
    expect(text.length).toBeLessThan(200);
  });
});

test('thumbnails and private data of applications go, other entries stay', () => {
  const pdf = createTestPdf();
  const page = pdf.object({ Type: 'Page', Thumb: pdf.stream({}, 'x'), PieceInfo: { A: {} }, Annots: [] });
  dropPrivateData({ context: pdf.context, catalog: pdf.context.obj({}) });
  expect(pdf.context.lookup(page)?.toString().replace(/\s+/g, '')).toBe('<</Type/Page/Annots[]>>');
});

test.each([
  [4, false],
  [3, true],
])('document information of PDF/A-%i, which is there for private data alone, stays: %s', (part, stays) => {
  const { context, stream, object } = createTestPdf();
  const Metadata = stream({ Type: 'Metadata' }, `<x><rdf:Description pdfaid:part="${part}"/></x>`);
  context.trailerInfo.Info = object({});
  dropPrivateData({ context, catalog: context.obj({ Metadata, PieceInfo: {} }) });
  expect(context.trailerInfo.Info !== undefined).toBe(stays);
});

describe('streams', () => {
  test('are stored deflated when that is smaller, and their other entries stay', () => {
    const pdf = createTestPdf();
    const ref = pdf.stream({ Subtype: 'Form', Filter: 'ASCIIHexDecode' }, `${'30'.repeat(500)}>`, false);
    deflateStreams(pdf.context, 1e6, deflateWell);
    const stream = pdf.context.lookup(ref);
    expect(stream instanceof PDFRawStream && stream.dict.toString().replace(/\s+/g, '')).toBe(
      '<</Subtype/Form/Filter/FlateDecode>>',
    );
    expect(
      stream instanceof PDFRawStream && Buffer.from(decodeData(stream, { maxBytes: 1e6 })?.bytes ?? []).toString(),
    ).toBe('0'.repeat(500));
  });

  test('that are damaged stay as they are', () => {
    const pdf = createTestPdf();
    const damaged = deflateSync(Buffer.alloc(5000, 'abcdefg ')).subarray(0, -9);
    const ref = pdf.stream({ Filter: 'FlateDecode' }, damaged, false);
    deflateStreams(pdf.context, 1e6, deflateWell);
    const stream = pdf.context.lookup(ref);
    expect(stream instanceof PDFRawStream && [...stream.contents]).toEqual([...damaged]);
  });

  test('that inflate beyond the bound are not inflated', () => {
    const pdf = createTestPdf();
    const ref = pdf.stream({}, Buffer.alloc(100_000));
    const stream = pdf.context.lookup(ref);
    expect(stream instanceof PDFRawStream && decodeData(stream, { maxBytes: 1_000 })).toBeNull();
  });
});

describe('writing', () => {
  test('objects nobody refers to are left out, unless they are to stay', async () => {
    const pdf = createTestPdf();
    pdf.stream({ Lost: true }, 'nobody refers to this');
    pdf.finish({ content: '0 g' });
    const options = { context: pdf.context, version: '1.4', objectStreams: true };
    const [without, withAll] = [false, true].map((keepUnreferenced) => writeCompact({ ...options, keepUnreferenced }));
    const countIn = async (bytes: Uint8Array = new Uint8Array()) =>
      (await openPdf(bytes)).context.enumerateIndirectObjects().length;
    expect((await countIn(withAll)) - (await countIn(without))).toBe(1);
  });

  test('PDF/A-1 gets a cross-reference table and no object stream', async () => {
    const pdf = createTestPdf();
    pdf.finish({ content: '0 g' });
    const bytes = writeCompact({ context: pdf.context, version: '1.4', objectStreams: false, keepUnreferenced: false });
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).toMatch(/^%PDF-1\.4/);
    expect(text).not.toMatch(/ObjStm|\/XRef/);
    expect(await openPdf(bytes)).toMatchObject({ repairs: [], version: '1.4' });
  });

  test('a reference to what is not there is null', async () => {
    const pdf = createTestPdf();
    const bytes = pdf.finish({ content: '0 g', catalog: { Lost: PDFRef.of(900) } });
    expect((await openPdf(bytes)).catalog.has(PDFName.of('Lost'))).toBe(false);
  });
});
