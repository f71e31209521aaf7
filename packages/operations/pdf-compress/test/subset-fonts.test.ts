import { cutPostNames, macintoshGlyphOrder, readPostNames, readSfnt, viewOf, writeSfnt } from '@platen/pdf-kit/fonts';
import { decodeData, nameEntry, openPdf } from '@platen/pdf-kit/objects';
import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { walkDocument } from '../src/content/walk-document.ts';
import { subsetFonts } from '../src/fonts/subset-fonts.ts';
import { createTestPdf } from './build-pdf.ts';
import { makeTrueType } from './make-truetype.ts';

const glyphCount = 200;

interface FontCase {
  readonly content: string;
  readonly font: Record<string, unknown>;
  readonly descendant?: Record<string, unknown>;
  readonly program?: Uint8Array;
  readonly isFormFont?: boolean;
  readonly map?: Uint8Array;
}

/** Subsets the only font of a document; gives the tables that are left, and its dictionaries. */
async function subset({
  content,
  font,
  descendant,
  program = makeTrueType(glyphCount, new Map()),
  isFormFont = false,
  map,
}: FontCase) {
  const pdf = createTestPdf();
  const file = pdf.stream({ Length1: program.length }, program);
  const descriptor = pdf.object({ Type: 'FontDescriptor', FontName: 'Test', Flags: 32, FontFile2: file });
  const mapRef = map === undefined ? {} : { CIDToGIDMap: pdf.stream({}, map) };
  const below =
    descendant && pdf.object({ Type: 'Font', BaseFont: 'Test', FontDescriptor: descriptor, ...mapRef, ...descendant });
  const dict = pdf.object({
    Type: 'Font',
    BaseFont: 'Test',
    ...font,
    ...(below ? { DescendantFonts: [below] } : { FontDescriptor: descriptor }),
  });
  const form = isFormFont ? { AcroForm: { Fields: [], DR: { Font: { F: dict } } } } : {};
  const opened = await openPdf(pdf.finish({ content, resources: { Font: { F: dict } }, catalog: form }));
  const { context, catalog, pages } = opened;
  const usage = walkDocument({ context, pages, maxContentBytes: 1e6 });
  await subsetFonts({ context, catalog, usage, pdfA: null, dropHints: true, maxFontBytes: 1e7 });
  const find = (key: string) =>
    context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict && object.has(PDFName.of(key)) ? [object] : []));
  const stream = find('FontFile2')[0]?.lookup(PDFName.of('FontFile2'));
  const decoded = stream instanceof PDFRawStream ? decodeData(stream, { maxBytes: 1e7 }) : null;
  const tables = decoded === null ? null : readSfnt(decoded.bytes);
  return { tables, glyphs: tables === null ? [] : glyphsWithOutlines(tables), fonts: find('BaseFont'), find };
}

function glyphsWithOutlines(tables: ReadonlyMap<string, Uint8Array>): number[] {
  const [loca, head] = [tables.get('loca'), tables.get('head')];
  if (loca === undefined || head === undefined) return [];
  const isLong = viewOf(head).getInt16(50) === 1;
  const at = (index: number) => (isLong ? viewOf(loca).getUint32(4 * index) : 2 * viewOf(loca).getUint16(2 * index));
  const count = loca.length / (isLong ? 4 : 2) - 1;
  return Array.from({ length: count }, (_, glyph) => glyph).filter((glyph) => at(glyph + 1) > at(glyph));
}

