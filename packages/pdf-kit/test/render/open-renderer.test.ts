import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { afterEach, describe, expect, test } from 'vitest';
import { openRenderer, type PdfRenderer, type RendererOptions, type RenderOptions } from '../../src/render.ts';
import { type PdfParts, stream, writePdf } from './write-pdf.ts';

const open: PdfRenderer[] = [];

afterEach(() => {
  for (const renderer of open.splice(0)) renderer.close();
});

async function openPdf(source: PdfParts | Uint8Array | string, options: RendererOptions = {}): Promise<PdfRenderer> {
  const bytes = typeof source === 'string' || source instanceof Uint8Array ? source : writePdf(source);
  const renderer = await openRenderer(bytes, options);
  open.push(renderer);
  return renderer;
}

/** Draws a page at 72 dpi unless told otherwise, and reads its pixels by their place from the top left. */
async function draw(source: PdfParts, options: RenderOptions = {}, page = 1) {
  const drawn = await (await openPdf(source)).renderPage(page, options);
  const data = Uint8Array.from(drawn.data);
  const { width, height, channels } = drawn;
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels)];
  return { width, height, channels, at, inked: data.some((value) => value !== 255) };
}

const white = [255, 255, 255];
const red = [255, 0, 0];
const leftHalfRed = '1 0 0 rg 0 0 50 50 re f';

test('content under Brotli, which PDFium takes for empty, is drawn', async () => {
  const packed = brotliCompressSync(leftHalfRed).toString('hex');
  const entries = '/Type/XObject/Subtype/Form/BBox[0 0 100 50]/Filter[/ASCIIHexDecode/BrotliDecode]';
  const { at } = await draw({
    pages: ['0 1 0 rg 60 0 10 50 re f /F Do'],
    resources: '/XObject<</F 100 0 R>>',
    objects: { 100: stream(entries, `${packed}>`) },
  });
  expect(at(25, 25)).toEqual(red);
});

describe('annotations', () => {
  const green = [0, 255, 0];
  const appearance = stream('/Type/XObject/Subtype/Form/BBox[0 0 20 20]', '0 1 0 rg 0 0 20 20 re f');
  const widget = '/Type/Annot/Subtype/Widget/Rect[10 10 30 30]/F 4/AP<</N 101 0 R>>';
  const page = { pages: ['1 0 0 rg 90 40 2 2 re f'], page: '/Annots[102 0 R]' };

  test.each([
    ['a field of its own', { 102: `<<${widget}/FT/Tx/T(name)/V(x)>>` }],
    ['a widget of a field', { 102: `<<${widget}/Parent 103 0 R>>`, 103: '<</FT/Tx/T(name)/V(x)/Kids[102 0 R]>>' }],
  ])('a value is drawn where the document has no form: %s', async (_what, objects) => {
    const { at } = await draw({ ...page, objects: { 101: appearance, ...objects } });
    expect(at(20, 30)).toEqual(green);
  });

  test.each([
    ['its own appearances', ''],
    ['those that viewers are to draw', '/NeedAppearances true'],
  ])('a drop-down list shows its value and no arrow: %s', async (_what, form) => {
    const { at } = await draw({
      ...page,
      catalog: `/AcroForm<</Fields[102 0 R]/DA(/Helv 12 Tf 0 g)${form}>>`,
      objects: {
        102: '<</Type/Annot/Subtype/Widget/Rect[5 10 95 30]/F 4/FT/Ch/Ff 131072/T(a)/V(x)/Opt[[(x)(XXX)]]/DA(/Helv 16 Tf 0 g)>>',
      },
    });
    const columns = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
    const isInked = (from: number, to: number) =>
      columns(from, to).some((x) => columns(21, 40).some((y) => at(x, y).some((value) => value < 128)));
    expect(isInked(5, 20)).toBe(true);
    expect(isInked(20, 40)).toBe(true);
    expect(isInked(60, 95)).toBe(false);
  });

  test.each([
    ['a radio button', '/Ff 32768/Kids[102 0 R]'],
    ['a check box', '/Kids[102 0 R]'],
  ])('%s without an appearance is drawn as it is: on or off', async (_what, field) => {
    const isMarked = async (state: string) => {
      const { at } = await draw({
        ...page,
        catalog: '/AcroForm<</Fields[103 0 R]/DA(/ZaDb 0 Tf 0 g)>>',
        objects: {
          102: `<</Type/Annot/Subtype/Widget/Rect[10 10 30 30]/F 4/Parent 103 0 R/AS/${state}/MK<</CA(l)/BG[0 1 0]>>>>`,
          103: `<</FT/Btn/T(choice)/V/b${field}>>`,
        },
      });
      return (at(20, 30)[1] ?? 255) < 128;
    };
    expect(await isMarked('b')).toBe(true);
    expect(await isMarked('Off')).toBe(false);
  });

  test.each([
    ['group that is off', '/OFF[110 0 R]', '110 0 R', false],
    ['group that is on', '', '110 0 R', true],
    ['group that starts off', '/BaseState/OFF/ON[111 0 R]', '110 0 R', false],
    ['group that is for print', '/AS[<</Event/View/Category[/View]/OCGs[111 0 R]>>]', '111 0 R', false],
    ['membership of groups that are off', '/OFF[110 0 R]', '<</Type/OCMD/OCGs[110 0 R]>>', false],
    ['membership of any that is on', '/OFF[110 0 R]', '<</Type/OCMD/OCGs[110 0 R 112 0 R]>>', true],
    ['expression', '/OFF[110 0 R]', '<</Type/OCMD/VE[/Not[/Or 110 0 R 112 0 R]]>>', false],
  ])('a stamp is drawn as its layer says: %s', async (_what, config, layer, isShown) => {
    const { at } = await draw({
      ...page,
      catalog: `/OCProperties<</OCGs[110 0 R 111 0 R 112 0 R]/D<<${config}>>>>`,
      objects: {
        101: appearance,
        102: `<</Type/Annot/Subtype/Stamp/Rect[10 10 30 30]/F 4/AP<</N 101 0 R>>/OC ${layer}>>`,
        110: '<</Type/OCG/Name(a)>>',
        111: '<</Type/OCG/Name(b)/Usage<</View<</ViewState/OFF>>>>>>',
        112: '<</Type/OCG/Name(c)>>',
      },
    });
    expect(at(20, 30)).toEqual(isShown ? green : white);
  });
});

