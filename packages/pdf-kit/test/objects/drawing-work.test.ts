import { describe, expect, test } from 'vitest';
import { prescan } from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

const stream = (dict: string, data: string) => `<<${dict}/Length ${data.length}>>\nstream\n${data}\nendstream`;

/** A page of 200 by 100 points with this content and these resources, and further objects from 5. */
function page(content: string, resources: string, objects: Readonly<Record<number, string>> = {}): Buffer {
  const entries = `/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<<${resources}>>`;
  return pdfText({ ...onePage, 3: `<</Type/Page/Parent 2 0 R${entries}>>`, 4: stream('', content), ...objects });
}

const image = stream('/Type/XObject/Subtype/Image/Width 3000/Height 3000/ColorSpace/DeviceGray/BitsPerComponent 8', '');
const form = (entries: string, content: string) => stream(`/Type/XObject/Subtype/Form${entries}`, content);
const tile = (entries: string) =>
  stream(`/PatternType 1/PaintType 1/TilingType 1/Resources<<>>${entries}`, '0 0 1 1 re f');
const fillWithPattern = '/Pattern cs /P scn 0 0 200 100 re f ';
const pattern = '/Pattern<</P 5 0 R>>';
const shading = '/Shading<</S 5 0 R>>';
/** A mesh in bytes, whose points cover the page from 0 to 255: the same vertices or patch so many times. */
function mesh(type: 4 | 5 | 6, figure: readonly number[], count: number): string {
  const numbers = '/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/VerticesPerRow 2/Decode[0 200 0 100 0 1]';
  const data = Buffer.from(figure).toString('hex').repeat(count);
  return stream(`/ShadingType ${type}/ColorSpace/DeviceGray${numbers}/Filter/ASCIIHexDecode`, data);
}
/** Flag, place and colour. */
const vertex = (x: number, y: number) => [0, x, y, 99];
const corners = [0, 0, 0, 80, 0, 160, 0, 255, 80, 255, 160, 255, 255, 255, 255, 160, 255, 80, 255, 0, 160, 0, 80, 0];
const refused = {
  code: 'PROCESSING_FAILED',
  details: { reason: 'pixel_limit', limit: 'maxPagePixels', allowed: 800_000_000, page: 1 },
};

