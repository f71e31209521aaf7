import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { defaultLimits, type Limits, type TaskOutput } from '@platen/core';
import { readTiffDirectories, tiffTags } from '@platen/pdf-kit/tiff';
import { unzipSync } from 'fflate';
import { PDFDocument, PDFName, PDFOperator, PDFOperatorNames, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pdfToImage, pdfToImageOptions } from '../src/index.ts';
import { renderIntoOne } from '../src/join-images.ts';
import { planPages } from '../src/plan-pages.ts';
import { renderPages } from '../src/render-pages.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-pdf-to-image-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Pages of 72 × 36 points, the left half of each in a colour of its own. */
async function writeReport(pageCount: number, password?: string): Promise<string> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pageCount; page++) {
    document.addPage([72, 36]).drawRectangle({ x: 0, y: 0, width: 36, height: 36, color: rgb(1, (page % 10) / 10, 0) });
  }
  if (password !== undefined) document.encrypt({ userPassword: password, ownerPassword: password });
  const path = join(folder, 'input');
  await writeFile(path, await document.save());
  return path;
}

interface Converted {
  readonly outputs: readonly TaskOutput[];
  readonly warnings: readonly string[];
  readonly parts: readonly (readonly number[])[];
  readonly progress: readonly number[];
}

async function convert(
  path: string,
  options: Readonly<Record<string, unknown>> = {},
  { limits = {}, fileName = 'report.pdf' }: { limits?: Partial<Limits>; fileName?: string } = {},
): Promise<Converted> {
  const task = {
    inputs: [{ path, fileName, mediaType: 'application/pdf', sizeBytes: 0 }],
    options: pdfToImageOptions.parse(options),
    outputDir: folder,
    limits: { ...defaultLimits, ...limits },
  };
  const warnings: string[] = [];
  const progress: number[] = [];
  const context = {
    progress: (fraction: number) => progress.push(fraction),
    warn: (code: string) => warnings.push(code),
  };
  const parts = await planPages(task, context);
  const outputs: TaskOutput[] = [];
  for (const part of parts) outputs.push(...(await renderPages(task, part, context)));
  return { outputs, warnings, parts, progress };
}

const names = ({ outputs }: Converted) => outputs.map(({ fileName }) => fileName);

/** The XResolution of the EXIF data in a WebP, which is little-endian and has it as the first fraction. */
function exifResolution(exif: Buffer | undefined): number | undefined {
  const entry = exif?.indexOf(Buffer.from([0x1a, 0x01, 5, 0])) ?? -1;
  if (exif === undefined || entry < 0) return undefined;
  const at = 'Exif\0\0'.length + exif.readUInt32LE(entry + 8);
  return exif.readUInt32LE(at) / exif.readUInt32LE(at + 4);
}

async function pixels(output: TaskOutput | undefined) {
  const { data, info } = await sharp(output?.path).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, info.channels),
  ];
  return { ...info, at };
}

/** One file of all pages. */
async function convertIntoOne(
  path: string,
  options: Readonly<Record<string, unknown>>,
  limits: Partial<Limits> = {},
): Promise<TaskOutput> {
  const outputDir = await mkdtemp(join(folder, 'out-'));
  const task = {
    inputs: [{ path, fileName: 'report.pdf', mediaType: 'application/pdf', sizeBytes: 0 }],
    options: pdfToImageOptions.parse(options),
    outputDir,
    limits: { ...defaultLimits, ...limits },
  };
  const [output, ...others] = await renderIntoOne(task, { progress() {}, warn() {} });
  expect(others).toEqual([]);
  expect(await readdir(outputDir)).toEqual([basename(output?.path ?? '')]);
  return output as TaskOutput;
}

/** Values of the tag Compression (TIFF 6.0, sections 11 and 13). */
const [group4, lzw] = [4, 5];

async function compressions(output: TaskOutput): Promise<readonly (number | undefined)[]> {
  const directories = readTiffDirectories(await readFile(output.path), 100);
  return directories.map((directory) => directory.values(tiffTags.compression)?.[0]);
}

test('the cover of a portfolio is drawn with a warning', async () => {
  const document = await PDFDocument.load(await readFile(await writeReport(1)));
  document.catalog.set(PDFName.of('Collection'), document.context.obj({ Type: 'Collection', View: 'D' }));
  const path = join(folder, 'portfolio');
  await writeFile(path, await document.save());
  const { outputs, warnings } = await convert(path);
  expect(outputs).toHaveLength(1);
  expect(warnings).toEqual(['CONTENT_BESIDE_PAGES']);
});