describe('many objects', () => {
  const multiply = '/ExtGState<</M<</BM/Multiply>>>>';
  const blended = (count: number) => `${leftHalfRed} ${'/M gs 1 1 0 rg 1 1 2 2 re f 40 10 20 20 re f '.repeat(count)}`;

  test('blend modes do not take more time for each object before them', async () => {
    const { at } = await draw({ pages: [blended(40_000)], resources: multiply });
    expect(at(55, 25)).toEqual([255, 255, 0]);
  });

  test.each([
    ['at the origin', '', '0 0 100 50'],
    ['away from it', '/MediaBox[900 700 1000 750]', '900 700 100 50'],
  ])('nor for all that is below them, %s', async (_where, page, whole) => {
    const covers = `/M gs .9 g ${whole} re f `.repeat(3_000);
    const { at } = await draw({ pages: [`1 0 0 rg ${whole} re f ${covers}`], page, resources: multiply });
    expect(at(20, 20)[0]).toBeLessThan(40);
  });

  test.each([
    ['few', 1],
    ['many', 3_000],
  ])('%s give the pixels asked for', async (_name, count) => {
    const parts = { pages: [blended(count)], resources: multiply };
    const [rgb, gray, rgba] = [
      await draw(parts),
      await draw(parts, { pixels: 'gray' }),
      await draw(parts, { pixels: 'rgba' }),
    ];
    expect([rgb.at(45, 25), rgb.at(55, 25), rgb.at(90, 40)]).toEqual([red, [255, 255, 0], white]);
    expect([gray.at(45, 25), gray.at(55, 25), gray.at(90, 40)]).toEqual([[77], [226], [255]]);
    expect([rgba.at(45, 25), rgba.at(90, 40)]).toEqual([
      [...red, 255],
      [...white, 255],
    ]);
  });
});

