import { brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { prescan, refuseHazards } from '../../src/objects.ts';
import { cffOfCalls, trueTypeOfParts, type1OfCalls } from '../program-bombs.ts';
import { onePage, pdfText } from './pdf-text.ts';

/** Refused by a limit of the structure. */
const past = (limit: string) => ({
  code: 'PROCESSING_FAILED',
  details: { reason: 'structure_limit', limit, allowed: expect.any(Number), actual: expect.any(Number) },
});

const damaged = { code: 'PROCESSING_FAILED', details: { reason: 'damaged_file' } };

test('a sound file is described', async () => {
  const { catalog, ...facts } = await prescan(pdfText(onePage));
  expect(catalog.toString()).toContain('/Catalog');
  expect(facts).toEqual({
    version: '1.7',
    encrypted: false,
    pageCount: 1,
    objectCount: 4,
    repairs: [],
    firstEqual: [1],
  });
});

describe('what would hurt another engine is refused', () => {
  test('a stream that inflates past the budget', async () => {
    const bomb = deflateSync(Buffer.alloc(2_000_000)).toString('latin1');
    const bytes = pdfText({
      ...onePage,
      4: `<</Filter/FlateDecode/Length ${bomb.length}>>\nstream\n${bomb}\nendstream`,
    });
    await expect(prescan(bytes, { limits: { maxInflatedBytes: 1_000_000 } })).rejects.toMatchObject(damaged);
  });

  test('a few bytes of Brotli that stand for many', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(2_000_000)).toString('latin1');
    expect(bomb.length).toBeLessThan(100);
    const bytes = pdfText({
      ...onePage,
      4: `<</Filter/BrotliDecode/Length ${bomb.length}>>\nstream\n${bomb}\nendstream`,
    });
    await expect(prescan(bytes, { limits: { maxInflatedBytes: 1_000_000 } })).rejects.toMatchObject(damaged);
  });

  test('a stream compressed twice, small as it is', async () => {
    const bomb = deflateSync(deflateSync(Buffer.alloc(20_000_000))).toString('latin1');
    expect(bomb.length).toBeLessThan(2_000);
    const bytes = pdfText({
      ...onePage,
      4: `<</Filter[/FlateDecode/FlateDecode]/Length ${bomb.length}>>\nstream\n${bomb}\nendstream`,
    });
    await expect(prescan(bytes, { limits: { maxInflatedBytes: 1_000_000 } })).rejects.toMatchObject(damaged);
  });

  test('a stream whose deflate header is wrong: readers inflate it all the same', async () => {
    const bomb = deflateSync(Buffer.alloc(2_000_000));
    bomb.fill(0, 0, 2);
    const bytes = pdfText({
      ...onePage,
      4: `<</Filter/FlateDecode/Length ${bomb.length}>>\nstream\n${bomb.toString('latin1')}\nendstream`,
    });
    await expect(prescan(bytes, { limits: { maxInflatedBytes: 1_000_000 } })).rejects.toMatchObject({
      details: { reason: 'damaged_file', limit: 'maxInflatedBytes', allowed: 1_000_000 },
    });
  });

  test('form fields that multiply on the way down', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [5 + index, `<</Kids[${6 + index} 0 R ${6 + index} 0 R]>>`]),
    );
    const catalog = '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>';
    const bytes = pdfText({ ...onePage, 1: catalog, ...levels, 30: '<</FT/Tx/T(leaf)>>' });
    await expect(prescan(bytes)).rejects.toMatchObject(past('maxFieldsOfOneName'));
  });

  test('form fields of one name by the thousand', async () => {
    const names = (count: number) => Array.from({ length: count }, () => '<</FT/Tx/T(same)>>').join('');
    const form = (fields: string) => `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]>>>>`;
    await expect(prescan(pdfText({ ...onePage, 1: form(names(5_001)) }))).rejects.toMatchObject(
      past('maxFieldsOfOneName'),
    );
    await expect(prescan(pdfText({ ...onePage, 1: form(names(100)) }))).resolves.toBeDefined();
  });

  test('form fields of one parent by the ten thousand', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `<</FT/Tx/T(f${index})>>`).join('');
    const form = (count: number) => `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields(count)}]>>>>`;
    await expect(prescan(pdfText({ ...onePage, 1: form(20_000) }))).rejects.toMatchObject(past('maxFieldPairs'));
    await expect(prescan(pdfText({ ...onePage, 1: form(10_000) }))).resolves.toMatchObject({ pageCount: 1 });
  });

  test('functions that are made of each other twice over', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 25 }, (_, at) => [5 + at, `<</FunctionType 3/Functions[${6 + at} 0 R ${6 + at} 0 R]>>`]),
    );
    await expect(prescan(pdfText({ ...onePage, ...levels, 30: '<</FunctionType 2>>' }))).rejects.toMatchObject(
      past('maxFunctions'),
    );
  });

  test('drawings nested by the thousand', async () => {
    const nested = (count: number) =>
      pdfText({
        ...onePage,
        ...Object.fromEntries(
          Array.from({ length: count }, (_, index) => [
            5 + index,
            `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${6 + index} 0 R>>>>/Length 5>>\nstream\n/F Do\nendstream`,
          ]),
        ),
        [5 + count]: '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0>>\nstream\n\nendstream',
      });
    await expect(prescan(nested(600))).rejects.toMatchObject(past('maxNestedForms'));
    await expect(prescan(nested(400))).resolves.toBeDefined();
  });

  test('JBIG2 of many regions that are large on their own', async () => {
    const image = (regions: number, type = 38, encode?: (data: Buffer) => Buffer) => {
      const segments = Array.from({ length: regions }, (_, index) => {
        const segment = Buffer.alloc(11 + 17);
        segment.writeUInt32BE(index, 0);
        segment[4] = type;
        segment[6] = 1;
        segment.writeUInt32BE(17, 7);
        segment.writeUInt32BE(20_000, 11);
        segment.writeUInt32BE(20_000, 15);
        return segment;
      });
      const data = (encode ?? ((plain) => plain))(Buffer.concat(segments)).toString('latin1');
      const filter = encode === undefined ? '/JBIG2Decode' : '[/FlateDecode/JBIG2Decode]';
      const entries = `/Subtype/Image/Width 20000/Height 20000/BitsPerComponent 1/Filter${filter}`;
      return pdfText({ ...onePage, 5: `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream` });
    };
    await expect(prescan(image(60))).rejects.toMatchObject({ details: { reason: 'pixel_limit' } });
    await expect(prescan(image(4))).resolves.toBeDefined();
    // Dictionaries of patterns have no size of a page.
    await expect(prescan(image(60, 16))).resolves.toBeDefined();
    // Another filter around it hides nothing.
    await expect(prescan(image(60, 38, deflateSync))).rejects.toMatchObject({ details: { reason: 'pixel_limit' } });
    await expect(prescan(image(4, 38, deflateSync))).resolves.toBeDefined();
  });

  test.each([
    ['alone', '/DCTDecode', (jpeg: Buffer) => jpeg],
    ['deflated', '[/FlateDecode/DCTDecode]', deflateSync],
  ])('a JPEG whose scans pass over its pixels again and again: %s', async (_, filter, encode) => {
    const jpeg = (scans: number) => {
      const frame = Buffer.from('ffd8ffc2000b08271027100101110000', 'hex');
      const scan = Buffer.from('ffda0008010100013f007fff00', 'hex');
      const data = encode(Buffer.concat([frame, ...Array.from({ length: scans }, () => scan)])).toString('latin1');
      const entries = `/Subtype/Image/Width 10000/Height 10000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter${filter}`;
      return pdfText({ ...onePage, 5: `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream` });
    };
    await expect(prescan(jpeg(1_000))).rejects.toMatchObject({ details: { reason: 'pixel_limit' } });
    await expect(prescan(jpeg(64))).resolves.toBeDefined();
  });

  test.each([
    ['W', '[0 4000000000 500]'],
    ['W2', '[0 4000000000 -1000 250 772]'],
    ['W', '[0 [500 500] 2 6 0 R 500]'],
  ])('a font whose widths take hours to write down: %s %s', async (key, widths) => {
    const font = `<</Type/Font/Subtype/Type0/DescendantFonts[<</Subtype/CIDFontType2/${key} ${widths}>>]>>`;
    await expect(prescan(pdfText({ ...onePage, 5: font, 6: '4000000000' }))).rejects.toMatchObject(
      past('maxFontWidths'),
    );
  });

  test.each([
    ['FontFile', type1OfCalls],
    ['FontFile2', trueTypeOfParts],
    ['FontFile3', cffOfCalls],
  ])('a %s whose glyphs are made of each other', async (key, program) => {
    const file = (levels: number) => {
      const data = Buffer.from(program(levels, 12)).toString('latin1');
      const descriptor = `<</Type/Font/FontDescriptor<</Type/FontDescriptor/FontName/A/${key} 6 0 R>>>>`;
      return pdfText({ ...onePage, 5: descriptor, 6: `<</Length ${data.length}>>\nstream\n${data}\nendstream` });
    };
    await expect(prescan(file(9))).rejects.toMatchObject(past('maxGlyphSteps'));
    await expect(prescan(file(2))).resolves.toBeDefined();
  });

  test.each([
    ['each with its program', (at: number) => `<</FontDescriptor<</FontFile3 ${1_000 + at} 0 R>>>>`],
    ['that share a program', () => '<</FontDescriptor<</FontFile3 1000 0 R>>>>'],
    ['that share a descriptor', (at: number) => `<</FirstChar ${at}/FontDescriptor 999 0 R>>`],
    ['of one descendant', (at: number) => `<</ToUnicode ${at} 0 R/DescendantFonts[998 0 R]>>`],
  ])('fonts whose glyphs together take too long: %s', async (_, font) => {
    const data = cffOfCalls(3, 20).toString('latin1');
    const program = `<</Length ${data.length}>>\nstream\n${data}\nendstream`;
    const file = (count: number) => {
      const places = Array.from({ length: count }, (_unused, at) => at);
      return pdfText({
        ...onePage,
        ...Object.fromEntries(places.map((at) => [5 + at, font(at)])),
        998: '<</Subtype/CIDFontType0/FontDescriptor 999 0 R>>',
        999: '<</FontFile3 1000 0 R>>',
        ...Object.fromEntries(places.map((at) => [1_000 + at, program])),
      });
    };
    await expect(prescan(file(500))).rejects.toMatchObject(past('maxFontSteps'));
    await expect(prescan(file(10))).resolves.toBeDefined();
  });

  test('not fonts of every page that say the same of one descriptor', async () => {
    const data = cffOfCalls(3, 20).toString('latin1');
    const fonts = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [5 + at, '<</FontDescriptor 999 0 R>>']));
    const program = `<</Length ${data.length}>>\nstream\n${data}\nendstream`;
    const bytes = pdfText({ ...onePage, ...fonts, 999: '<</FontFile3 1000 0 R>>', 1000: program });
    await expect(prescan(bytes)).resolves.toBeDefined();
  });

  test.each([
    ['of their own', (at: number) => `<</FT/Ch/T(f${at})/Opt 5 0 R>>`],
    ['of the field above', (at: number) => `<</T(f${at})/Parent 6 0 R>>`],
  ])('choices that share options by the thousand: %s', async (_, field) => {
    const file = (count: number) => {
      const fields = Array.from({ length: count }, (_unused, at) => field(at)).join('');
      const form = `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>`;
      const above = `<</FT/Ch/T(a)/Opt 5 0 R/Kids[${fields}]>>`;
      return pdfText({ ...onePage, 1: form, 5: `[${'(a)'.repeat(1_000)}]`, 6: above });
    };
    await expect(prescan(file(300))).rejects.toMatchObject(past('maxFieldOptions'));
    await expect(prescan(file(100))).resolves.toBeDefined();
  });

  test.each([
    ['a text in a stream', () => '<</FT/Tx/T(a)/V 6 0 R>>'],
    [
      'a text above many widgets',
      (count: number) => `<</FT/Tx/T(a)/V(${'a'.repeat(count / 100)})/Kids[${'<<>>'.repeat(100)}]>>`,
    ],
    ['the cells of a comb', (count: number) => `<</FT/Tx/Ff 16777216/T(a)/MaxLen ${count}>>`],
  ])('form fields that show millions of characters: %s', async (_, field) => {
    const file = (count: number) => {
      const form = `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>`;
      const text = deflateSync('a'.repeat(count)).toString('latin1');
      const packed = `<</Filter/FlateDecode/Length ${text.length}>>\nstream\n${text}\nendstream`;
      return pdfText({ ...onePage, 1: form, 5: field(count), 6: packed });
    };
    await expect(prescan(file(1_100_000))).rejects.toMatchObject(past('maxFieldCharacters'));
    await expect(prescan(file(100_000))).resolves.toBeDefined();
  });

  test('not a field of as much text as the file is long', async () => {
    const form = '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>';
    const field = `<</FT/Tx/T(a)/V(${'a'.repeat(1_000_000)})>>`;
    await expect(prescan(pdfText({ ...onePage, 1: form, 5: field }))).resolves.toBeDefined();
  });

  test('widgets of one name that no form lists', async () => {
    const file = (count: number) => {
      const widgets = '<</Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]>>'.repeat(count);
      return pdfText({ ...onePage, 3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[${widgets}]>>` });
    };
    await expect(prescan(file(5_001))).rejects.toMatchObject(past('maxFieldsOfOneName'));
    await expect(prescan(file(100))).resolves.toBeDefined();
  });

  test.each(['[0 0 0]', '[0 0 0 9]'])('revisions that list objects in no bytes: /W %s', async (widths) => {
    const file = (count: number) => {
      let text = pdfText(onePage).toString('latin1');
      let before = /startxref\n(\d+)/.exec(text)?.[1];
      for (let revision = 0; revision < count; revision += 1) {
        const entries = `/Size 900000/Index[100 900000]/W${widths}/Root 1 0 R/Prev ${before}/Length 0`;
        before = String(text.length);
        text += `9 0 obj\n<</Type/XRef${entries}>>\nstream\n\nendstream\nendobj\n`;
      }
      return Buffer.from(`${text}startxref\n${before}\n%%EOF\n`, 'latin1');
    };
    await expect(prescan(file(30))).rejects.toMatchObject(past('maxCrossReferenceEntries'));
    await expect(prescan(file(3))).resolves.toMatchObject({ pageCount: 1 });
  });

  test('not a font with the widths of every character there is', async () => {
    const font = '<</Subtype/CIDFontType2/W[0 65535 500 0[600 600]]/W2[0 65535 -1000 250 772]>>';
    await expect(prescan(pdfText({ ...onePage, 5: font }))).resolves.toBeDefined();
  });

  test('a cross-reference of more entries than objects are allowed', async () => {
    const rows = deflateSync(Buffer.alloc(4 * 100_000, 1)).toString('latin1');
    const head = '%PDF-1.5\n';
    const stream = `1 0 obj\n<</Type/XRef/Size 100000/W[1 2 1]/Root 1 0 R/Filter/FlateDecode/Length ${rows.length}>>\nstream\n${rows}\nendstream\nendobj\n`;
    const bytes = Buffer.from(`${head}${stream}startxref\n${head.length}\n%%EOF`, 'latin1');
    await expect(prescan(bytes, { limits: { maxObjects: 50_000 } })).rejects.toMatchObject(damaged);
  });

  test('a page tree that claims more pages than there are objects', async () => {
    const bytes = pdfText({ ...onePage, 2: '<</Type/Pages/Kids[3 0 R]/Count 1000000000>>' });
    await expect(prescan(bytes)).rejects.toMatchObject(damaged);
  });

  test('more pages than allowed', async () => {
    const bytes = pdfText({ ...onePage, 2: `<</Type/Pages/Kids[${'3 0 R '.repeat(20)}]/Count 3>>` });
    await expect(prescan(bytes, { limits: { maxPages: 10 } })).rejects.toMatchObject({
      details: { reason: 'page_limit' },
    });
  });

  test.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['dictionaries', `${'<</A '.repeat(100_000)}1${'>>'.repeat(100_000)}`],
  ])('%s nested a hundred thousand deep', async (_, value) => {
    await expect(prescan(pdfText({ ...onePage, 5: value }))).rejects.toMatchObject(damaged);
  });

  test.each([
    ['as themselves', 'Do', (inner: number) => `/XObject<</X ${inner} 0 R>>`],
    ['as soft masks', 'gs', (inner: number) => `/ExtGState<</X<</SMask<</S/Luminosity/G ${inner} 0 R>>>>>>`],
  ])('forms that draw each other a hundred million times: %s', async (_, operator, listed) => {
    const draw = `/X ${operator} `.repeat(10);
    const form = (resources: string) =>
      `<</Subtype/Form/BBox[0 0 9 9]${resources}/Length ${draw.length}>>\nstream\n${draw}\nendstream`;
    const levels = Object.fromEntries(
      Array.from({ length: 8 }, (_unused, level) => [5 + level, form(`/Resources<<${listed(6 + level)}>>`)]),
    );
    await expect(prescan(pdfText({ ...onePage, ...levels, 13: form('') }))).rejects.toMatchObject(
      past('maxFormDrawings'),
    );
  });

  test('a form of text that is drawn over and over', async () => {
    const content = (text: string) =>
      `<</Subtype/Form/BBox[0 0 9 9]/Length ${text.length}>>\nstream\n${text}\nendstream`;
    const drawing = (times: number) =>
      pdfText({
        ...onePage,
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
        4: content('/X Do '.repeat(times)),
        5: content(`BT /F 9 Tf [${'(word) -9 '.repeat(20)}] TJ (${'word '.repeat(64)}) Tj ET`),
      });
    await expect(prescan(drawing(1_000))).rejects.toMatchObject(past('maxPageText'));
    await expect(prescan(drawing(500))).resolves.toBeDefined();
  });

  test('a text that is the appearance of many annotations', async () => {
    const text = `BT /F 9 Tf (${'word '.repeat(80)}) Tj ET`;
    const annotated = (count: number) =>
      pdfText({
        ...onePage,
        3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[${'6 0 R '.repeat(count)}]>>`,
        5: `<</Subtype/Form/BBox[0 0 9 9]/Length ${text.length}>>\nstream\n${text}\nendstream`,
        6: '<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N 5 0 R>>>>',
      });
    await expect(prescan(annotated(1_000))).rejects.toMatchObject(past('maxPageText'));
    await expect(prescan(annotated(500))).resolves.toBeDefined();
  });

  test.each([
    ['in lines of their own', (count: number) => 'T* (a) Tj '.repeat(count)],
    ['by moves in an array', (count: number) => `[${'(a) -2000 '.repeat(count)}] TJ`],
  ])('letters that are placed one by one, but not as many in words: %s', async (_, letters) => {
    const content = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`;
    const showing = (text: string) =>
      pdfText({
        ...onePage,
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
        4: content('/X Do '.repeat(100)),
        5: content(`BT /F 9 Tf ${text} ET`).replace('<<', '<</Subtype/Form/BBox[0 0 9 9]'),
      });
    await expect(prescan(showing(letters(400)))).rejects.toMatchObject(past('maxPageText'));
    await expect(prescan(showing(letters(150)))).resolves.toBeDefined();
    await expect(prescan(showing(`[${'(a) -9 '.repeat(400)}] TJ`))).resolves.toBeDefined();
    // So do producers that place each letter of a line.
    await expect(prescan(showing('(a) Tj 5 0 Td '.repeat(400)))).resolves.toBeDefined();
    const placed = Array.from({ length: 400 }, (_unused, at) => `2 0 0 2 ${at * 9} 0 Tm (a) Tj`).join(' ');
    await expect(prescan(showing(placed))).resolves.toBeDefined();
  });

  test('graphics states that are saved and never restored, in a page and in a form', async () => {
    const content = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`;
    const form = (text: string) => content(text).replace('<<', '<</Subtype/Form/BBox[0 0 9 9]');
    const saving = (count: number) => 'q 0 0 9 9 re W n '.repeat(count);
    const drawing = (count: number) =>
      pdfText({
        ...onePage,
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
        4: content('/X Do '.repeat(count)),
        5: form(saving(1_000)),
      });
    const page = (count: number) => pdfText({ ...onePage, 4: content(saving(count)) });
    await expect(prescan(page(3_000))).resolves.toBeDefined();
    await expect(prescan(page(20_000))).rejects.toMatchObject(past('maxStateLookups'));
    await expect(prescan(drawing(10))).resolves.toBeDefined();
    await expect(prescan(drawing(1_000))).rejects.toMatchObject(past('maxStateLookups'));
  });

  test('a visibility expression of layers that expands to a billion terms', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [6 + at, `[/And ${7 + at} 0 R ${7 + at} 0 R]`]),
    );
    const layered = (expression: string) =>
      pdfText({ ...onePage, ...levels, 5: `<</Type/OCMD/VE ${expression}>>`, 36: '<</Type/OCG/Name(L)>>' });
    await expect(prescan(layered('6 0 R'))).rejects.toMatchObject(past('maxVisibilityTerms'));
    await expect(prescan(layered('30 0 R'))).resolves.toBeDefined();
    for (const resources of [
      '<</L<</Type/OCMD/VE 6 0 R>>>>',
      '<</Resources<</Properties<</L<</Type/OCMD/VE 6 0 R>>>>>>>>',
    ]) {
      await expect(prescan(pdfText({ ...onePage, ...levels, 5: resources }))).rejects.toMatchObject(
        past('maxVisibilityTerms'),
      );
    }
  });

  test('radio groups that share many layers', async () => {
    const grouped = (count: number) =>
      pdfText({
        ...onePage,
        1: `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs 5 0 R/D<</RBGroups[${'5 0 R '.repeat(count)}]>>>>>>`,
        5: `[${'6 0 R '.repeat(1_000)}]`,
        6: '<</Type/OCG/Name(a)>>',
      });
    await expect(prescan(grouped(1_001))).rejects.toMatchObject(past('maxRadioLayers'));
    await expect(prescan(grouped(1_000))).resolves.toBeDefined();
  });

  test('a hundred pages that share an array of annotations', async () => {
    const annotated = (count: number) =>
      pdfText({
        ...onePage,
        2: `<</Type/Pages/Count 100/Kids[${'3 0 R '.repeat(100)}]>>`,
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 5 0 R>>',
        5: `[${'6 0 R '.repeat(count)}]`,
        6: '<</Subtype/Link/Rect[0 0 1 1]>>',
      });
    await expect(prescan(annotated(1_200))).rejects.toMatchObject(past('maxAnnotations'));
    await expect(prescan(annotated(900))).resolves.toBeDefined();
  });

  test('links and highlights that are all compared with a long text', async () => {
    const text = `BT /F 9 Tf (${'word '.repeat(5_000)}) Tj ET`;
    const marked = (count: number, subtype: string) =>
      pdfText({
        ...onePage,
        3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Annots[${'5 0 R '.repeat(count)}]>>`,
        4: `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
        5: `<</Subtype/${subtype}/Rect[0 0 1 1]>>`,
      });
    await expect(prescan(marked(900, 'Highlight'))).rejects.toMatchObject(past('maxMarkedText'));
    await expect(prescan(marked(900, 'Link'))).rejects.toMatchObject(past('maxMarkedText'));
    await expect(prescan(marked(300, 'Link'))).resolves.toBeDefined();
    await expect(prescan(marked(900, 'Square'))).resolves.toBeDefined();
  });

  test('pages that share a long text, but not as many of a short one', async () => {
    const pages = (words: number) => {
      const text = `BT /F 9 Tf (${'word '.repeat(words)}) Tj ET`;
      return pdfText({
        ...onePage,
        2: `<</Type/Pages/Count 300/Kids[${Array.from({ length: 300 }, (_, at) => `${10 + at} 0 R`).join(' ')}]>>`,
        4: `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
        ...Object.fromEntries(
          Array.from({ length: 300 }, (_, at) => [
            10 + at,
            '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
          ]),
        ),
      });
    };
    await expect(prescan(pages(1_200))).rejects.toMatchObject(past('maxPageText'));
    await expect(prescan(pages(500))).resolves.toBeDefined();
  });

  test.each([
    ['the title of many entries', '5 0 R', (at: number) => `<</Title 5 0 R/Next ${at + 1} 0 R>>`],
    ['the address of many links', '<</S/URI/URI(TEXT)>>', () => '<</Subtype/Link/A 5 0 R>>'],
  ])('a long text that is %s', async (_, shared, user) => {
    const text = 'a'.repeat(50_000);
    const used = (count: number) =>
      pdfText({
        ...onePage,
        5: shared === '5 0 R' ? `(${text})` : shared.replace('TEXT', text),
        ...Object.fromEntries(Array.from({ length: count }, (_each, at) => [10 + at, user(10 + at)])),
      });
    await expect(prescan(used(1_000))).rejects.toMatchObject(past('maxSharedText'));
    await expect(prescan(used(500))).resolves.toBeDefined();
  });

  test('contents of thousands of streams that pages share', async () => {
    const pages = (count: number) =>
      pdfText({
        ...onePage,
        2: `<</Type/Pages/Kids[${Array.from({ length: count }, (_, at) => `${10 + at} 0 R`).join(' ')}]/Count ${count}>>`,
        5: `[${'4 0 R '.repeat(1_000)}]`,
        ...Object.fromEntries(
          Array.from({ length: count }, (_, at) => [
            10 + at,
            '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 5 0 R>>',
          ]),
        ),
      });
    await expect(prescan(pages(110))).rejects.toMatchObject(past('maxContentStreams'));
    await expect(prescan(pages(50))).resolves.toBeDefined();
  });

  test.each([
    ['[/DeviceN[/A/B/C]/DeviceGray 6 0 R]', 'maxFunctionSteps'],
    ['[/Indexed[/DeviceN[/A/B/C]/DeviceGray 6 0 R] 1(abcdef)]', null],
    ['[/DeviceN[/A]/DeviceGray 6 0 R]', null],
    ['[/Separation/A/DeviceGray 6 0 R]', null],
    ['[/CalGray<</WhitePoint[1 1 1]>>]', null],
  ])('an image in %s, whose pixels are each turned into a colour by many steps', async (space, limit) => {
    const program = '{pop pop pop pop pop pop pop pop pop}';
    const image = pdfText({
      ...onePage,
      5: `<</Subtype/Image/Width 5000/Height 4000/BitsPerComponent 8/ColorSpace ${space}/Length 1>>\nstream\na\nendstream`,
      6: `<</FunctionType 4/Domain[0 1 0 1 0 1]/Range[0 1]/Length ${program.length}>>\nstream\n${program}\nendstream`,
    });
    if (limit === null) await expect(prescan(image)).resolves.toBeDefined();
    else await expect(prescan(image)).rejects.toMatchObject(past(limit));
  });

  test.each(['CalRGB', 'Lab'])('an image in %s, whose pixels are computed with powers', async (family) => {
    const image = (side: number) =>
      pdfText({
        ...onePage,
        5: `<</Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace[/${family}<</WhitePoint[1 1 1]>>]/Length 1>>\nstream\na\nendstream`,
      });
    await expect(prescan(image(4_000))).rejects.toMatchObject(past('maxFunctionSteps'));
    await expect(prescan(image(3_000))).resolves.toBeDefined();
  });

  test('one appearance of many operators under many annotations', async () => {
    const content = '0 0 1 1 re f '.repeat(2_000);
    const annotated = (count: number) =>
      pdfText({
        ...onePage,
        3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[${'5 0 R '.repeat(count)}]>>`,
        5: '<</Subtype/Stamp/Rect[0 0 1 1]/AP<</N 6 0 R>>>>',
        6: `<</Subtype/Form/BBox[0 0 9 9]/Length ${content.length}>>\nstream\n${content}\nendstream`,
      });
    await expect(prescan(annotated(600))).rejects.toMatchObject(past('maxAppearanceOperators'));
    await expect(prescan(annotated(100))).resolves.toBeDefined();
  });

  test.each(['[1000 1000 1000]', `[${'2 '.repeat(26)}]`])(
    'a function that claims samples it has not: /Size%s',
    async (size) => {
      const table = (entries: string) =>
        pdfText({ ...onePage, 5: `<</FunctionType 0/Size${entries}/Range[0 1]/Length 1>>\nstream\na\nendstream` });
      await expect(prescan(table(size))).rejects.toMatchObject(past('maxFunctionSamples'));
      await expect(prescan(table('[17 17 17 17]'))).resolves.toBeDefined();
    },
  );

  const colors = '1 sc 0 scn '.repeat(10_000);
  test.each([
    [
      'at each point of a plane',
      '/ShadingType 1/ColorSpace/DeviceGray/Matrix[500 0 0 500 0 0]',
      '6 0 R',
      '/S sh',
      1_200,
    ],
    ['along a gradient', '/ShadingType 2/ColorSpace/DeviceGray', '6 0 R', '/S sh', 400_000],
    ['for a pattern', '/ShadingType 2/ColorSpace/DeviceGray', '6 0 R', '/Pattern cs /P scn', 400_000],
    ['in a stitched one', '/ShadingType 3/ColorSpace/DeviceGray', '7 0 R', '/S sh', 400_000],
    ['for the colours of a gradient', '/ShadingType 2/ColorSpace/C', '8 0 R', '/S sh', 400_000],
    ['for each colour that is set', '', '8 0 R', `/C cs ${colors}`, 20_000],
    ['for each colour set by a form', '', '8 0 R', '/C cs /X Do', 20_000],
    ['for each colour of the glyphs of a font', '', '8 0 R', 'BT /F 9 Tf (a) Tj ET', 20_000],
    ['for each colour of the cells of a pattern', '', '8 0 R', '/Pattern cs /T scn', 20_000],
    [
      'for each colour of a cell, for each object',
      '',
      '8 0 R',
      `/Pattern cs /T scn ${'0 0 9 9 re f '.repeat(10)}`,
      2_000,
    ],
    ['for each colour of a mask, each time it is set', '', '8 0 R', '/M gs '.repeat(10), 2_000],
    ['for each colour of a mask, for each object', '', '8 0 R', `/M gs ${'0 0 9 9 re f '.repeat(9)}`, 2_000],
    ['for the table of a mask, each time it is set', '', '8 0 R', '/N gs '.repeat(1_000), 2_000],
    ['for the tables of a graphics state', '', '8 0 R', '/R gs', 400_000],
  ])('a function of many steps that is evaluated %s', async (_, entries, used, content, mostSteps) => {
    const stream = (entriesOfStream: string, data: string) =>
      `<<${entriesOfStream}/Length ${data.length}>>\nstream\n${data}\nendstream`;
    const packed = (steps: number) => deflateSync(' '.repeat(steps * 4)).toString('latin1');
    const space = '/ColorSpace<</C[/Separation/A/DeviceGray 6 0 R]>>';
    const shaded = (steps: number) =>
      pdfText({
        ...onePage,
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 10 0 R/Resources 5 0 R>>',
        5: `<</Shading<</S 9 0 R>>/Pattern<</P<</PatternType 2/Shading 9 0 R>>/T 12 0 R>>${space}/XObject<</X 11 0 R>>/Font<</F 13 0 R>>/ExtGState<</M<</SMask<</S/Luminosity/G 12 0 R>>>>/N<</SMask<</S/Luminosity/G 14 0 R/TR 6 0 R>>>>/R<</TR[6 0 R 6 0 R 6 0 R 6 0 R]>>>>>>`,
        6: stream('/FunctionType 4/Domain[0 1 0 1]/Range[0 1]/Filter/FlateDecode', packed(steps)),
        7: '<</FunctionType 3/Domain[0 1]/Functions[6 0 R 6 0 R]/Bounds[.5]/Encode[0 1 0 1]>>',
        8: '<</FunctionType 2/Domain[0 1]/N 1>>',
        9: `<<${entries}/Function ${used}>>`,
        10: stream('', content),
        11: stream('/Subtype/Form/BBox[0 0 9 9]', colors),
        12: stream(
          `/Subtype/Form/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<${space}>>/Filter/FlateDecode`,
          deflateSync(`/C cs ${colors}`).toString('latin1'),
        ),
        13: `<</Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 12 0 R>>/Resources<<${space}>>>>`,
        14: stream('/Subtype/Form/BBox[0 0 9 9]', ''),
      });
    await expect(prescan(shaded(mostSteps))).rejects.toMatchObject(past('maxFunctionSteps'));
    await expect(prescan(shaded(mostSteps / 4))).resolves.toBeDefined();
  });

  test.each([
    ['one long text for many codes', 1, 'bf', `<0000><ffff><${'0041'.repeat(20_000)}>`],
    ['many texts of a thousand fonts', 1_000, 'bf', `<0000><ffff><${'0041'.repeat(200)}>`],
    ['codes in spaced digits', 1, 'bf', `<00 00> <ff ff> <${'0041'.repeat(20_000)}>`],
    ['glyph numbers of many codes', 1, 'cid', '<00000000> <00ffffff> 0 '.repeat(9)],
    ['many codes without a glyph', 1, 'notdef', '<00000000> <00ffffff> 0 '.repeat(9)],
  ])('a CMap that stands for gigabytes: %s', async (_, fonts, kind, range) => {
    const cmap = `1 begin${kind}range ${range} end${kind}range`;
    const users = Object.fromEntries(
      Array.from({ length: fonts }, (_, at) => [10 + at, '<</Type/Font/Subtype/Type0/ToUnicode 5 0 R>>']),
    );
    const stream = `<</Length ${cmap.length}>>\nstream\n${cmap}\nendstream`;
    await expect(prescan(pdfText({ ...onePage, 5: stream, ...users }))).rejects.toMatchObject(past('maxCMapBytes'));
  });

  test('not a CMap of every character there is', async () => {
    const cmap = '1 beginbfrange <0000><ffff><0000> endbfrange';
    const stream = `<</Length ${cmap.length}>>\nstream\n${cmap}\nendstream`;
    await expect(
      prescan(pdfText({ ...onePage, 5: stream, 6: '<</Type/Font/ToUnicode 5 0 R>>' })),
    ).resolves.toBeDefined();
  });

  test.each([
    ['a form of text on pages each with content of its own', 1_200, 'maxPageText'],
    ['the same of little text', 500, null],
  ])('%s', async (_, words, limit) => {
    const content = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`;
    const pages = Array.from({ length: 300 }, (_unused, at) => 10 + 2 * at);
    const bytes = pdfText({
      ...onePage,
      2: `<</Type/Pages/Count 300/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`,
      5: content(`BT /F 9 Tf (${'word '.repeat(words)}) Tj ET`).replace('<<', '<</Subtype/Form/BBox[0 0 9 9]'),
      ...Object.fromEntries(
        pages.flatMap((page) => [
          [
            page,
            `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents ${page + 1} 0 R/Resources<</XObject<</X 5 0 R>>>>>>`,
          ],
          [page + 1, content(`/X Do % ${page}`)],
        ]),
      ),
    });
    if (limit === null) await expect(prescan(bytes)).resolves.toBeDefined();
    else await expect(prescan(bytes)).rejects.toMatchObject(past(limit));
  });

  test('a narrow image of many rows that is drawn often, but not one as large of few', async () => {
    const draw = '/X Do '.repeat(500);
    const drawing = (rows: number) =>
      pdfText({
        ...onePage,
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
        4: `<</Length ${draw.length}>>\nstream\n${draw}\nendstream`,
        5: `<</Subtype/Image/Width ${1_000_000 / rows}/Height ${rows}/BitsPerComponent 8/Length 0>>\nstream\n\nendstream`,
      });
    await expect(prescan(drawing(1_000_000))).rejects.toMatchObject({ details: { reason: 'pixel_limit' } });
    await expect(prescan(drawing(1_000))).resolves.toBeDefined();
  });

  test('page content that inflates to more than a file of its size ever has', async () => {
    const content = deflateSync(Buffer.alloc(8_000_000, 'q Q ')).toString('latin1');
    const bytes = pdfText({
      ...onePage,
      4: `<</Filter/FlateDecode/Length ${content.length}>>\nstream\n${content}\nendstream`,
    });
    await expect(prescan(bytes)).rejects.toMatchObject({ details: { limit: 'maxInflatedBytes' } });
  });

  test('an image of more pixels than allowed, which says how many', async () => {
    await expect(prescan(pdfText({ ...onePage, 5: image('/BitsPerComponent 8') }))).rejects.toMatchObject({
      details: { reason: 'pixel_limit', limit: 'maxPagePixels', allowed: 100_000_000, actual: 400_000_000 },
    });
  });
});

describe('an image whose header claims more than its dictionary', () => {
  const frame = '\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03';
  const size = `\xff\x4f\xff\x51\0\x2f\0\0${'\0\0\xff\xff'.repeat(2)}${'\0'.repeat(8)}`;
  const claiming = (filter: string, data: string) =>
    `<</Subtype/Image/Width 9/Height 9/BitsPerComponent 1/Filter/${filter}/Length ${data.length}>>\nstream\n${data}\nendstream`;

  test.each([
    ['DCTDecode', `\xff\xd8\xff\xe0\0\x04ab${frame}`],
    ['DCTDecode', `\xff\xd8\xff\xff\xff\x01${frame}`],
    ['JPXDecode', `\0\0\0\x0cjP  ${size}`],
  ])('%s', async (filter, data) => {
    await expect(prescan(pdfText({ ...onePage, 5: claiming(filter, data) }))).rejects.toMatchObject({
      details: { reason: 'pixel_limit', allowed: 100_000_000, actual: 65_535 ** 2 },
    });
  });

  test.each(['', '\xff\xd8', '\xff\xd8\xff\xda\0\x02', '\xff\xd8garbage'])('no header in %j', async (data) => {
    await expect(prescan(pdfText({ ...onePage, 5: claiming('DCTDecode', data) }))).resolves.toBeDefined();
  });
});

test('an image of one bit a pixel may have eight times as many', async () => {
  await expect(prescan(pdfText({ ...onePage, 5: image('/BitsPerComponent 1') }))).resolves.toBeDefined();
});

test('a form that draws others now and then is no hazard', async () => {
  const draw = '/X Do /X Do';
  const form = `<</Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>/Length 11>>\nstream\n${draw}\nendstream`;
  const inner = '<</Subtype/Form/BBox[0 0 9 9]/Length 3>>\nstream\nq Q\nendstream';
  await expect(prescan(pdfText({ ...onePage, 5: form, 6: inner }))).resolves.toBeDefined();
});

describe('refuseHazards', () => {
  test('leaves to the engine what cannot be read here', async () => {
    await expect(refuseHazards(Buffer.from('no PDF at all'))).resolves.toBeNull();
  });

  test('refuses what is past a limit before the file is open', async () => {
    const bytes = pdfText({ ...onePage, 5: '['.repeat(1_000) + ']'.repeat(1_000) });
    await expect(refuseHazards(bytes)).rejects.toMatchObject({
      details: { reason: 'damaged_file', limit: 'maxNesting', allowed: 500 },
    });
  });

  test('refuses what an open file holds', async () => {
    await expect(refuseHazards(pdfText({ ...onePage, 5: image('/BitsPerComponent 8') }))).rejects.toMatchObject({
      details: { reason: 'pixel_limit' },
    });
  });
});

function image(bits: string): string {
  return `<</Type/XObject/Subtype/Image/Width 20000/Height 20000${bits}/Length 0>>\nstream\n\nendstream`;
}
