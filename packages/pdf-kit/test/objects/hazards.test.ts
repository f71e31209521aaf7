import { expect, test } from 'vitest';
import { countListed } from '../../src/fonts/sfnt-lists.ts';
import { openPdf, prescan } from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

/** Refused by a limit of the structure. */
const past = (limit: string) => ({
  code: 'PROCESSING_FAILED',
  details: { reason: 'structure_limit', limit, allowed: expect.any(Number), actual: expect.any(Number) },
});
const stream = (data: string, entries = '') => `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;

/** A file whose last objects each begin in a comment of the one before, and end in the same text. */
function sharing(count: number, text: string): Uint8Array {
  const head = Buffer.from(pdfText(onePage)).toString('latin1');
  const numbers = Array.from({ length: count }, (_, at) => at + 10);
  const rows = numbers.map((_, at) => `${String(head.length + at * '10 0 obj%'.length).padStart(10, '0')} 00000 n \n`);
  const body = `${numbers.map((number) => `${number} 0 obj%`).join('')}\n${text}\nendobj\n`;
  const previous = head.match(/startxref\s+(\d+)/)?.[1];
  const table = `xref\n10 ${count}\n${rows.join('')}trailer\n<</Size ${count + 10}/Root 1 0 R/Prev ${previous}>>\n`;
  return Buffer.from(`${head}${body}${table}startxref\n${head.length + body.length}\n%%EOF\n`, 'latin1');
}

test('objects in the bytes of one another are refused once they take far more bytes than there are', async () => {
  const text = `(${'a'.repeat(60_000)})`;
  await expect(openPdf(sharing(90, text))).rejects.toMatchObject(past('maxSharedObjectBytes'));
  const { context } = await openPdf(sharing(60, text));
  expect(context.enumerateIndirectObjects()).toHaveLength(64);
});

test('inline images that claim far more pixels than they have bytes are refused, however heavy pages may be', async () => {
  const content = (times: number) => 'BI /W 5000 /H 5000 /BPC 1 /CS /G ID a EI '.repeat(times);
  const bytes = (times: number) => pdfText({ ...onePage, 4: stream(content(times)) });
  const onHeavyPage = () => {};
  await expect(prescan(bytes(20), { onHeavyPage })).rejects.toMatchObject(past('maxImagePixels'));
  await expect(prescan(bytes(3), { onHeavyPage })).resolves.toBeDefined();
});

test.each([
  ['grey', '/BitsPerComponent 8/ColorSpace/DeviceGray', 1],
  ['of a palette', '/BitsPerComponent 1/ColorSpace[/Indexed/DeviceRGB 1<112233445566>]', 1],
  ['of two colours', '/BitsPerComponent 1/ColorSpace/DeviceGray', 8],
])('so are those of objects, %s', async (_what, entries, packed) => {
  const image = stream('', `/Subtype/Image/Width 5000/Height 5000${entries}`);
  const bytes = (count: number) =>
    pdfText({ ...onePage, ...Object.fromEntries(Array.from({ length: count }, (_, at) => [5 + at, image])) });
  await expect(prescan(bytes(5 * packed))).rejects.toMatchObject(past('maxImagePixels'));
  await expect(prescan(bytes(3 * packed))).resolves.toBeDefined();
});

test('metadata of more tags than the file has bytes for are refused', async () => {
  const bytes = (items: number) =>
    pdfText({
      ...onePage,
      1: '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>',
      5: stream(`<x>${'<a/>'.repeat(items)}</x>`, '/Type/Metadata/Subtype/XML'),
    });
  await expect(prescan(bytes(2_000_000))).rejects.toMatchObject(past('maxMetadataTags'));
  await expect(prescan(bytes(290_000))).resolves.toBeDefined();
});

test.each(['SMask', 'Mask'])('images that share a large mask count its pixels: %s', async (key) => {
  const image = (side: number, entries: string) =>
    stream('abc', `/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 1${entries}`);
  const bytes = (count: number) =>
    pdfText({
      ...onePage,
      5: image(5_000, '/ImageMask true'),
      ...Object.fromEntries(Array.from({ length: count }, (_, at) => [6 + at, image(1, `/${key} 5 0 R`)])),
    });
  await expect(prescan(bytes(3))).rejects.toMatchObject(past('maxSharedMaskPixels'));
  await expect(prescan(bytes(2))).resolves.toBeDefined();
});

test('a choice of which more is chosen than there is to choose from is refused', async () => {
  const bytes = (chosen: number) =>
    pdfText({
      ...onePage,
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>',
      5: `<</FT/Ch/T(a)/Opt[${'(a)'.repeat(1_000)}]/V[${'(a)'.repeat(chosen)}]>>`,
    });
  await expect(prescan(bytes(5_001))).rejects.toMatchObject(past('maxChoicePairs'));
  await expect(prescan(bytes(1_000))).resolves.toBeDefined();
});

test('a character map of more code spaces than there are kinds of codes is refused', async () => {
  const bytes = (spaces: number) =>
    pdfText({
      ...onePage,
      5: '<</Type/Font/Subtype/Type0/Encoding 6 0 R>>',
      6: stream('1 begincodespacerange <0000> <00ff> endcodespacerange '.repeat(spaces), '/Type/CMap'),
    });
  await expect(prescan(bytes(1_001))).rejects.toMatchObject(past('maxCodeSpaces'));
  await expect(prescan(bytes(1_000))).resolves.toBeDefined();
});

test('characters in overlapping segments, and names in shared bytes, count as often as they are listed', () => {
  const cmap = Buffer.alloc(44);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(4, 12);
  // Two segments, 0 to 65 535 and 65 000 to 65 535.
  cmap.writeUInt16BE(4, 18);
  cmap.fill(0xff, 26, 30);
  cmap.writeUInt16BE(65_000, 34);
  const name = Buffer.alloc(530);
  name.writeUInt16BE(2, 2);
  name.writeUInt16BE(30, 4);
  name.writeUInt16BE(500, 14);
  name.writeUInt16BE(500, 26);
  expect(countListed(new Map([['cmap', cmap]]))).toBe(65_536 + 536);
  expect(countListed(new Map([['name', name]]))).toBe(1_000);
  expect(countListed(new Map([['cmap', cmap.subarray(0, 10)]]))).toBe(0);
  // Of a table that was cut, and of records that are none, names are beyond the end.
  expect(countListed(new Map([['name', name.subarray(0, 400)]]))).toBe(0);
});