describe('size and place', () => {
  test('a page is as large as its box at the dpi asked for', async () => {
    const { width, height } = await draw({}, { dpi: 144 });
    expect([width, height]).toEqual([200, 100]);
  });

  test('a width alone gives the height of the page’s shape', async () => {
    const { width, height } = await draw({}, { width: 300 });
    expect([width, height]).toEqual([300, 150]);
  });

  test('the crop box is what is shown, not the media box', async () => {
    const { width, height, at } = await draw({ pages: [leftHalfRed], page: '/CropBox[40 10 80 30]' });
    expect([width, height]).toEqual([40, 20]);
    expect(at(5, 10)).toEqual(red);
    expect(at(15, 10)).toEqual(white);
  });

  test('a crop box beyond the media box is cut to it', async () => {
    const { width, height } = await draw({ page: '/CropBox[-100 -100 60 900]' });
    expect([width, height]).toEqual([60, 50]);
  });

  test.each([
    [90, [25, 5], [25, 95]],
    [180, [95, 25], [5, 25]],
    [270, [25, 95], [25, 5]],
  ])('a page turned by %i degrees shows its left half where the turn takes it', async (rotation, inside, outside) => {
    const { at } = await draw({ pages: [leftHalfRed], page: `/Rotate ${rotation}` });
    expect(at(inside[0] ?? 0, inside[1] ?? 0)).toEqual(red);
    expect(at(outside[0] ?? 0, outside[1] ?? 0)).toEqual(white);
  });

  test('a turned page says its size as turned', async () => {
    const renderer = await openPdf({ page: '/Rotate 90' });
    expect(renderer.pageSize(1)).toEqual({ widthPt: 50, heightPt: 100, rotation: 90 });
  });

  test.each([{ packed: false }, { packed: true }])('the unit of a page multiplies its size %o', async ({ packed }) => {
    const renderer = await openPdf({ page: '/UserUnit 3', packed });
    expect(renderer.pageSize(1)).toEqual({ widthPt: 300, heightPt: 150, rotation: 0 });
    const { width } = await renderer.renderPage(1);
    expect(width).toBe(300);
  });

  test('a page larger than asked for is drawn as if it were printed smaller', async () => {
    const renderer = await openPdf({ page: '/UserUnit 3' }, { largestSidePt: 150 });
    expect(renderer.pageSize(1)).toEqual({ widthPt: 150, heightPt: 75, rotation: 0 });
    const { width, height } = await renderer.renderPage(1, { region: { x: 75, y: 0, width: 75, height: 75 } });
    expect([width, height]).toEqual([75, 75]);
  });

  test('a region is cut out of the page at the same scale', async () => {
    const { width, height, at } = await draw(
      { pages: [leftHalfRed] },
      { scale: 2, region: { x: 40, y: 0, width: 20, height: 50 } },
    );
    expect([width, height]).toEqual([40, 100]);
    expect(at(18, 50)).toEqual(red);
    expect(at(22, 50)).toEqual(white);
  });
});

describe('colours and transparency', () => {
  test.each([
    ['grey', '0.5 g', [128, 128, 128]],
    ['RGB', '0 0.5 1 rg', [0, 128, 255]],
    ['CMYK black', '0 0 0 1 k', [35, 31, 32]],
    ['a separation', '/Spot cs 1 scn', [255, 0, 0]],
    ['an indexed colour', '/Table cs 1 sc', [0, 0, 255]],
    ['a calibrated grey', '/Cal cs 1 sc', [255, 255, 255]],
  ])('%s is drawn as its colour', async (_name, setColor, expected) => {
    const resources =
      '/ColorSpace<</Spot[/Separation/Red/DeviceRGB<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[1 0 0]/N 1>>]' +
      '/Table[/Indexed/DeviceRGB 1<00ff000000ff>]/Cal[/CalGray<</WhitePoint[0.95 1 1.09]>>]>>';
    const { at } = await draw({ pages: [`${setColor} 0 0 100 50 re f`], resources });
    for (const [index, value] of at(50, 25).entries())
      expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThanOrEqual(3);
  });

  test('half opacity over white is halfway', async () => {
    const { at } = await draw({ pages: [`/Half gs ${leftHalfRed}`], resources: '/ExtGState<</Half<</ca 0.5>>>>' });
    expect(at(25, 25)).toEqual([255, 128, 128]);
  });

  test('a transparent rendering leaves bare paper transparent and ink opaque', async () => {
    const { at, channels } = await draw({ pages: [leftHalfRed] }, { transparent: true });
    expect(channels).toBe(4);
    expect(at(25, 25)).toEqual([255, 0, 0, 255]);
    expect(at(75, 25)[3]).toBe(0);
  });

  test('the background is what the page lies on', async () => {
    const { at } = await draw({ pages: [leftHalfRed] }, { background: 0x102030 });
    expect(at(75, 25)).toEqual([0x10, 0x20, 0x30]);
  });

  test('grey pixels are one channel of luminance', async () => {
    const { at, channels } = await draw({ pages: [leftHalfRed] }, { pixels: 'gray' });
    expect(channels).toBe(1);
    expect(at(75, 25)).toEqual([255]);
    expect(at(25, 25)[0]).toBeGreaterThan(60);
    expect(at(25, 25)[0]).toBeLessThan(90);
  });
});

