import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@platen/pdf-kit/objects';
import { PDFHexString } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walkDocument } from '../src/content/walk-document.ts';
import { listImages } from '../src/images/list-images.ts';
import { createTestPdf } from './build-pdf.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-list-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const shape = { Type: 'XObject', Subtype: 'Image', Width: 40, Height: 40, BitsPerComponent: 8 };

interface Listing {
  readonly image: Record<string, unknown>;
  readonly data?: Uint8Array;
  readonly mask?: Record<string, unknown>;
  readonly mayConvertColor?: boolean;
  readonly hasOwnDeviceColors?: boolean;
}

/** The tasks for a document that draws one image on 20 points square. */
async function list({
  image,
  data = noise(40 * 40 * 4),
  mask,
  mayConvertColor = true,
  hasOwnDeviceColors = false,
}: Listing) {
  const pdf = createTestPdf();
  const alpha = mask && pdf.stream({ ...shape, ColorSpace: 'DeviceGray', ...mask }, noise(1_600), false);
  const picture = pdf.stream({ ...shape, ...image, ...(alpha ? { SMask: alpha } : {}) }, data, false);
  const bytes = pdf.finish({ content: '20 0 0 20 0 0 cm /Im Do', resources: { XObject: { Im: picture } } });
  const { context, pages } = await openPdf(bytes);
  const usage = walkDocument({ context, pages, maxContentBytes: 1e6 });
  const limits = { jpegQuality: null, maxImageBytes: 1e7, maxPixels: 1e6 };
  return listImages({ context, usage, folder, mayConvertColor, hasOwnDeviceColors, ...limits });
}

/** Bytes that do not deflate, the same each time. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state >> 16;
  });
}

test('an alpha mask is as large as the picture it belongs to', async () => {
  const tasks = await list({ image: { ColorSpace: 'DeviceRGB' }, mask: {} });
  expect(tasks.map(({ role }) => role).sort()).toEqual(['alpha', 'picture']);
  for (const task of tasks) expect(task).toMatchObject({ drawnPt: { width: 20, height: 20 }, pages: [1] });
});

test('a mask with Matte, and its picture, are left alone', async () => {
  expect(await list({ image: { ColorSpace: 'DeviceRGB' }, mask: { Matte: [0, 0, 0] } })).toEqual([]);
});

test('JBIG2 is left alone', async () => {
  expect(await list({ image: { ColorSpace: 'DeviceGray', BitsPerComponent: 1, Filter: 'JBIG2Decode' } })).toEqual([]);
});

test('colours of inks are not converted by the renderer', async () => {
  const spaces = ['DeviceCMYK', ['DeviceN', ['Black', 'Gold'], 'DeviceCMYK', {}]];
  for (const ColorSpace of spaces) {
    const [task] = await list({ image: { ColorSpace } });
    expect(task?.pagePath).toBeNull();
  }
  expect((await list({ image: { ColorSpace: 'DeviceCMYK' } }))[0]).toMatchObject({ color: 'cmyk', components: 4 });
});

test('neither are those of JPEG 2000, whether the PDF or the data names them', async () => {
  const Filter = 'JPXDecode';
  const enumerated = (space: number) =>
    Buffer.concat([Buffer.from('colr\u0001\0\0\0\0\0'), Buffer.of(space), noise(900)]);
  const withCodestream = (space: number) => Buffer.concat([enumerated(space), Buffer.from('jp2c')]);
  expect(await list({ image: { Filter, ColorSpace: 'DeviceCMYK' } })).toEqual([]);
  expect(await list({ image: { Filter }, data: withCodestream(12) })).toEqual([]);
  expect(await list({ image: { Filter }, data: withCodestream(16) })).toHaveLength(1);
});

test('JPEG 2000 goes by way of the renderer, unless it carries its mask', async () => {
  const [task] = await list({ image: { Filter: 'JPXDecode' } });
  expect(task).toMatchObject({ coding: { kind: 'opaque' }, pagePath: expect.any(String) });
  expect(await list({ image: { Filter: 'JPXDecode', SMaskInData: 1 } })).toEqual([]);
});

test('an indexed image brings its palette, and an inverted one may not be remapped', async () => {
  const ColorSpace = ['Indexed', 'DeviceRGB', 1, PDFHexString.of('000000ffffff')];
  const [task] = await list({ image: { ColorSpace, Decode: [255, 0] } });
  expect(task).toMatchObject({ color: 'indexed', mayRemap: false, palette: { components: 3, base: 'deviceRgb' } });
  expect([...(task?.palette?.bytes ?? [])]).toEqual([0, 0, 0, 255, 255, 255]);
});

test('a colour space that is its own base is none', async () => {
  const pdf = createTestPdf();
  const space = pdf.context.nextRef();
  pdf.context.assign(space, pdf.context.obj(['Indexed', space, 1, PDFHexString.of('0000')] as never));
  const picture = pdf.stream({ ...shape, ColorSpace: space }, noise(1_600), false);
  const bytes = pdf.finish({ content: '20 0 0 20 0 0 cm /Im Do', resources: { XObject: { Im: picture } } });
  const { context, pages } = await openPdf(bytes);
  const usage = walkDocument({ context, pages, maxContentBytes: 1e6 });
  expect(
    listImages({
      context,
      usage,
      folder,
      mayConvertColor: true,
      hasOwnDeviceColors: false,
      jpegQuality: null,
      maxImageBytes: 1e7,
      maxPixels: 1e6,
    }),
  ).toEqual([]);
});

test('where device colours are those of the document, equal components are no DeviceGray, and no layer leaves the page', async () => {
  const indexed = ['Indexed', 'DeviceRGB', 1, PDFHexString.of('000000ffffff')];
  const describe = async (ColorSpace: unknown) => {
    const [task] = await list({ image: { ColorSpace }, hasOwnDeviceColors: true });
    return [task?.color, task?.palette?.base, task?.mayLayer];
  };
  expect(await describe('DeviceRGB')).toEqual(['rgb', undefined, false]);
  expect(await describe('DeviceGray')).toEqual(['gray', undefined, false]);
  expect(await describe(indexed)).toEqual(['indexed', 'rgb', true]);
  expect(await describe(['CalGray', { WhitePoint: [1, 1, 1] }])).toEqual(['gray', undefined, true]);
});
