import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { defaultLimits } from '@platen/core';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { imagesToPdf } from '../src/images-to-pdf.ts';
import { imageToPdfOptions } from '../src/index.ts';
import { filterRow, rowFilters, unfilterRow } from '../src/png-filters.ts';
import { noReaders } from './no-readers.ts';
import { writePng } from './write-images.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-png-pixels-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Converts one PNG and opens its image. */
async function convert(png: Uint8Array) {
  const path = join(folder, 'a.png');
  await writeFile(path, png);
  const task = {
    inputs: [{ path, fileName: 'a.png', mediaType: 'image/png' as const, sizeBytes: png.byteLength }],
    options: imageToPdfOptions.parse({}),
    outputDir: folder,
    limits: defaultLimits,
  };
  const [output] = await imagesToPdf(task, { progress() {}, warn() {} }, noReaders);
  const document = await PDFDocument.load(await readFile(output?.path ?? ''), { updateMetadata: false });
  const [page] = document.getPages();
  const image = page?.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).lookup(PDFName.of('I'));
  if (!(image instanceof PDFRawStream)) throw new Error('The page has no image');
  const mask = image.dict.lookup(PDFName.of('SMask'));
  return { image, mask: mask instanceof PDFRawStream ? mask : null };
}

/** The samples of an image coded with PNG's predictors, byte by byte. */
function samplesOf(image: PDFRawStream): readonly number[] {
  const number = (key: string, dict = image.dict) => Number(dict.lookup(PDFName.of(key))?.toString());
  const parameters = image.dict.lookup(PDFName.of('DecodeParms'), PDFDict);
  const pixelBytes = (number('Colors', parameters) * number('BitsPerComponent')) / 8;
  const rowBytes = number('Width') * pixelBytes;
  const coded = inflateSync(image.contents);
  const height = number('Height');
  // A row of zeros above the first.
  const pixels = new Uint8Array((height + 1) * rowBytes);
  for (let index = 0; index < height; index++) {
    const from = index * (rowBytes + 1);
    pixels.set(coded.subarray(from + 1, from + 1 + rowBytes), (index + 1) * rowBytes);
    unfilterRow(pixels, (index + 1) * rowBytes, coded[from] ?? 0, { rowBytes, pixelBytes });
  }
  return [...pixels.subarray(rowBytes)];
}

const colorSpaceOf = (image: PDFRawStream) => image.dict.lookup(PDFName.of('ColorSpace'))?.toString();

/** Noise on a gradient: more colours than a palette holds, and something for every filter to find. */
function photo(channels: 3 | 4): {
  readonly data: Buffer;
  readonly raw: { width: number; height: number; channels: 3 | 4 };
} {
  const [width, height] = [60, 200];
  let seed = 7;
  const data = Buffer.from(
    Array.from({ length: width * height * channels }, (_, at) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor(at / (width * channels)) + ((seed >> 16) & 15);
    }),
  );
  return { data, raw: { width, height, channels } };
}

describe('filters', () => {
  const rows = [9, 200, 3, 40, 255, 6, 10, 250, 0, 77, 1, 128];
  const shape = { rowBytes: 6, pixelBytes: 2 };

  test.each(Object.entries(rowFilters).filter(([name]) => name !== 'average'))(
    'what %s filters, it takes back',
    (_name, filter) => {
      const filtered = Buffer.from(rows);
      filterRow(Buffer.from(rows), 6, filter, shape, filtered, 6);
      expect(unfilterRow(filtered, 6, filter, shape)).toBe(true);
      expect([...filtered]).toEqual(rows);
    },
  );

  test('average is the mean of left and above, rounded down', () => {
    const averaged = Uint8Array.from([3, 8, 20, 21, 1, 1, 1, 1]);
    unfilterRow(averaged, 4, rowFilters.average, { rowBytes: 4, pixelBytes: 1 });
    expect([...averaged.subarray(4)]).toEqual([2, 6, 14, 18]);
  });

  test('there are no others', () => {
    expect(unfilterRow(new Uint8Array(2), 1, 5, { rowBytes: 1, pixelBytes: 1 })).toBe(false);
  });
});