describe('layers, annotations and forms', () => {
  const layers = (state: string): PdfParts => ({
    pages: [`/OC /L BDC ${leftHalfRed} EMC`],
    resources: '/Properties<</L 100 0 R>>',
    catalog: `/OCProperties<</OCGs[100 0 R]/D<<${state}>>>>`,
    objects: { 100: '<</Type/OCG/Name(Layer)>>' },
  });

  test('a layer that is on is drawn, one that is off is not', async () => {
    expect((await draw(layers('/ON[100 0 R]'))).at(25, 25)).toEqual(red);
    expect((await draw(layers('/OFF[100 0 R]'))).inked).toBe(false);
  });

  const annotated: PdfParts = {
    page: '/Annots[100 0 R]',
    objects: {
      100: '<</Type/Annot/Subtype/Square/Rect[10 10 40 40]/F 4/AP<</N 101 0 R>>>>',
      101: stream('/Type/XObject/Subtype/Form/BBox[0 0 30 30]', '1 0 0 rg 0 0 30 30 re f'),
    },
  };

  test('an annotation is drawn by its appearance, unless none are wanted', async () => {
    expect((await draw(annotated)).at(25, 25)).toEqual(red);
    expect((await draw(annotated, { annotations: false })).inked).toBe(false);
  });

  test('a hidden annotation is not drawn', async () => {
    const hidden = annotated.objects?.[100]?.replace('/F 4', '/F 2') ?? '';
    expect((await draw({ ...annotated, objects: { ...annotated.objects, 100: hidden } })).inked).toBe(false);
  });

  const form: PdfParts = {
    page: '/Annots[100 0 R]',
    catalog: '/AcroForm<</Fields[100 0 R]/NeedAppearances true/DR<</Font<</Helv 101 0 R>>>>/DA(/Helv 20 Tf 0 g)>>',
    objects: {
      100: '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(HHHH)/Rect[5 5 95 45]/F 4/DA(/Helv 20 Tf 0 g)>>',
      101: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    },
  };

  test('the value of a form field is drawn though it has no appearance', async () => {
    expect((await draw(form)).inked).toBe(true);
    expect((await draw(form, { annotations: false })).inked).toBe(false);
  });

  test('a form field is not tinted as in a viewer', async () => {
    const { at } = await draw(form);
    expect(at(90, 10)).toEqual(white);
  });
});

describe('fonts', () => {
  const text = (font: string): PdfParts => ({
    pages: ['BT /F 30 Tf 10 10 Td (Ag) Tj ET'],
    resources: `/Font<</F<</Type/Font${font}>>>>`,
  });

  test.each(['Helvetica', 'Times-BoldItalic', 'Courier', 'Symbol', 'ZapfDingbats'])(
    '%s needs no file',
    async (name) => {
      expect((await draw(text(`/Subtype/Type1/BaseFont/${name}`))).inked).toBe(true);
    },
  );

  test('a font nobody has is replaced', async () => {
    expect((await draw(text('/Subtype/TrueType/BaseFont/NoSuchFontAnywhere/Encoding/WinAnsiEncoding'))).inked).toBe(
      true,
    );
  });

  const japanese: PdfParts = {
    pages: ['BT /F 30 Tf 10 10 Td <82a0> Tj ET'],
    resources:
      '/Font<</F<</Type/Font/Subtype/Type0/BaseFont/Nobody-Has/Encoding/90ms-RKSJ-H/DescendantFonts[100 0 R]>>>>',
    objects: {
      100: '<</Type/Font/Subtype/CIDFontType0/BaseFont/Nobody-Has/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 101 0 R>>',
      101: '<</Type/FontDescriptor/FontName/Nobody-Has/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>',
    },
  };

  test('Japanese without its font is drawn with one of the machine, or comes with a warning', async () => {
    const warnings: string[] = [];
    const renderer = await openPdf(japanese, { onWarning: ({ code }) => warnings.push(code) });
    const { data } = await renderer.renderPage(1);
    expect(data.some((value) => value !== 255) || warnings.includes('FONT_MISSING')).toBe(true);
  });
});