describe('a simple TrueType font', () => {
  test('keeps the glyph a WinAnsi name reaches through the (1,0) map', async () => {
    // Adieresis is 0xC4 in WinAnsi and 0x80 in MacRoman, by which the map goes.
    const program = makeTrueType(
      glyphCount,
      new Map([
        [0x80, 150],
        [0xc4, 7],
        [0x41, 9],
      ]),
    );
    const { glyphs, tables } = await subset({
      content: 'BT /F 9 Tf (\xc4) Tj ET',
      font: { Subtype: 'TrueType', Encoding: 'WinAnsiEncoding', FirstChar: 196, LastChar: 196, Widths: [500] },
      program,
    });
    expect(glyphs).toEqual([0, 7, 150]);
    expect([...(tables?.get('cmap') ?? [])]).toEqual([...(readSfnt(program)?.get('cmap') ?? [])]);
  });

  test('without a character map keeps the glyphs its post table names', async () => {
    const tables = readSfnt(makeTrueType(glyphCount, new Map()));
    const post = new Uint8Array(32);
    viewOf(post).setUint32(0, 0x00010000);
    const program = writeSfnt(new Map([...(tables ?? []), ['post', post]].filter(([tag]) => tag !== 'cmap') as never));
    const result = await subset({
      content: 'BT /F 9 Tf (A) Tj ET',
      font: { Subtype: 'TrueType', Encoding: 'WinAnsiEncoding' },
      program,
    });
    // Glyph 36 is the A of the Macintosh glyph order; without any map some viewers take the code, 65, for the number.
    expect(result.glyphs).toEqual([0, 36, 65]);
    expect(result.tables?.has('post')).toBe(true);
  });

  test('keeps its post table for what the prescribed character map lacks', async () => {
    // 0xF0 is eth in WinAnsi, which MacRoman has not; there it is the apple.
    const codes = new Map([
      [0x41, 9],
      [0xf0, 7],
    ]);
    const tables = readSfnt(makeTrueType(240, codes));
    const post = new Uint8Array(32);
    viewOf(post).setUint32(0, 0x00010000);
    const program = writeSfnt(new Map([...(tables ?? []), ['post', post]]));
    const cut = (content: string) =>
      subset({ content, font: { Subtype: 'TrueType', Encoding: 'WinAnsiEncoding' }, program });
    const eth = await cut('BT /F 9 Tf (\xf0) Tj ET');
    expect(eth.glyphs).toContain(macintoshGlyphOrder.indexOf('eth'));
    expect(eth.tables?.has('post')).toBe(true);
    expect((await cut('BT /F 9 Tf (A) Tj ET')).tables?.has('post')).toBe(false);
  });

  test('has no more names than glyphs left, under their numbers', () => {
    const [header, count, indexes] = [Buffer.alloc(32), Buffer.from([0, 4]), Buffer.from([0, 0, 1, 2, 0, 36, 1, 3])];
    header.writeUInt32BE(0x00020000);
    const post = Buffer.concat([header, count, indexes, Buffer.from('\x03one\x05three', 'latin1')]);
    expect([...readPostNames(post)]).toEqual(Object.entries({ '.notdef': 0, one: 1, A: 2, three: 3 }));
    const cut = cutPostNames(post, 3, new Set([0, 1]));
    expect(viewOf(cut).getUint16(32)).toBe(3);
    expect([...readPostNames(cut)]).toEqual(Object.entries({ '.notdef': 0, one: 1 }));
  });

  test('of a form keeps every code it can be typed with, and its name', async () => {
    const program = makeTrueType(
      glyphCount,
      new Map([
        [0x41, 9],
        [0x7a, 10],
      ]),
    );
    const { glyphs, fonts } = await subset({
      content: 'BT /F 9 Tf (A) Tj ET',
      font: { Subtype: 'TrueType', Encoding: 'WinAnsiEncoding' },
      program,
      isFormFont: true,
    });
    expect(glyphs).toEqual([0, 9, 10]);
    expect(fonts.map((font) => nameEntry(font, 'BaseFont'))).toEqual(['Test']);
  });

  test('that shows nothing keeps only the glyph for missing ones', async () => {
    const { glyphs } = await subset({ content: '0 g', font: { Subtype: 'TrueType', Encoding: 'WinAnsiEncoding' } });
    expect(glyphs).toEqual([0]);
  });

  test('with a name nobody knows keeps every glyph', async () => {
    const { glyphs } = await subset({
      content: 'BT /F 9 Tf (A) Tj ET',
      font: { Subtype: 'TrueType', Encoding: { Type: 'Encoding', Differences: [65, 'nobodyknows'] } },
    });
    expect(glyphs).toHaveLength(glyphCount);
  });
});

describe('a composite font', () => {
  const composite = {
    font: { Subtype: 'Type0', Encoding: 'Identity-H' },
    descendant: { Subtype: 'CIDFontType2', DW: 500 },
  };

  test('keeps the shown glyphs under their numbers, and gets a tag', async () => {
    const { glyphs, fonts } = await subset({ content: 'BT /F 9 Tf <00050063> Tj ET', ...composite });
    expect(glyphs).toEqual([0, 5, 99]);
    expect(new Set(fonts.map((font) => nameEntry(font, 'BaseFont')?.slice(6)))).toEqual(new Set(['+Test']));
  });

  test('is found once: the CIDFont below it is of /Type /Font too', async () => {
    const { glyphs } = await subset({ content: 'BT /F 9 Tf <0005> Tj ET', ...composite });
    // Counted as a font of its own it would show nothing, which would be right, or be taken for a simple one.
    expect(glyphs).toEqual([0, 5]);
  });

  test('goes by its CIDToGIDMap, which is cut down with it', async () => {
    const map = new Uint8Array(2 * 500).map((_, index) => (index % 2 === 1 ? 3 : 0));
    map[2 * 400 + 1] = 77;
    const { glyphs, fonts } = await subset({ content: 'BT /F 9 Tf <0190> Tj ET', ...composite, map });
    const stream = fonts
      .map((font) => font.lookup(PDFName.of('CIDToGIDMap')))
      .find((entry) => entry instanceof PDFRawStream);
    const left = stream instanceof PDFRawStream ? decodeData(stream, { maxBytes: 1e6 })?.bytes : undefined;
    expect(glyphs).toEqual([0, 77]);
    expect(left?.length).toBe(2 * 401);
    expect([...(left ?? [])].filter((byte) => byte !== 0)).toEqual([77]);
  });

  test('of a predefined CMap keeps the glyphs of its character ids', async () => {
    const { glyphs } = await subset({
      content: 'BT /F 9 Tf <0041005A> Tj ET',
      ...composite,
      font: { Subtype: 'Type0', Encoding: 'UniJIS-UTF16-H' },
    });
    expect(glyphs).toEqual([0, 34, 59]);
  });

  test('whose characters cannot be told keeps every glyph', async () => {
    const { glyphs } = await subset({
      content: 'BT /F 9 Tf <0005> Tj ET',
      ...composite,
      font: { Subtype: 'Type0', Encoding: '90ms-RKSJ-H' },
    });
    expect(glyphs).toHaveLength(glyphCount);
  });
});