describe('one file of all pages', () => {
  test('a TIFF has a page for each, in the order of the selection, without loss and with its resolution', async () => {
    const output = await convertIntoOne(await writeReport(3), { format: 'tif', pages: '3,1', dpi: 144 });
    expect(output).toMatchObject({ fileName: 'report.tiff', mediaType: 'image/tiff' });
    const { pages, density } = await sharp(output.path).metadata();
    expect({ pages, density }).toEqual({ pages: 2, density: 144 });
    expect(await compressions(output)).toEqual([lzw, lzw]);
    const colors = [];
    for (const page of [0, 1]) {
      const { data, info } = await sharp(output.path, { page }).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([144, 72]);
      colors.push([...data.subarray(0, 3)]);
    }
    expect(colors).toEqual([
      [255, 77, 0],
      [255, 26, 0],
    ]);
  });

  test('its pages may differ in size, and black-and-white ones are CCITT Group 4', async () => {
    const document = await PDFDocument.create();
    document.addPage([72, 36]).drawRectangle({ x: 0, y: 0, width: 36, height: 36, color: rgb(0, 0, 0) });
    document.addPage([36, 72]).drawRectangle({ x: 0, y: 0, width: 36, height: 36, color: rgb(1, 0, 0) });
    const path = join(folder, 'sizes');
    await writeFile(path, await document.save());
    const output = await convertIntoOne(path, { format: 'tiff', dpi: 72 });
    const pages = [];
    for (const page of [0, 1]) {
      const { width, height } = await sharp(output.path, { page }).metadata();
      pages.push([width, height]);
    }
    expect(pages).toEqual([
      [72, 36],
      [36, 72],
    ]);
    expect(await compressions(output)).toEqual([group4, lzw]);
    const { data } = await sharp(output.path).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data[71]]).toEqual([0, 255]);
    const mono = await convertIntoOne(path, { format: 'tiff', dpi: 72, color: 'mono' });
    expect(await compressions(mono)).toEqual([group4, group4]);
  });

  test('a ZIP has the images under their names', async () => {
    const output = await convertIntoOne(await writeReport(3), { zip: 'true', format: 'jpg', dpi: 72 });
    expect(output).toMatchObject({ fileName: 'report.zip', mediaType: 'application/zip' });
    const entries = unzipSync(await readFile(output.path));
    expect(Object.keys(entries)).toEqual(['report-001.jpg', 'report-002.jpg', 'report-003.jpg']);
    expect(await sharp(entries['report-002.jpg']).metadata()).toMatchObject({ width: 72, height: 36, format: 'jpeg' });
  });

  test('it is one output, bounded by its bytes and not by the number of pages', async () => {
    const path = await writeReport(3);
    expect((await convertIntoOne(path, { zip: true, dpi: 72 }, { maxOutputs: 1 })).fileName).toBe('report.zip');
    for (const options of [{ zip: true }, { format: 'tiff' }]) {
      await expect(convertIntoOne(path, { ...options, dpi: 72 }, { maxOutputBytes: 300 })).rejects.toMatchObject({
        details: { reason: 'output_limit', limit: 'maxOutputBytes' },
      });
    }
  });
});

describe('width and height', () => {
  const size = async (options: Readonly<Record<string, unknown>>) => {
    const { width, height, density } = await sharp(
      (await convert(await writeReport(1), options)).outputs[0]?.path,
    ).metadata();
    return { width, height, density };
  };

  test('pages keep their shape and fit inside; the file says what resolution that is', async () => {
    expect(await size({ width: 300 })).toEqual({ width: 300, height: 150, density: 300 });
    expect(await size({ height: 300 })).toEqual({ width: 600, height: 300, density: 600 });
    expect(await size({ width: 300, height: 300 })).toEqual({ width: 300, height: 150, density: 300 });
    expect(await size({ width: '300', height: '100' })).toEqual({ width: 200, height: 100, density: 200 });
  });

  test('they take the place of dpi', () => {
    const problems = (options: object) =>
      pdfToImageOptions.safeParse(options).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(problems({ width: 300, dpi: 300 })).toEqual([['dpi', 'cannot be used together with "width"']]);
    expect(problems({ height: 300, dpi: 72 })).toEqual([['dpi', 'cannot be used together with "height"']]);
    expect(problems({ width: 0 })?.[0]?.[0]).toBe('width');
    expect(problems({ height: 'tall' })?.[0]?.[0]).toBe('height');
    expect(problems({ zip: true, format: 'tiff' })?.[0]?.[0]).toBe('zip');
    expect(problems({ format: 'bmp' })?.[0]?.[0]).toBe('format');
  });

  test('a page that would have too many pixels is refused', async () => {
    const path = await writeReport(1);
    await expect(convert(path, { width: 16_000 }, { limits: { maxPagePixels: 1_000_000 } })).rejects.toMatchObject({
      details: { reason: 'pixel_limit' },
    });
  });
});