describe('text that the first engine misreads', () => {
  const unmapped: PdfParts = {
    pages: ['BT /F 40 Tf 10 10 Td <0001> Tj ET'],
    resources:
      '/Font<</F<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/DescendantFonts[100 0 R]/ToUnicode 102 0 R>>>>',
    objects: {
      100: '<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 101 0 R>>',
      101: '<</Type/FontDescriptor/FontName/Arial/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>',
      102: stream(
        '',
        '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0001> <0049> endbfchar endcmap',
      ),
    },
  };

  test('a composite font that is not embedded is read by ToUnicode: here an upright I', async () => {
    const { width, height, at } = await draw(unmapped);
    const inked = Array.from({ length: width }, (_, x) => x).filter((x) =>
      Array.from({ length: height }, (_, y) => at(x, y)).some(([red = 255]) => red < 128),
    );
    expect(inked.length).toBeGreaterThan(1);
    expect(inked.length).toBeLessThan(8);
  });
});

describe('what cannot be drawn', () => {
  test('a page beyond the pixel limit names the highest dpi that fits', async () => {
    const renderer = await openPdf({}, { maxPagePixels: 20_000, fileName: 'plan.pdf' });
    await expect(renderer.renderPage(1, { dpi: 300 })).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'pixel_limit', fileName: 'plan.pdf', page: 1, highestDpi: 144 },
    });
    await expect(renderer.renderPage(1, { dpi: 144 })).resolves.toMatchObject({ width: 200 });
  });

  test.each([0, 2, 1.5])('page %d of a document of one is out of range', async (page) => {
    const renderer = await openPdf({});
    await expect(renderer.renderPage(page)).rejects.toMatchObject({ details: { reason: 'page_out_of_range' } });
  });

  test.each(['', 'no PDF at all', '%PDF-1.7\nonly a header'])('%j is a damaged file', async (text) => {
    await expect(openPdf(Buffer.from(text), { fileName: 'x.pdf' })).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'damaged_file', fileName: 'x.pdf' },
    });
  });

  test('a document without pages is a damaged file', async () => {
    await expect(openPdf({ pages: [] })).rejects.toMatchObject({ details: { reason: 'damaged_file' } });
  });

  test('a file that only the second engine opens is drawn by it', async () => {
    // PDFium insists on the page tree's Count being there; pdf.js counts for itself.
    const broken = Buffer.from(writePdf({ pages: [leftHalfRed] }))
      .toString('latin1')
      .replace('/Count 1', '/Xount 1');
    const renderer = await openPdf(Buffer.from(broken, 'latin1'));
    expect([...(await renderer.renderPage(1)).data.subarray(0, 3)]).toEqual(red);
  });
});

describe('passwords', () => {
  async function encrypted(userPassword: string): Promise<Uint8Array> {
    const document = await PDFDocument.create();
    document.addPage([100, 50]);
    document.encrypt({ userPassword, ownerPassword: 'owner' });
    return document.save();
  }

  test('a file for everyone opens without one', async () => {
    expect((await openPdf(await encrypted(''))).pageCount).toBe(1);
  });

  test('a file for some needs theirs, and says which it is missing', async () => {
    const file = await encrypted('secret');
    await expect(openPdf(file)).rejects.toMatchObject({
      code: 'PDF_ENCRYPTED',
      details: { reason: 'password_required' },
    });
    await expect(openPdf(file, { password: 'guess' })).rejects.toMatchObject({
      code: 'PDF_ENCRYPTED',
      details: { reason: 'password_incorrect' },
    });
    expect((await openPdf(file, { password: 'secret' })).pageCount).toBe(1);
  });
});

describe('pixels', () => {
  test('a released page has no pixels, and a second release does nothing', async () => {
    const page = await (await openPdf({})).renderPage(1);
    page.release();
    page.release();
    expect(() => page.data).toThrow('released');
  });

  test('a page keeps its pixels while another grows the engine’s memory', async () => {
    const renderer = await openPdf({ pages: [leftHalfRed, ''] });
    const first = await renderer.renderPage(1);
    await renderer.renderPage(2, { dpi: 3000 });
    expect([...first.data.subarray(0, 3)]).toEqual(red);
  });

  test('a file on disk draws as its bytes do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-render-'));
    try {
      const path = join(folder, 'page.pdf');
      await writeFile(path, writePdf({ pages: [leftHalfRed] }));
      const page = await (await openPdf(path)).renderPage(1);
      expect([...page.data.subarray(0, 3)]).toEqual(red);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