describe('a page that takes too much to draw is refused before it is drawn', () => {
  const largeImage = '/XObject<</I 5 0 R>>';
  test.each([
    ['an image drawn thousands of times', page('/I Do '.repeat(3_000), largeImage, { 5: image })],
    [
      'the same in a form',
      page('/F Do '.repeat(100), '/XObject<</F 6 0 R>>', {
        5: image,
        6: form(`/BBox[0 0 200 100]/Resources<<${largeImage}>>`, '/I Do '.repeat(30)),
      }),
    ],
    [
      'cells closer than any eye sees',
      page(fillWithPattern, pattern, { 5: tile('/BBox[0 0 1 1]/XStep .0001/YStep .0001') }),
    ],
    [
      'cells made as small by their matrix',
      page(fillWithPattern, pattern, { 5: tile('/BBox[0 0 1 1]/XStep 1/YStep 1/Matrix[.0001 0 0 .0001 0 0]') }),
    ],
    [
      'cells without number that begin where the page ends',
      page('/Pattern cs /P scn 0 0 200 100 re f ', pattern, { 5: tile('/BBox[0 100 9 120]/XStep 9/YStep .00000001') }),
    ],
    ['areas painted over and over', page('0 0 200 100 re f '.repeat(600_000), '')],
    [
      'clipping paths of curves within each other, set anew for each object',
      page(
        `${'0 0 m 0 99 199 99 199 0 c W n '.repeat(600)}${'q 0 0 m 9 9 l 9 0 l W n 0 0 9 9 re f Q '.repeat(100)}`,
        '',
      ),
    ],
    ['dashes without end', page('[.00001] 0 d 0 0 m 200 100 l S '.repeat(3), '')],
    ['an inline image of a thousand million pixels', page('BI /W 30000 /H 30000 /BPC 8 /CS /G ID x EI', '')],
    [
      'glyphs that are large images',
      page(`BT /F 9 Tf (${'a'.repeat(1_000)}) Tj ET`, '/Font<</F 6 0 R>>', {
        5: image,
        6: '<</Type/Font/Subtype/Type3/CharProcs<</a 7 0 R>>/Resources<</XObject<</I 5 0 R>>>>>>',
        7: stream('', '1 0 d0 /I Do'),
      }),
    ],
    [
      'glyphs that draw glyphs, of one program for all fonts',
      page('BT /T0 9 Tf (a) Tj ET', '/Font<</T0 10 0 R>>', {
        5: stream('', `9 0 d0 BT /T0 9 Tf (aaaaaaaaaa) Tj ET`),
        ...Object.fromEntries(
          Array.from({ length: 9 }, (_, level) => [
            10 + level,
            `<</Type/Font/Subtype/Type3/CharProcs<</a 5 0 R>>/Resources<</Font<</T0 ${11 + level} 0 R>>>>>>`,
          ]),
        ),
        19: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      }),
    ],
    [
      'cells as large as the page at each point of it',
      page(fillWithPattern.repeat(20), pattern, { 5: tile('/BBox[0 0 200 100]/XStep 1/YStep 1') }),
    ],
    [
      'groups of transparency as large as the page',
      page('/F Do '.repeat(80_000), '/XObject<</F 5 0 R>>', {
        5: form('/BBox[0 0 200 100]/Group<</S/Transparency>>', '0 0 200 100 re f'),
      }),
    ],
    [
      'a program for each pixel',
      page('/S sh', shading, {
        5: '<</ShadingType 1/ColorSpace/DeviceGray/Function 6 0 R>>',
        6: stream('/FunctionType 4/Domain[0 1 0 1]/Range[0 1]', `{${'sin '.repeat(3_000)}}`),
      }),
    ],
    [
      'a mask of images drawn with each object',
      page(`/G gs ${'0 0 9 9 re f '.repeat(300)}`, '/ExtGState<</G<</SMask<</S/Luminosity/G 6 0 R>>>>>>', {
        5: image,
        6: form(`/BBox[0 0 200 100]/Resources<<${largeImage}>>`, '/I Do'),
      }),
    ],
    [
      'triangles as large as the page',
      page('/S sh', shading, { 5: mesh(4, [...vertex(0, 0), ...vertex(255, 0), ...vertex(0, 255)], 150_000) }),
    ],
    ['a lattice as large as the page', page('/S sh', shading, { 5: mesh(5, [0, 0, 99, 255, 255, 99], 100_000) })],
    ['patches as large as the page', page('/S sh', shading, { 5: mesh(6, [0, ...corners, 0, 99, 99, 0], 5_000) })],
    [
      'a pattern of such triangles',
      page('/Pattern cs /P scn 0 0 200 100 re f ', '/Pattern<</P<</PatternType 2/Shading 5 0 R>>>>', {
        5: mesh(4, [...vertex(0, 0), ...vertex(255, 0), ...vertex(0, 255)], 150_000),
      }),
    ],
  ])('%s', async (_name, bytes) => {
    await expect(prescan(bytes)).rejects.toMatchObject(refused);
  });

  test('annotations that draw large images', async () => {
    const bytes = pdfText({
      ...onePage,
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[${'6 0 R '.repeat(300)}]>>`,
      5: image,
      6: '<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N 7 0 R>>>>',
      7: form(`/BBox[0 0 200 100]/Resources<<${largeImage}>>`, '/I Do'),
    });
    await expect(prescan(bytes)).rejects.toMatchObject(refused);
  });
});

test('pages that take long together are refused, though none does by itself', async () => {
  const pages = (count: number) => {
    const drawn = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`;
    const numbers = Array.from({ length: count }, (_, at) => 6 + at);
    return pdfText({
      ...onePage,
      2: `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${count}>>`,
      4: stream('', '/I Do '.repeat(30)),
      5: image,
      ...Object.fromEntries(numbers.map((number) => [number, drawn])),
    });
  };
  await expect(prescan(pages(3))).rejects.toMatchObject({ details: { limit: 'maxPagePixels', page: 3 } });
  await expect(prescan(pages(2))).resolves.toBeDefined();
  const heavy: number[] = [];
  await prescan(pages(4), { onHeavyPage: (page) => void heavy.push(page) });
  expect(heavy).toEqual([3, 4]);
});

test('annotations without an appearance, for which the engine makes one', async () => {
  const annotated = (count: number) =>
    pdfText({
      ...onePage,
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[${'5 0 R '.repeat(count)}]>>`,
      5: '<</Subtype/Highlight/Rect[0 0 200 100]/QuadPoints[0 100 200 100 0 0 200 0]>>',
    });
  await expect(prescan(annotated(7_000))).rejects.toMatchObject(refused);
  await expect(prescan(annotated(1_000))).resolves.toBeDefined();
});

describe('what only looks like much is drawn', () => {
  test.each([
    ['a large image off the page', page('1 0 0 1 500 0 cm /I Do '.repeat(500), '/XObject<</I 5 0 R>>', { 5: image })],
    [
      'a form and a shading without bounds',
      page('/F Do', '/XObject<</F 6 0 R>>', {
        5: '<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 1]/Function<</FunctionType 2/Domain[0 1]/N 1>>>>',
        6: form(`/BBox[-32768 -32768 32767 32767]/Resources<<${shading}>>`, '/S sh '.repeat(100)),
      }),
    ],
    [
      'cells in units far smaller than points',
      page(fillWithPattern, pattern, {
        5: tile('/BBox[0 0 1016000 1016000]/XStep 1016000/YStep 1016000/Matrix[.000008 0 0 .000008 0 0]'),
      }),
    ],
    [
      'cells beyond counting, far from what they fill',
      page('/Pattern cs /P scn 0 20 200 80 re f ', pattern, {
        5: tile(`/BBox[0 -90 9 -80]/XStep 9/YStep -.${'0'.repeat(37)}1175`),
      }),
    ],
    [
      'rectangles that clip within each other',
      page(`${'0 0 199 99 re W n '.repeat(600)}${'q 0 0 9 9 re W n 0 0 9 9 re f Q '.repeat(100)}`, ''),
    ],
    ['a dashed line far longer than the page', page('[3] 0 d 0 0 m 900000000 900000000 l S '.repeat(9), '')],
    [
      'a hatched map',
      page('/Pattern cs /P scn 0 0 2 2 re f '.repeat(20_000), pattern, { 5: tile('/BBox[0 0 1 1]/XStep .5/YStep .5') }),
    ],
    [
      'content that draws itself',
      page('/F Do', '/XObject<</F 5 0 R>>', {
        5: form('/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>', '/F Do'),
      }),
    ],
    [
      'a fine mesh',
      page('/S sh', shading, { 5: mesh(4, [...vertex(7, 7), ...vertex(8, 7), ...vertex(7, 8)], 150_000) }),
    ],
    [
      'meshes of damaged data',
      page('/S sh '.repeat(9), shading, {
        5: mesh(6, [0], 9).replace('ASCIIHexDecode', 'FlateDecode'),
      }),
    ],
    [
      'patches far larger than the page',
      page('9 0 0 9 0 0 cm /S sh', shading, { 5: mesh(6, [0, ...corners, 0, 99, 99, 0], 9) }),
    ],
  ])('%s', async (_name, bytes) => {
    await expect(prescan(bytes)).resolves.toMatchObject({ pageCount: 1 });
  });
});