describe('an alpha channel', () => {
  test.each([false, true])(
    'leaves every colour and every opacity as it was, filters of the file: %s',
    async (filters) => {
      const { data, raw } = photo(4);
      const { image, mask } = await convert(await sharp(data, { raw }).png({ adaptiveFiltering: filters }).toBuffer());
      const pixels = [...data];
      expect(samplesOf(image)).toEqual(pixels.filter((_, at) => at % 4 !== 3));
      expect(mask && samplesOf(mask)).toEqual(pixels.filter((_, at) => at % 4 === 3));
      expect(colorSpaceOf(image)).toBe('/DeviceRGB');
    },
  );

  test('of 16 bits keeps them', async () => {
    const png = writePng({
      colorType: 6,
      bitDepth: 16,
      rows: [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]],
    });
    const { image, mask } = await convert(png);
    expect(samplesOf(image)).toEqual([1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]);
    expect(mask && samplesOf(mask)).toEqual([7, 8, 15, 16]);
  });

  test('beside grey leaves grey', async () => {
    const { image, mask } = await convert(writePng({ colorType: 4, rows: [[7, 255, 9, 254]] }));
    expect([colorSpaceOf(image), samplesOf(image), mask && samplesOf(mask)]).toEqual([
      '/DeviceGray',
      [7, 9],
      [255, 254],
    ]);
  });

  test('that becomes transparent far down has a mask from the first row on', async () => {
    const { data, raw } = photo(4);
    for (let at = 3; at < data.length; at += 4) data[at] = 255;
    data[data.length - 1] = 3;
    const { mask } = await convert(await sharp(data, { raw }).png().toBuffer());
    expect(mask && samplesOf(mask)).toEqual([...data].filter((_, at) => at % 4 === 3));
  });
});

describe('few colours', () => {
  test('all of them grey become grey', async () => {
    const { image } = await convert(writePng({ colorType: 6, rows: [[7, 7, 7, 255, 200, 200, 200, 255]] }));
    expect([colorSpaceOf(image), samplesOf(image)]).toEqual(['/DeviceGray', [7, 200]]);
  });

  test('some of them not grey become a palette that gives each its own', async () => {
    const { image } = await convert(
      writePng({ width: 3, colorType: 6, rows: [[0, 0, 0, 255, 255, 255, 255, 255, 0, 90, 0, 255]] }),
    );
    expect(colorSpaceOf(image)).toContain('/Indexed /DeviceRGB');
    const palette = image.dict.lookup(PDFName.of('ColorSpace'), PDFArray).lookup(3);
    const colors = palette instanceof PDFRawStream ? inflateSync(palette.contents) : Buffer.alloc(0);
    expect(samplesOf(image).map((index) => [...colors.subarray(index * 3, index * 3 + 3)])).toEqual([
      [0, 0, 0],
      [255, 255, 255],
      [0, 90, 0],
    ]);
  });

  test('black and white only become CCITT', async () => {
    const { image } = await convert(writePng({ colorType: 6, rows: [[0, 0, 0, 255, 255, 255, 255, 255]] }));
    expect(image.dict.lookup(PDFName.of('Filter'))?.toString()).toBe('/CCITTFaxDecode');
  });
});

test('a palette with several degrees of opacity keeps its data beside a mask', async () => {
  const png = writePng({
    width: 4,
    colorType: 3,
    bitDepth: 2,
    rows: [[0b00_01_10_11]],
    chunks: [
      ['PLTE', [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]],
      ['tRNS', [0, 128, 64]],
    ],
  });
  const { image, mask } = await convert(png);
  expect([...inflateSync(image.contents)]).toEqual([0, 0b00_01_10_11]);
  expect(mask && samplesOf(mask)).toEqual([0, 128, 64, 255]);
});

test.each([
  ['too few rows', writePng({ height: 2, colorType: 2, rows: [[1, 2, 3, 4, 5, 6]] })],
  ['too few rows beside an alpha channel', writePng({ height: 2, colorType: 6, rows: [[1, 2, 3, 4, 5, 6, 7, 8]] })],
])('pixels with %s are a damaged file', async (_what, png) => {
  await expect(convert(png)).rejects.toMatchObject({ details: { reason: 'damaged_file', fileName: 'a.png' } });
});