/** Two pages, of which the second draws a form of its own size `times` over. */
async function writeHeavyPage(times: number): Promise<string> {
  const document = await PDFDocument.create();
  for (let page = 0; page < 2; page += 1) document.addPage([600, 600]).drawText('A page');
  const form = document.context.register(
    document.context.stream('0 0 600 600 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 600, 600] }),
  );
  const heavy = document.getPage(1);
  const name = heavy.node.newXObject('Heavy', form);
  for (let round = 0; round < times; round += 1)
    heavy.pushOperators(PDFOperator.of(PDFOperatorNames.DrawObject, [name]));
  const path = join(folder, 'input');
  await writeFile(path, await document.save());
  return path;
}

test('a page that takes too much to draw is refused where it is asked for, and no other', async () => {
  const path = await writeHeavyPage(3_000);
  const limits = { maxPagePixels: 10_000_000 };
  const refused = { details: { reason: 'pixel_limit', limit: 'maxPagePixels', page: 2 } };
  await expect(convert(path, {}, { limits })).rejects.toMatchObject(refused);
  await expect(convert(path, { pages: 'last' }, { limits })).rejects.toMatchObject(refused);
  const { outputs } = await convert(path, { pages: '1', dpi: 24 }, { limits });
  expect(outputs).toHaveLength(1);
});

test('many pages of a small file may not have far more pixels together than one, whatever the resolution', async () => {
  // The tests say that files have no bytes: eight times as many pixels are allowed.
  const limits = { maxPagePixels: 12_000 };
  const refused = { details: { reason: 'pixel_limit', limit: 'maxPagePixels', allowed: 96_000 } };
  await expect(convert(await writeReport(9), {}, { limits })).rejects.toMatchObject(refused);
  expect((await convert(await writeReport(9), { dpi: 100 }, { limits })).outputs).toHaveLength(9);
  expect((await convert(await writeReport(9), { pages: '2-9' }, { limits })).outputs).toHaveLength(8);
});

describe('options', () => {
  test('150 dpi PNG in colour is what comes out when nothing is said', () => {
    expect(pdfToImageOptions.parse({})).toEqual({
      dpi: 150,
      format: 'png',
      quality: 85,
      color: 'color',
      transparent: false,
      zip: false,
    });
  });

  test('values of form fields are read, and jpeg is jpg', () => {
    expect(pdfToImageOptions.parse({ dpi: '300', format: 'JPEG', zip: 'true' })).toMatchObject({
      dpi: 300,
      format: 'jpg',
      zip: true,
    });
  });

  test.each([{ dpi: 23 }, { dpi: 601 }, { dpi: 'much' }, { quality: 0 }, { format: 'bmp' }, { pages: '5-2' }])(
    '%o is refused',
    (options) => {
      expect(pdfToImageOptions.safeParse(options).success).toBe(false);
    },
  );

  test('the operation takes one PDF', () => {
    expect(pdfToImage).toMatchObject({ name: 'pdf/to-image', accepts: ['application/pdf'], files: { min: 1, max: 1 } });
  });
});

describe('outputs', () => {
  test('pages are named by their number in the document, padded so that names sort', async () => {
    const path = await writeReport(12);
    expect(names(await convert(path, { pages: '9-11,2', dpi: 24 }))).toEqual([
      'report-009.png',
      'report-010.png',
      'report-011.png',
      'report-002.png',
    ]);
  });

  test('the only page of a document needs no number', async () => {
    expect(names(await convert(await writeReport(1), { dpi: 24 }, { fileName: 'plan.v2.PDF' }))).toEqual([
      'plan.v2.png',
    ]);
  });

  test('many pages are split into parts of four to eight', async () => {
    const { parts, outputs } = await convert(await writeReport(21), { dpi: 24 });
    expect(parts.map((part) => part.length)).toEqual([4, 4, 4, 4, 4, 1]);
    expect(outputs).toHaveLength(21);
  });

  test('a long document is split into 64 parts, so that it is not opened for every few pages', async () => {
    const { parts } = await convert(await writeReport(600), { dpi: 24 });
    expect(parts.map((part) => part.length)).toEqual(Array.from({ length: 60 }, () => 10));
  });

  test('progress grows to the end of each part', async () => {
    const { progress } = await convert(await writeReport(4), { dpi: 24 });
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
  });

  test.each([
    ['png', 'image/png', 72],
    ['jpg', 'image/jpeg', 150],
    ['webp', 'image/webp', 96],
  ])('%s is written as itself, at its dpi', async (format, mediaType, dpi) => {
    const { outputs } = await convert(await writeReport(1), { format, dpi });
    const metadata = await sharp(outputs[0]?.path).metadata();
    expect(outputs[0]?.mediaType).toBe(mediaType);
    expect(metadata.format).toBe(format === 'jpg' ? 'jpeg' : format);
    expect([metadata.width, metadata.height]).toEqual([dpi, dpi / 2]);
    expect(metadata.density ?? exifResolution(metadata.exif)).toBe(dpi);
  });

  test('colours arrive unchanged in a PNG', async () => {
    const { at, channels } = await pixels((await convert(await writeReport(1), { dpi: 72 })).outputs[0]);
    expect(channels).toBe(3);
    expect(at(10, 10)).toEqual([255, 26, 0]);
    expect(at(60, 10)).toEqual([255, 255, 255]);
  });

  test('grey has one channel', async () => {
    const { outputs } = await convert(await writeReport(1), { dpi: 72, color: 'gray' });
    expect(await sharp(outputs[0]?.path).metadata()).toMatchObject({ channels: 1, space: 'b-w' });
  });

  test('mono is black and white in one bit', async () => {
    const { outputs } = await convert(await writeReport(1), { dpi: 72, color: 'mono' });
    const file = await readFile(outputs[0]?.path ?? '');
    expect(file.readUInt8(24)).toBe(1);
    const { at } = await pixels(outputs[0]);
    expect([at(10, 10)[0], at(60, 10)[0]]).toEqual([0, 255]);
  });

  test('transparent leaves bare paper out of a PNG', async () => {
    const path = await writeReport(1);
    const { at } = await pixels((await convert(path, { dpi: 72, transparent: true })).outputs[0]);
    expect(at(60, 10)[3]).toBe(0);
    expect(at(10, 10)).toEqual([255, 26, 0, 255]);
  });

  test.each([{ format: 'jpg' }, { format: 'tiff' }, { color: 'gray' }, { format: 'webp', color: 'mono' }])(
    'transparent is refused for images without an alpha channel: %o',
    (options) => {
      const { error } = pdfToImageOptions.safeParse({ ...options, transparent: 'yes' });
      expect(error?.issues.map(({ path }) => path)).toEqual([['transparent']]);
      expect(pdfToImageOptions.safeParse({ ...options, transparent: 'no' }).success).toBe(true);
    },
  );
});

describe('what cannot be done', () => {
  test('an end past the last page is clipped with a warning, a start past it fails', async () => {
    const path = await writeReport(2);
    const clipped = await convert(path, { dpi: 24, pages: '2-9' });
    expect(names(clipped)).toEqual(['report-002.png']);
    expect(clipped.warnings).toEqual(['PAGES_CLIPPED']);
    await expect(convert(path, { pages: '3' })).rejects.toMatchObject({ details: { reason: 'page_out_of_range' } });
  });

  test('more pages than the limit fail before any is drawn', async () => {
    await expect(convert(await writeReport(3), {}, { limits: { maxPages: 2 } })).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'page_limit', limit: 'maxPages', allowed: 2, actual: 3 },
    });
  });

  test('more pixels than the limit fail and name what fits', async () => {
    await expect(
      convert(await writeReport(1), { dpi: 600 }, { limits: { maxPagePixels: 80_000 } }),
    ).rejects.toMatchObject({
      details: { reason: 'pixel_limit', highestDpi: 400 },
    });
  });

  test('an encrypted file needs its password', async () => {
    const path = await writeReport(1, 'secret');
    await expect(convert(path)).rejects.toMatchObject({
      details: { reason: 'password_required', fileName: 'report.pdf' },
    });
    expect(names(await convert(path, { password: 'secret', dpi: 24 }))).toEqual(['report.png']);
  });
});
