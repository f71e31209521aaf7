import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { defaultLimits, type Limits } from '@platen/core';
import { detectMediaType } from '@platen/core/internal';
import { openRenderer } from '@platen/pdf-kit/render';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFPage, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HeicDecoder } from '../src/heic-decoder.ts';
import { imagesToPdf } from '../src/images-to-pdf.ts';
import { createImageToPdf, imageToPdf, imageToPdfOptions } from '../src/index.ts';
import { unfilterRow } from '../src/png-filters.ts';
import { codestream } from './jpeg2000-codestream.ts';
import { noReaders } from './no-readers.ts';
import { cornerPicture, writeBmp, writeColorTiff, writePng, writeTiff } from './write-images.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-image-to-pdf-'));
});

afterEach(() => rm(folder, { recursive: true }));

interface ConvertSettings {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
  readonly heicDecoder?: HeicDecoder;
}

/** Converts files given by name and bytes, and opens the result. */
async function convert(files: Readonly<Record<string, Uint8Array>>, settings: ConvertSettings = {}) {
  const inputs = await Promise.all(
    Object.entries(files).map(async ([fileName, bytes], index) => {
      const path = join(folder, String(index));
      await writeFile(path, bytes);
      return { path, fileName, mediaType: detectMediaType(bytes) ?? 'unknown', sizeBytes: bytes.byteLength };
    }),
  );
  const warnings: string[] = [];
  const context = { progress() {}, warn: (code: string) => warnings.push(code) };
  const task = {
    inputs,
    options: imageToPdfOptions.parse(settings.options ?? {}),
    outputDir: folder,
    limits: { ...defaultLimits, ...settings.limits },
  };
  const [output] = await imagesToPdf(task, context, {
    ...noReaders,
    heicDecoder: settings.heicDecoder ?? null,
  });
  const bytes = await readFile(output?.path ?? '');
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return { output, bytes, document, warnings, pages: document.getPages() };
}

/** The image XObject of a page. */
function imageOf(page: PDFPage | undefined): PDFRawStream {
  const image = page?.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).lookup(PDFName.of('I'));
  if (!(image instanceof PDFRawStream)) throw new Error('The page has no image');
  return image;
}

function entry(image: PDFRawStream, key: string): string | undefined {
  return image.dict.lookup(PDFName.of(key))?.toString();
}

interface PngCase {
  readonly colorType: number;
  readonly bitDepth?: number;
  readonly rows: readonly (readonly number[])[];
}

const sizeOf = (page: PDFPage | undefined) =>
  [page?.getWidth(), page?.getHeight()].map((side) => Math.round(side ?? 0));

/** Red, green, blue and yellow. */
const cornerColors: readonly number[] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0];

/** Places of entries in the directory that `writeColorTiff` writes with a unit of resolution. */
const [photometricEntry, byteCountEntry, resolutionUnitEntry] = [4, 8, 11];

/** A square of grey noise, which takes many bytes. */
function noise(side: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: 'black', noise } });
}

/** The four corners of a page as drawn, from the top left by rows. */
async function drawnCorners(bytes: Uint8Array, page = 1): Promise<readonly string[]> {
  const renderer = await openRenderer(bytes);
  const { data, width, height } = await renderer.renderPage(page, { dpi: 96 });
  const names = new Map([
    ['255,0,0', 'red'],
    ['0,255,0', 'green'],
    ['0,0,255', 'blue'],
    ['255,255,0', 'yellow'],
  ]);
  const at = (x: number, y: number) => {
    const color = [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)].map((value) =>
      value > 128 ? 255 : 0,
    );
    return names.get(color.join()) ?? color.join();
  };
  const corners = [at(0, 0), at(width - 1, 0), at(0, height - 1), at(width - 1, height - 1)];
  renderer.close();
  return corners;
}

describe('JPEG', () => {
  test.each([
    ['baseline', () => cornerPicture().jpeg()],
    ['progressive', () => cornerPicture().jpeg({ progressive: true })],
    ['grey', () => cornerPicture().grayscale().jpeg()],
    ['CMYK', () => cornerPicture().toColourspace('cmyk').jpeg()],
  ])('%s goes in byte for byte', async (_kind, make) => {
    const jpeg = await make().toBuffer();
    const image = imageOf((await convert({ 'a.jpg': jpeg })).pages[0]);
    expect(Buffer.from(image.contents).equals(jpeg)).toBe(true);
    expect(entry(image, 'Filter')).toBe('/DCTDecode');
  });

  test.each([
    ['baseline', () => cornerPicture().resize(300, 200).jpeg()],
    ['progressive', () => cornerPicture().resize(300, 200).jpeg({ progressive: true })],
  ])('what a phone adds behind a %s picture is left out', async (_kind, make) => {
    const jpeg = await make().toBuffer();
    const video = Buffer.concat([Buffer.from('ftypmp42'), jpeg, Buffer.alloc(200_000, 0xff)]);
    const image = imageOf((await convert({ 'a.jpg': Buffer.concat([jpeg, video]) })).pages[0]);
    expect(Buffer.from(image.contents).equals(jpeg)).toBe(true);
  });

  test('the second byte of an end marker inside coded data ends no picture', async () => {
    const jpeg = await noise(600).jpeg({ quality: 95 }).toBuffer();
    const coded = Buffer.from(jpeg);
    for (let at = 10_000; at < coded.byteLength - 2; at++) {
      if (coded[at - 1] !== 0xff && coded[at] !== 0xff) coded[at] = 0xd9;
    }
    const image = imageOf((await convert({ 'a.jpg': coded })).pages[0]);
    expect(Buffer.from(image.contents).equals(coded)).toBe(true);
  });

  test('a JPEG of tiny segments is read through once', async () => {
    const jpeg = await cornerPicture().jpeg().toBuffer();
    const comments = Buffer.alloc(4_000_000, Buffer.from([0xff, 0xfe, 0, 2]));
    const spoilt = Buffer.concat([jpeg.subarray(0, -2), comments, jpeg.subarray(-2)]);
    const image = imageOf((await convert({ 'a.jpg': spoilt })).pages[0]);
    expect(Buffer.from(image.contents).equals(spoilt)).toBe(true);
  });

  test('what lies between the segments of a JPEG is left out', async () => {
    const jpeg = await cornerPicture().jpeg().toBuffer();
    const firstEnd = 4 + jpeg.readUInt16BE(4);
    const junk = Buffer.from([0x12, 0xff, 0x00, 0x34]);
    const spoilt = Buffer.concat([jpeg.subarray(0, firstEnd), junk, jpeg.subarray(firstEnd)]);
    const image = imageOf((await convert({ 'a.jpg': spoilt })).pages[0]);
    expect(Buffer.from(image.contents).equals(jpeg)).toBe(true);
  });

  test('CMYK as Adobe writes it is decoded inverted', async () => {
    const image = imageOf(
      (await convert({ 'a.jpg': await cornerPicture().toColourspace('cmyk').jpeg().toBuffer() })).pages[0],
    );
    expect(entry(image, 'Decode')).toBe('[ 1 0 1 0 1 0 1 0 ]');
  });

  test.each([
    [1, ['red', 'green', 'blue', 'yellow']],
    [2, ['green', 'red', 'yellow', 'blue']],
    [3, ['yellow', 'blue', 'green', 'red']],
    [4, ['blue', 'yellow', 'red', 'green']],
    [5, ['red', 'blue', 'green', 'yellow']],
    [6, ['blue', 'red', 'yellow', 'green']],
    [7, ['yellow', 'green', 'blue', 'red']],
    [8, ['green', 'yellow', 'red', 'blue']],
  ])('orientation %i of EXIF is shown, the data stays', async (orientation, corners) => {
    const picture = cornerPicture().resize(48, 32, { kernel: 'nearest' });
    const jpeg = await picture
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation })
      .toBuffer();
    const { bytes, pages } = await convert({ 'a.jpg': jpeg });
    expect(Buffer.from(imageOf(pages[0]).contents).equals(jpeg)).toBe(true);
    expect(await drawnCorners(bytes)).toEqual(corners);
  });

  test.each([
    [204, 98, [36, 48]],
    [44, 300, [72, 48]],
  ])(
    '%i by %i dots an inch: a resolution of pixels as long as that is believed up to four times their width',
    async (dpiX, dpiY, size) => {
      const [width, height] = dpiY > dpiX ? [96, 64] : [102, 65];
      const plain = await cornerPicture().resize(width, height).jpeg().toBuffer();
      const jfif = Buffer.from([
        0xff,
        0xe0,
        0,
        16,
        ...Buffer.from('JFIF\0'),
        1,
        2,
        1,
        0,
        dpiX,
        dpiY >> 8,
        dpiY & 255,
        0,
        0,
      ]);
      const jpeg = Buffer.concat([plain.subarray(0, 2), jfif, plain.subarray(2)]);
      expect(sizeOf((await convert({ 'a.jpg': jpeg })).pages[0]).map(Math.round)).toEqual(size);
    },
  );

  test('its ICC profile goes in once, however many images share it', async () => {
    const jpeg = await cornerPicture().jpeg().withIccProfile('p3').toBuffer();
    const { pages, document } = await convert({ 'a.jpg': jpeg, 'b.jpg': jpeg });
    const profiles = pages.map((page) =>
      imageOf(page).dict.lookup(PDFName.of('ColorSpace'), PDFArray).get(1).toString(),
    );
    expect(profiles[0]).toBe(profiles[1]);
    expect(
      document.context.enumerateIndirectObjects().filter(([, object]) => String(object).includes('/N 3')),
    ).toHaveLength(1);
  });

  test('one that is cut off is a damaged file', async () => {
    const jpeg = await cornerPicture().resize(64, 64).jpeg().toBuffer();
    await expect(convert({ 'a.jpg': jpeg.subarray(0, jpeg.byteLength * 0.7) })).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'damaged_file', fileName: 'a.jpg' },
    });
  });

  test('one that lacks only its end marker gets it', async () => {
    const jpeg = await cornerPicture().jpeg().toBuffer();
    const { pages } = await convert({ 'a.jpg': jpeg.subarray(0, -2) });
    expect(Buffer.from(imageOf(pages[0]).contents).equals(jpeg)).toBe(true);
  });
});

describe('PNG', () => {
  test('an animated one gives its first picture, and a warning', async () => {
    const png = writePng({ colorType: 0, rows: [[1, 2]], chunks: [['acTL', [0, 0, 0, 2, 0, 0, 0, 0]]] });
    const { pages, warnings } = await convert({ 'a.png': png });
    expect(pages).toHaveLength(1);
    expect(warnings).toEqual(['ANIMATION_STILL']);
  });

  test.each<[string, PngCase, string]>([
    ['grey of 1 bit', { colorType: 0, bitDepth: 1, rows: [[0b0100_0000]] }, '/DeviceGray'],
    ['grey of 16 bits', { colorType: 0, bitDepth: 16, rows: [[1, 2, 3, 4]] }, '/DeviceGray'],
    ['RGB of 8 bits', { colorType: 2, rows: [[1, 2, 3, 4, 5, 6]] }, '/DeviceRGB'],
    ['RGB of 16 bits', { colorType: 2, bitDepth: 16, rows: [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]] }, '/DeviceRGB'],
  ])('%s keeps its own data', async (_kind, picture, colorSpace) => {
    const image = imageOf((await convert({ 'a.png': writePng(picture) })).pages[0]);
    expect([...inflateSync(image.contents)]).toEqual([0, ...(picture.rows[0] ?? [])]);
    expect(entry(image, 'ColorSpace')).toBe(colorSpace);
    expect(entry(image, 'BitsPerComponent')).toBe(String(picture.bitDepth ?? 8));
  });

  test('a palette stays a palette, and one transparent colour becomes a colour key', async () => {
    const png = writePng({
      colorType: 3,
      rows: [[0, 1]],
      chunks: [
        ['PLTE', [255, 0, 0, 0, 0, 255]],
        ['tRNS', [255, 0]],
      ],
    });
    const image = imageOf((await convert({ 'a.png': png })).pages[0]);
    expect(entry(image, 'ColorSpace')).toBe('[ /Indexed /DeviceRGB 1 <ff00000000ff> ]');
    expect(entry(image, 'Mask')).toBe('[ 1 1 ]');
  });

  test.each([
    ['grey', 0, [1, 2, 1, 3], [1, 2]],
    ['RGB', 2, [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 7], [1, 2, 3, 4, 5, 6]],
  ])('a transparent value in %s of 16 bits becomes a soft mask', async (_kind, colorType, row, transparent) => {
    const png = writePng({ colorType, bitDepth: 16, rows: [row], chunks: [['tRNS', transparent]] });
    const image = imageOf((await convert({ 'a.png': png })).pages[0]);
    expect(entry(image, 'Mask')).toBeUndefined();
    expect(image.dict.lookup(PDFName.of('SMask'))).toBeInstanceOf(PDFRawStream);
  });

  test('opacity becomes a soft mask beside colours that do not change', async () => {
    const image = imageOf((await convert({ 'a.png': await cornerPicture(4).png().toBuffer() })).pages[0]);
    const mask = image.dict.lookup(PDFName.of('SMask'));
    expect(mask).toBeInstanceOf(PDFRawStream);
    expect(entry(mask as PDFRawStream, 'ColorSpace')).toBe('/DeviceGray');
  });

  test('an alpha channel that is opaque everywhere leaves no mask', async () => {
    const image = imageOf((await convert({ 'a.png': await cornerPicture().ensureAlpha().png().toBuffer() })).pages[0]);
    expect(entry(image, 'SMask')).toBeUndefined();
  });

  test('interlaced data is coded again without loss', async () => {
    const png = await cornerPicture().png({ progressive: true }).toBuffer();
    expect(await drawnCorners((await convert({ 'a.png': png })).bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test.each([
    ['cut off', (png: Buffer) => png.subarray(0, png.byteLength - 20)],
    [
      'changed in its data',
      (png: Buffer) => Buffer.from(png.map((byte, at) => (at === png.byteLength - 20 ? byte ^ 1 : byte))),
    ],
  ])('one that is %s is a damaged file', async (_how, damage) => {
    const png = writePng({ colorType: 2, rows: [[1, 2, 3, 4, 5, 6]] });
    await expect(convert({ 'a.png': damage(png) })).rejects.toMatchObject({ details: { reason: 'damaged_file' } });
  });

  test('a damaged chunk that pixels do not need is left out', async () => {
    const png = writePng({
      colorType: 2,
      rows: [[1, 2, 3, 4, 5, 6]],
      chunks: [['pHYs', [0, 0, 11, 19, 0, 0, 11, 19, 1]]],
    });
    png[png.indexOf('pHYs') + 5] = 1;
    expect(sizeOf((await convert({ 'a.png': png })).pages[0])).toEqual([3, 3]);
  });

  test('the end behind the pixels may be missing', async () => {
    const png = writePng({ colorType: 2, rows: [[1, 2, 3, 4, 5, 6]] });
    const image = imageOf((await convert({ 'a.png': png.subarray(0, -12) })).pages[0]);
    expect(entry(image, 'Filter')).toBe('/FlateDecode');
  });

  test.each([
    ['a depth that its colours cannot have', { colorType: 2, bitDepth: 4, rows: [[0, 0, 0]] }],
    ['a palette that is missing', { colorType: 3, rows: [[0, 1]] }],
  ])('%s is a damaged file', async (_what, picture) => {
    await expect(convert({ 'a.png': writePng(picture) })).rejects.toMatchObject({
      details: { reason: 'damaged_file' },
    });
  });

  test('more pixels than the limit fail by the header alone', async () => {
    const huge = writePng({ width: 30_000, height: 30_000, colorType: 2, rows: [[]] });
    await expect(convert({ 'a.png': huge })).rejects.toMatchObject({
      details: { reason: 'pixel_limit', fileName: 'a.png' },
    });
  });
});

describe('other formats', () => {
  test.each([
    ['webp', () => cornerPicture().webp({ lossless: true })],
    ['tiff', () => cornerPicture().tiff({ compression: 'lzw' })],
    ['gif', () => cornerPicture().gif()],
    ['avif', () => cornerPicture().resize(48, 32, { kernel: 'nearest' }).avif({ lossless: true })],
  ])('%s goes in with the pixels it has', async (format, make) => {
    const { bytes, pages } = await convert({ [`a.${format}`]: await make().toBuffer() });
    expect(entry(imageOf(pages[0]), 'Filter')).toBe('/FlateDecode');
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test('every page of a TIFF becomes a page, previews do not', async () => {
    const { pages } = await convert({
      'a.tif': writeTiff(
        [
          [0, 40, 80],
          [1, 2],
          [3, 4, 5, 6],
        ],
        [1],
      ),
    });
    expect(pages.map((page) => entry(imageOf(page), 'Width'))).toEqual(['3', '4']);
  });

  test('a scan in Group 4 keeps its code', async () => {
    const scan = await cornerPicture()
      .resize(64, 64)
      .threshold(128)
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1, tileHeight: 64 })
      .toBuffer();
    const image = imageOf((await convert({ 'a.tif': scan })).pages[0]);
    expect(entry(image, 'Filter')).toBe('/CCITTFaxDecode');
    expect(scan.includes(Buffer.from(image.contents))).toBe(true);
  });

  test('a BigTIFF is read like any other', async () => {
    const tiff = await cornerPicture().tiff({ compression: 'lzw', bigtiff: true }).withDensity(72).toBuffer();
    const { bytes, pages } = await convert({ 'a.tif': tiff }, { options: { pageSize: 'a4', fit: 'cover' } });
    expect(pages).toHaveLength(1);
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test('16 bits stay 16 bits', async () => {
    const data = Uint16Array.from({ length: 12 }, (_, index) => index * 5000);
    const tiff = await sharp(data, { raw: { width: 2, height: 2, channels: 3 } })
      .toColourspace('rgb16')
      .tiff({ compression: 'none' })
      .toBuffer();
    const image = imageOf((await convert({ 'a.tif': tiff })).pages[0]);
    expect(entry(image, 'BitsPerComponent')).toBe('16');
  });

  test.each([
    ['CIE', 8, [128, 0x3c, 0xe2, 250, 0, 0]],
    ['ICC', 9, [128, 0xbc, 0x62, 250, 0x80, 0x80]],
  ])('a TIFF in L*a*b* of 8 bits keeps its values (%s)', async (_, photometric, row) => {
    const image = imageOf((await convert({ 'a.tif': writeColorTiff(row, photometric) })).pages[0]);
    expect(entry(image, 'ColorSpace')).toContain('/Lab');
    expect([...inflateSync(image.contents)]).toEqual([128, 0xbc, 0x62, 250, 0x80, 0x80]);
  });

  test.each([
    // 50, −60, 98 and white, the low byte first: in steps of 256, from 0 or −128, of which 65 280 are 100 or 127.
    ['CIE', 8, [0, 0x80, 0, 0xc4, 0, 0x62, 0xff, 0xff, 0, 0, 0, 0]],
    ['ICC', 9, [0x80, 0x7f, 0, 0x44, 0, 0xe2, 0, 0xff, 0, 0x80, 0, 0x80]],
  ])('a TIFF in L*a*b* of 16 bits keeps its values (%s)', async (_, photometric, row) => {
    const image = imageOf((await convert({ 'a.tif': writeColorTiff(row, photometric, { bits: 16 }) })).pages[0]);
    expect(entry(image, 'BitsPerComponent')).toBe('16');
    const samples = inflateSync(image.contents);
    const values = [0, 1, 2, 3, 4, 5].map((index) => samples.readUInt16BE(2 * index) / 65_535);
    const lab = values.map((value, index) => (index % 3 === 0 ? 100 * value : 255 * value - 128));
    for (const [index, value] of [50, -60, 98, 100, 0, 0].entries()) expect(lab[index]).toBeCloseTo(value, 2);
  });

  test('a TIFF in CMYK of 16 bits keeps its values', async () => {
    const row = [0, 0, 255, 255, 52, 18, 0, 128, 1, 0, 2, 0, 3, 0, 4, 0];
    const image = imageOf((await convert({ 'a.tif': writeColorTiff(row, 5, { bits: 16, samples: 4 }) })).pages[0]);
    expect(entry(image, 'BitsPerComponent')).toBe('16');
    const samples = inflateSync(image.contents);
    const values = Array.from({ length: 8 }, (_, index) => samples.readUInt16BE(2 * index));
    expect(values).toEqual([0, 65_535, 0x1234, 0x8000, 1, 2, 3, 4]);
  });

  test.each([
    ['floating point', [0, 0.5, 1], 3, []],
    ['floating point beyond 0 to 1', [-20, 5, 30], 3, ['SAMPLES_STRETCHED']],
    ['signed', [-100, 0, 100], 2, ['SAMPLES_STRETCHED']],
  ])('a TIFF of %s samples keeps its greys', async (_, values, sampleFormat, expected) => {
    const samples = sampleFormat === 3 ? Float32Array.from(values) : Int8Array.from(values);
    const row = [...new Uint8Array(samples.buffer)];
    const tiff = writeColorTiff(row, 1, { bits: 8 * samples.BYTES_PER_ELEMENT, samples: 1, sampleFormat });
    const { pages, warnings } = await convert({ 'a.tif': tiff });
    const bytes = inflateSync(imageOf(pages[0]).contents);
    // The first byte names the filter of the row.
    expect([1, 3, 5].map((at) => bytes.readUInt16BE(at))).toEqual([0, 32_768, 65_535]);
    expect(warnings).toEqual(expected);
  });

  test.each([
    ['greys that go on over the middle of unsigned ones', 1, 1, [0, 100, 127, 130, 200, 255]],
    ['such colours', 2, 3, [0, 100, 127, 130, 200, 255]],
    ['ink on paper', 1, 1, [255, 20, 253, 255, 250, 255, 254, 18, 251]],
    ['dark greys', 1, 1, [10, 20, 30, 20, 10, 15]],
  ])('%s are read as unsigned samples, though they are called signed', async (_, photometric, samples, values) => {
    const row = values.flatMap((value) => Array<number>(samples).fill(value));
    const tiff = writeColorTiff(row, photometric, { samples, sampleFormat: 2 });
    const { pages, warnings } = await convert({ 'a.tif': tiff });
    const [filter = 0, ...coded] = inflateSync(imageOf(pages[0]).contents);
    const pixels = Uint8Array.from([...coded.map(() => 0), ...coded]);
    unfilterRow(pixels, coded.length, filter, { rowBytes: coded.length, pixelBytes: 2 * samples });
    expect([...pixels.subarray(coded.length)]).toEqual(row.flatMap((value) => [value, value]));
    expect(warnings).toEqual(['SAMPLES_UNSIGNED']);
  });

  test('what lies beside the colours has no say in their range', async () => {
    const samples = Int8Array.from([-10, 127, 0, 127, 10, 127]);
    const tiff = writeColorTiff([...new Uint8Array(samples.buffer)], 1, {
      samples: 2,
      sampleFormat: 2,
      extraSamples: [0],
    });
    const bytes = inflateSync(imageOf((await convert({ 'a.tif': tiff })).pages[0]).contents);
    expect([1, 3, 5].map((at) => bytes.readUInt16BE(at))).toEqual([0, 32_768, 65_535]);
  });

  test.each([
    ['side by side', [76, 85, 255, 150, 44, 21, 29, 255, 107, 226, 0, 149], false],
    ['in planes', [76, 150, 29, 226, 85, 44, 255, 0, 255, 21, 107, 149], true],
  ])('a TIFF in YCbCr without JPEG gets its colours (samples %s)', async (_, row, isPlanar) => {
    const tiff = writeColorTiff(row, 6, { subsampling: [1, 1], isPlanar, width: 2, height: 2 });
    const { bytes } = await convert({ 'a.tif': tiff });
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test('a TIFF in YCbCr whose coefficients are zero gets the usual ones', async () => {
    const row = [76, 85, 255, 150, 44, 21, 29, 255, 107, 226, 0, 149];
    const tiff = writeColorTiff(row, 6, { subsampling: [1, 1], width: 2, height: 2, resolutionUnit: 2 });
    // In place of the unit: three rationals, where the file has zeros.
    tiff.set([0x11, 2, 5, 0, 3, 0, 0, 0, 240, 0, 0, 0], 10 + 12 * resolutionUnitEntry);
    const { bytes } = await convert({ 'a.tif': tiff });
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test('a TIFF of 12 bits gets 16, with the same black and white', async () => {
    const { pages, warnings } = await convert({
      'a.tif': writeColorTiff([0, 8, 0, 255, 240, 0], 1, { bits: 12, samples: 1 }),
    });
    const image = imageOf(pages[0]);
    const bytes = inflateSync(image.contents);
    expect(entry(image, 'BitsPerComponent')).toBe('16');
    expect([1, 3, 5, 7].map((at) => bytes.readUInt16BE(at))).toEqual([0, 32_776, 65_535, 0]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['stretched when its values exceed 1', 255, ['SAMPLES_STRETCHED']],
    ['linear otherwise', 1, []],
  ])('floating point in three colours is %s', async (_how, white, expected) => {
    const samples = Float32Array.from([white, 0, 0, 0, white, 0, 0, 0, white, white, white, 0]);
    const row = [...new Uint8Array(samples.buffer)];
    const tiff = writeColorTiff(row, 2, { bits: 32, sampleFormat: 3, width: 2, height: 2 });
    const { bytes, warnings } = await convert({ 'a.tif': tiff });
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
    expect(warnings).toEqual(expected);
  });

  test('a TIFF of 4 bits may have opacity beside grey', async () => {
    const tiff = writeColorTiff([0xff, 0x0f], 1, { bits: 4, samples: 2, extraSamples: [2] });
    const image = imageOf((await convert({ 'a.tif': tiff })).pages[0]);
    expect([entry(image, 'Width'), entry(image, 'SMask')]).toEqual(['2', undefined]);
  });

  test.each([40, 48])('a TIFF of %i bits is an unsupported format, not a damaged file', async (bits) => {
    const samples = Array.from({ length: 30 }, (_, index) => index);
    const tiff = writeColorTiff(samples, 1, { bits, samples: 1, width: 5 });
    await expect(convert({ 'a.tif': tiff })).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
      details: { detected: 'image/tiff', fileName: 'a.tif' },
    });
  });

  test.each([
    ['tags are out of order', 0, Buffer.from([1, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0])],
    ['text lacks its end', resolutionUnitEntry, Buffer.from([0x31, 1, 2, 0, 4, 0, 0, 0, ...Buffer.from('text')])],
    ['page number lacks a half', resolutionUnitEntry, Buffer.from([0x29, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0])],
    ['samples are said to be nothing', photometricEntry, Buffer.from([0x0b, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0])],
    ['strip has no length', byteCountEntry, Buffer.from([0x17, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0])],
  ])('a TIFF whose %s is read all the same', async (_carelessness, place, entryBytes) => {
    const tiff = writeColorTiff(cornerColors, 2, { width: 2, height: 2, resolutionUnit: 2 });
    tiff.set(entryBytes, 10 + 12 * place);
    const { bytes } = await convert({ 'a.tif': tiff });
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test('a TIFF that does not say what its fourth sample is has opacity in it', async () => {
    const pixels = [0, 3, 6, 9].flatMap((at) => [...cornerColors.slice(at, at + 3), at === 9 ? 0 : 255]);
    const { bytes } = await convert({ 'a.tif': writeColorTiff(pixels, 2, { samples: 4, width: 2, height: 2 }) });
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', '255,255,255']);
  });

  test.each([1, 4])('a TIFF with an unreadable tile among %i is an error, not a page with a hole', async (tiles) => {
    const tiff = await cornerPicture()
      .resize(64 * tiles, 64)
      .tiff({ compression: 'lzw', tile: true, tileWidth: 64, tileHeight: 64 })
      .toBuffer();
    // The first tile, which follows the header.
    const broken = Buffer.from(tiff).fill(0xff, 8, 40);
    await expect(convert({ 'a.tif': broken })).rejects.toMatchObject({ details: { reason: 'damaged_file' } });
  });

  test('black and white of more rows than the fax encoder takes is deflated', async () => {
    const rows = Array.from({ length: 40_000 }, (_, y) => [y % 3 === 0 ? 255 : 0]);
    const png = writePng({ width: 1, height: rows.length, colorType: 0, rows });
    expect(entry(imageOf((await convert({ 'a.png': png })).pages[0]), 'Filter')).toBe('/FlateDecode');
  });

  test.each([
    [65_535, '/CCITTFaxDecode'],
    [65_536, '/FlateDecode'],
  ])('a fax of %i rows is stored as %s: viewers decode no more rows from its code', async (height, filter) => {
    // A bit for each row, which is like the white one above it.
    const codes = Array<number>(Math.ceil(height / 8)).fill(0xff);
    const tiff = writeColorTiff(codes, 0, { samples: 1, bits: 1, compression: 4, width: 8, height: 1 });
    for (const [place, tag] of [[1, 257] as const, [7, 278] as const]) {
      tiff.set(
        [tag & 255, tag >> 8, 4, 0, 1, 0, 0, 0, height & 255, (height >> 8) & 255, height >> 16, 0],
        10 + 12 * place,
      );
    }
    expect(entry(imageOf((await convert({ 'a.tif': tiff })).pages[0]), 'Filter')).toBe(filter);
  });

  test.each([2, 3])('one pixel for each unit is no resolution (unit %i)', async (resolutionUnit) => {
    const row = Array.from({ length: 96 * 3 }, (_, index) => index % 256);
    const { pages } = await convert({ 'a.tif': writeColorTiff(row, 2, { resolutionUnit }) });
    expect(sizeOf(pages[0])[0]).toBe(72);
  });

  test('samples beyond colour and opacity are left out', async () => {
    const inks = [0, 255, 255, 0, 99, 10, 20, 30, 40, 99];
    const cmyk = writeColorTiff(inks, 5, { samples: 5, extraSamples: [0] });
    const image = imageOf((await convert({ 'a.tif': cmyk })).pages[0]);
    expect([...inflateSync(image.contents)]).toEqual([0, 255, 255, 0, 10, 20, 30, 40]);

    const colors = [255, 0, 0, 255, 99, 0, 255, 0, 255, 99, 0, 0, 255, 255, 99, 255, 255, 0, 255, 99];
    const rgb = writeColorTiff(colors, 2, { samples: 5, extraSamples: [2, 0], width: 2, height: 2 });
    const { bytes } = await convert({ 'a.tif': rgb });
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test.each([
    ['of no meaning, such as a selection', [0], [0], ['red', 'green', 'blue', 'yellow']],
    ['behind one of no meaning is opacity', [0, 2], [0, 255], ['red', 'green', 'blue', 'yellow']],
    ['of opacity hides what is under it', [2], [0], Array.from({ length: 4 }, () => '255,255,255')],
  ])('a sample beside the colours %s', async (_what, extraSamples, values, corners) => {
    const pixels = [0, 3, 6, 9].flatMap((at) => [...cornerColors.slice(at, at + 3), ...values]);
    const settings = { samples: 3 + values.length, extraSamples, width: 2, height: 2 };
    const { bytes } = await convert({ 'a.tif': writeColorTiff(pixels, 2, settings) });
    expect(await drawnCorners(bytes)).toEqual(corners);
  });

  test('the JPEG in a TIFF goes in as it is, with its tables', async () => {
    const tiff = await cornerPicture()
      .resize(64, 48)
      .tiff({ compression: 'jpeg', tileHeight: 48, quality: 90 })
      .toBuffer();
    const { bytes, pages } = await convert({ 'a.tif': tiff });
    const image = imageOf(pages[0]);
    expect(entry(image, 'Filter')).toBe('/DCTDecode');
    const scan = image.contents.subarray(image.contents.lastIndexOf(0xda));
    expect(tiff.includes(Buffer.from(scan))).toBe(true);
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test.each([
    ['YCbCr', 6],
    ['RGB, as some writers call it', 2],
  ])('a whole JPEG in a TIFF of the older kind goes in as it is (%s)', async (_kind, photometric) => {
    const jpeg = await cornerPicture().jpeg().toBuffer();
    const padded = [...jpeg, 0, 0, 0];
    const tiff = writeColorTiff(padded, photometric, { compression: 6, width: 6, height: 4, resolutionUnit: 2 });
    // Where the JPEG begins, in place of the unit.
    tiff.set(
      [1, 2, 4, 0, 1, 0, 0, 0, ...Buffer.from(Uint32Array.of(tiff.byteLength - padded.length).buffer)],
      10 + 12 * resolutionUnitEntry,
    );
    const { bytes, pages } = await convert({ 'a.tif': tiff });
    expect(Buffer.from(imageOf(pages[0]).contents).equals(jpeg)).toBe(true);
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test('the JPEG in a TIFF may have white at 0', async () => {
    const jpeg = await cornerPicture().toColourspace('b-w').jpeg().toBuffer();
    const tiff = writeColorTiff([...jpeg], 0, { samples: 1, compression: 7, width: 6, height: 4 });
    const image = imageOf((await convert({ 'a.tif': tiff })).pages[0]);
    expect([entry(image, 'Filter'), entry(image, 'Decode')]).toEqual(['/DCTDecode', '[ 1 0 ]']);
  });

  test('the fourth component of the JPEG in a TIFF may be opacity', async () => {
    const jpeg = await cornerPicture().toColourspace('cmyk').jpeg().toBuffer();
    const tiff = writeColorTiff([...jpeg], 2, { samples: 4, extraSamples: [2], compression: 7, width: 6, height: 4 });
    const image = imageOf((await convert({ 'a.tif': tiff })).pages[0]);
    expect(entry(image, 'Filter')).not.toBe('/DCTDecode');
    expect(entry(image, 'ColorSpace')).not.toBe('/DeviceCMYK');
  });

  test('CMYK in the JPEG of a TIFF is not inverted, whoever wrote it', async () => {
    const jpeg = await cornerPicture().toColourspace('cmyk').jpeg().toBuffer();
    expect(jpeg.includes('Adobe')).toBe(true);
    const tiff = writeColorTiff([...jpeg], 5, { samples: 4, compression: 7, width: 6, height: 4 });
    const image = imageOf((await convert({ 'a.tif': tiff })).pages[0]);
    expect(entry(image, 'Filter')).toBe('/DCTDecode');
    expect(entry(image, 'Decode')).toBeUndefined();
  });

  test('a dithered picture of black and white is deflated where that is smaller', async () => {
    const [width, height] = [256, 256];
    const dithered = Uint8Array.from({ length: width * height }, (_, index) => ((index + (index >> 8)) % 2) * 255);
    const tiff = await sharp(dithered, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .tiff({ compression: 'none', bitdepth: 1 })
      .toBuffer();
    const image = imageOf((await convert({ 'a.tif': tiff })).pages[0]);
    expect([entry(image, 'Filter'), entry(image, 'BitsPerComponent')]).toEqual(['/FlateDecode', '1']);
    expect([...inflateSync(image.contents).subarray(0, 1), ...inflateSync(image.contents).subarray(32, 33)]).toEqual([
      0b01010101, 0b10101010,
    ]);
  });

  test('a CMYK TIFF keeps its four channels', async () => {
    const tiff = await cornerPicture().toColourspace('cmyk').tiff({ compression: 'none' }).toBuffer();
    const image = imageOf((await convert({ 'a.tif': tiff })).pages[0]);
    expect(entry(image, 'ColorSpace')).toBe('/DeviceCMYK');
    const { data } = await sharp(tiff)
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(inflateSync(image.contents).equals(data)).toBe(true);
  });

  test('black and white is coded as CCITT', async () => {
    const webp = await cornerPicture().threshold(100).webp({ lossless: true }).toBuffer();
    expect(entry(imageOf((await convert({ 'a.webp': webp })).pages[0]), 'Filter')).toBe('/CCITTFaxDecode');
  });

  test('an SVG is as large as it says and drawn at 300 dpi', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><rect width="48" height="48" fill="red"/></svg>',
    );
    const { pages } = await convert({ 'a.svg': svg });
    expect(sizeOf(pages[0])).toEqual([72, 36]);
    expect(entry(imageOf(pages[0]), 'Width')).toBe('300');
  });

  test('an SVG whose parts refer to each other over and over is refused', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<g id="g${level}">${`<use href="#g${level + 1}"/>`.repeat(9)}</g>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><g id="g9"><rect width="9" height="9"/></g>${levels.join('')}</svg>`;
    await expect(convert({ 'a.svg': Buffer.from(svg) })).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'structure_limit', limit: 'maxSvgDrawings' },
    });
  });

  test('an SVG whose filters take minutes is refused', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"><filter id="f"><feTurbulence baseFrequency=".01" numOctaves="9999"/></filter>' +
      `${'<rect width="9000" height="9000" filter="url(#f)"/>'.repeat(20)}</svg>`;
    await expect(convert({ 'a.svg': Buffer.from(svg) })).rejects.toMatchObject({
      details: { reason: 'structure_limit', limit: 'maxSvgDrawMs' },
    });
  });

  test.each([
    ['<image href="http://127.0.0.1:9/x.png" width="9" height="9"/>', true],
    ['<x:image xmlns:x="http://www.w3.org/2000/svg" xlink:href="file:///a.jpg" width="9" height="9"/>', true],
    ['<use href="other.svg#part"/>', true],
    ['<script>1</script>', true],
    ['<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml">x</div></foreignObject>', true],
    ['<style>@import "a.css";</style>', true],
    ['<rect width="9" height="9" fill="url(other.svg#a)"/>', true],
    ['<style>@font-face { font-family: A; src: url("a.woff") }</style>', true],
    ['<linearGradient id="a" xlink:href="other.svg#b"/>', true],
    ['<a href="http://127.0.0.1:9/"><rect width="9" height="9" style="fill: url(&quot;#a&quot;)"/></a>', false],
    ['<style>@namespace s url(http://www.w3.org/2000/svg);</style>', false],
    ['<g id="a"/><use href="#a"/><!-- <script/> --><image href="data:image/png;base64,AAAA"/>', false],
  ])('what of an SVG is not drawn is warned of: %s', async (content, isWarned) => {
    const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
    const svg = `<svg ${names} width="20" height="20"><rect width="9" height="9"/>${content}</svg>`;
    const { warnings } = await convert({ 'a.svg': Buffer.from(svg) });
    expect(warnings).toEqual(isWarned ? ['SVG_PARTS_LEFT_OUT'] : []);
  });

  test.each([
    ['1in', '0.5in', ''],
    ['25.4mm', '12.7mm', ' viewBox="0 0 96 48"'],
    ['2.54cm', '1.27cm', ''],
    ['72pt', '36pt', ' viewBox="0 0 10 5"'],
    ['6pc', '3pc', ''],
  ])('an SVG of %s by %s is that large', async (width, height, view) => {
    const half = view === ' viewBox="0 0 10 5"' ? '5' : view === '' ? '0.5in' : '48';
    const svg = Buffer.from(
      `<?xml version="1.0"?><!-- <svg width="9in"> --><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"${view}>` +
        `<rect width="${half}" height="${half}" fill="red"/></svg>`,
    );
    const { pages, bytes } = await convert({ 'a.svg': svg });
    expect(sizeOf(pages[0])).toEqual([72, 36]);
    expect(entry(imageOf(pages[0]), 'Width')).toBe('300');
    expect((await drawnCorners(bytes)).map((color) => color === 'red')).toEqual([true, false, true, false]);
  });

  test.each(['gif', 'webp'] as const)('each picture of an animated %s is a page', async (format) => {
    const upright = await cornerPicture().png().toBuffer();
    const pictures = [upright, await cornerPicture().flop().png().toBuffer(), upright];
    const animation = await sharp(pictures, { join: { animated: true } })
      [format]({ lossless: true } as object)
      .toBuffer();
    const { pages, warnings, bytes } = await convert({ 'a.gif': animation });
    expect(pages.map((page) => sizeOf(page))).toEqual([
      [5, 3],
      [5, 3],
      [5, 3],
    ]);
    expect(warnings).toEqual([]);
    const corners = ['red', 'green', 'blue', 'yellow'];
    expect(await drawnCorners(bytes)).toEqual(corners);
    expect(await drawnCorners(bytes, 2)).toEqual(['green', 'red', 'yellow', 'blue']);
    expect(await drawnCorners(bytes, 3)).toEqual(corners);
  });

  test('pictures of an animation in which nothing moves share one image', async () => {
    const head = Buffer.from('GIF89a\x02\0\x02\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    const frame = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
    const { pages } = await convert({ 'a.gif': Buffer.concat([head, ...Array(9).fill(frame), Buffer.from(';')]) });
    expect(pages.length).toBe(9);
    expect(new Set(pages.slice(1).map((page) => imageOf(page))).size).toBe(1);
  });

  test('pages of a TIFF that have the same pixels share one image', async () => {
    const rows = [
      [0, 40, 80],
      [1, 2, 3],
      [0, 40, 80],
      [0, 40],
      [0, 40, 80],
    ];
    const { pages } = await convert({ 'a.tif': writeTiff(rows) });
    const images = pages.map((page) => imageOf(page));
    expect(images.map((image) => images.indexOf(image))).toEqual([0, 1, 0, 3, 0]);
    expect(images.map((image) => entry(image, 'Width'))).toEqual(['3', '3', '3', '2', '3']);
  });

  test('an animation of more pixels than a file of its size may have is refused before its pictures are decoded', async () => {
    const chunk = (type: string, body: Buffer) => {
      const head = Buffer.from(`${type}0000`, 'latin1');
      head.writeUInt32LE(body.byteLength, 4);
      return Buffer.concat([head, body, Buffer.alloc(body.byteLength % 2)]);
    };
    const side = 3_000;
    const lossless = await sharp({ create: { width: side, height: side, channels: 4, background: '#abc8' } })
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
    const picture = lossless.subarray(lossless.indexOf('VP8L'));
    const least = Buffer.from([side - 1, (side - 1) >> 8, 0]);
    const frame = (data: Buffer) =>
      chunk('ANMF', Buffer.concat([Buffer.alloc(6), least, least, Buffer.from([9, 0, 0, 0]), data]));
    // The second cannot be decoded.
    const damaged = Buffer.concat([picture.subarray(0, 13), Buffer.alloc(picture.byteLength - 13, 0xff)]);
    const animation = (count: number) => {
      const canvas = chunk('VP8X', Buffer.concat([Buffer.from([0x12, 0, 0, 0]), least, least]));
      const frames = Array.from({ length: count }, (_, at) => frame(at === 1 ? damaged : picture));
      return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), canvas, chunk('ANIM', Buffer.alloc(6)), ...frames]));
    };
    await expect(convert({ 'a.webp': animation(3) })).rejects.toMatchObject({ details: { reason: 'damaged_file' } });
    await expect(convert({ 'a.webp': animation(20) })).rejects.toMatchObject({
      details: { reason: 'structure_limit', limit: 'maxFilePixels', fileName: 'a.webp' },
    });
  });

  test('an animation of more pictures than pages are allowed is refused', async () => {
    const pictures = await Promise.all([cornerPicture().png().toBuffer(), cornerPicture().flop().png().toBuffer()]);
    const gif = await sharp(pictures, { join: { animated: true } })
      .gif()
      .toBuffer();
    await expect(convert({ 'a.gif': gif }, { limits: { maxPages: 1 } })).rejects.toMatchObject({
      details: { reason: 'page_limit' },
    });
  });

  test('a JPEG 2000 is shown as it is', async () => {
    const { pages, bytes } = await convert({ 'a.j2k': codestream });
    expect(entry(imageOf(pages[0]), 'Filter')).toBe('/JPXDecode');
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });
});

describe('BMP', () => {
  const bottomRow = [255, 0, 0, 0, 255, 255, 0, 0];
  const topRow = [0, 0, 255, 0, 255, 0, 0, 0];
  const palette = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255, 255, 0];

  test.each([
    ['24 bits', { bits: 24, data: [...bottomRow, ...topRow] }],
    [
      '8 bits and a palette',
      { bits: 8, palette: [...palette, ...Array(1008).fill(0)], data: [2, 3, 0, 0, 0, 1, 0, 0] },
    ],
    [
      '4 bits and a palette',
      { bits: 4, palette: [...palette, ...Array(48).fill(0)], data: [0x23, 0, 0, 0, 0x01, 0, 0, 0] },
    ],
    [
      'runs of 8 bits',
      {
        bits: 8,
        compression: 1,
        palette: [...palette, ...Array(1008).fill(0)],
        data: [1, 2, 1, 3, 0, 0, 1, 0, 1, 1, 0, 1],
      },
    ],
    [
      'fields of 16 bits',
      { bits: 16, compression: 3, masks: [0xf800, 0x07e0, 0x001f], data: [0x1f, 0, 0xe0, 0xff, 0, 0xf8, 0xe0, 0x07] },
    ],
  ])('%s are read', async (_kind, picture) => {
    const { bytes } = await convert(
      { 'a.bmp': writeBmp({ width: 2, height: 2, ...picture }) },
      { options: { pageSize: 'a4', fit: 'cover' } },
    );
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test('runs may begin with the top row', async () => {
    const data = [1, 0, 1, 1, 0, 0, 1, 2, 1, 3, 0, 1];
    const bmp = writeBmp({ width: 2, height: -2, bits: 8, compression: 1, palette, data });
    const { bytes } = await convert({ 'a.bmp': bmp }, { options: { pageSize: 'a4', fit: 'cover' } });
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', 'blue', 'yellow']);
  });

  test('an index beyond the palette is black', async () => {
    const bmp = writeBmp({ width: 2, height: 2, bits: 8, palette, data: [4, 3, 0, 0, 0, 1, 0, 0] });
    bmp.writeUInt32LE(4, 46);
    const { bytes } = await convert({ 'a.bmp': bmp }, { options: { pageSize: 'a4', fit: 'cover' } });
    expect(await drawnCorners(bytes)).toEqual(['red', 'green', '0,0,0', 'yellow']);
  });

  test('a JPEG in a BMP is an unsupported format', async () => {
    const bmp = writeBmp({ width: 2, height: 2, bits: 0, compression: 4, data: [255, 216] });
    await expect(convert({ 'a.bmp': bmp })).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
  });

  test('an alpha that is 0 everywhere is ignored', async () => {
    const fields = { bits: 16, compression: 6, masks: [0x7c00, 0x03e0, 0x001f, 0x8000] };
    const bmp = writeBmp({ width: 2, height: 1, ...fields, data: [0x1f, 0, 0, 0x7c] });
    const image = imageOf((await convert({ 'a.bmp': bmp })).pages[0]);
    expect(image.dict.has(PDFName.of('SMask'))).toBe(false);
  });

  test('one whose pixels are missing is a damaged file', async () => {
    const bmp = writeBmp({ width: 2000, height: 2000, bits: 24, data: [] });
    await expect(convert({ 'a.bmp': bmp })).rejects.toMatchObject({ details: { reason: 'damaged_file' } });
  });
});

describe('HEIC', () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1', 'latin1')]);

  test('is accepted only where a decoder is registered', () => {
    expect(imageToPdf.accepts).not.toContain('image/heic');
    expect(createImageToPdf({ heicDecoder: new URL('file:///decoder.js') }).accepts).toContain('image/heic');
    expect(imageToPdf.worker.search).toBe('');
  });

  test('a worker loads the decoder that its URL names', async () => {
    const decoder = join(folder, 'decoder.mjs');
    await writeFile(
      decoder,
      'export default async () => ({ width: 1, height: 1, channels: 3, data: Uint8Array.of(1, 2, 3) });',
    );
    const { worker } = createImageToPdf({ heicDecoder: pathToFileURL(decoder) });
    const path = join(folder, 'photo');
    await writeFile(path, heic);
    const task = {
      inputs: [{ path, fileName: 'photo.heic', mediaType: 'image/heic', sizeBytes: heic.byteLength }],
      options: imageToPdfOptions.parse({}),
      outputDir: folder,
      limits: defaultLimits,
    };
    // A process of its own, since the test runner's own loader does not import a URL with a query.
    const script = `const { default: work } = await import(${JSON.stringify(worker.href)});
      console.log(JSON.stringify(await work({ phase: 'start', task: ${JSON.stringify(task)} }, () => {})));`;
    const flags = ['--conditions=@platen/source', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, flags);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'outputs', outputs: [{ fileName: 'photo.pdf' }] });
  });

  test('no decoder is asked for more pixels than allowed', async () => {
    const box = (type: string, ...bodies: readonly Uint8Array[]) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + bodies.reduce((sum, { byteLength }) => sum + byteLength, 0));
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, ...bodies]);
    };
    const claiming = (width: number, height: number) => {
      const size = Buffer.alloc(12);
      size.writeUInt32BE(width, 4);
      size.writeUInt32BE(height, 8);
      const properties = box('ipco', box('ispe', Buffer.alloc(12)), box('ispe', size));
      return Buffer.concat([heic, box('meta', Buffer.alloc(4), box('iprp', properties))]);
    };
    let calls = 0;
    const heicDecoder = async () => {
      calls += 1;
      return { width: 1, height: 1, channels: 3, data: Uint8Array.of(1, 2, 3) } as const;
    };
    await expect(convert({ 'a.heic': claiming(60_000, 60_000) }, { heicDecoder })).rejects.toMatchObject({
      details: { reason: 'pixel_limit', limit: 'maxPagePixels', actual: 3_600_000_000, fileName: 'a.heic' },
    });
    expect(calls).toBe(0);
    const limits = { maxPagePixels: 2 ** 60 };
    await expect(convert({ 'a.heic': claiming(60_000, 60_000) }, { heicDecoder, limits })).resolves.toBeDefined();
    expect(calls).toBe(1);
  });

  test('a decoder that rejects means a damaged file', async () => {
    const heicDecoder = () => Promise.reject(new Error('no picture'));
    await expect(convert({ 'a.heic': heic }, { heicDecoder })).rejects.toMatchObject({
      details: { reason: 'damaged_file' },
    });
  });
});

describe('pages', () => {
  const jpeg = (dpi?: number) => {
    const image = cornerPicture().resize(300, 150).jpeg();
    return (dpi === undefined ? image : image.withDensity(dpi)).toBuffer();
  };

  test('a page fits its image at the image’s own resolution', async () => {
    expect(sizeOf((await convert({ 'a.jpg': await jpeg(150) })).pages[0])).toEqual([144, 72]);
  });

  test('an image without a resolution has 96 dpi', async () => {
    const png = writePng({ width: 96, height: 1, colorType: 0, rows: [Array(96).fill(0)] });
    expect((await convert({ 'a.png': png })).pages[0]?.getWidth()).toBe(72);
  });

  test('a margin is added around a page that fits', async () => {
    const { pages } = await convert({ 'a.jpg': await jpeg(150) }, { options: { margin: '25.4' } });
    expect(sizeOf(pages[0])).toEqual([288, 216]);
  });

  test('a named size stands as the image does, unless told', async () => {
    const files = { 'a.jpg': await jpeg() };
    expect(sizeOf((await convert(files, { options: { pageSize: 'A4' } })).pages[0])).toEqual([842, 595]);
    expect(
      sizeOf((await convert(files, { options: { pageSize: 'letter', orientation: 'portrait' } })).pages[0]),
    ).toEqual([612, 792]);
  });

  test('a page larger than a PDF may have gets a larger unit', async () => {
    const png = writePng({
      width: 2,
      height: 1,
      colorType: 0,
      rows: [[0, 0]],
      chunks: [['pHYs', [0, 0, 0, 40, 0, 0, 0, 40, 1]]],
    });
    const wide = writePng({ width: 30_000, height: 1, colorType: 0, rows: [Array(30_000).fill(0)] });
    expect((await convert({ 'a.png': png })).pages[0]?.getWidth()).toBeGreaterThan(100);
    const { pages } = await convert({ 'a.png': wide });
    expect(pages[0]?.node.lookup(PDFName.of('UserUnit'), PDFNumber).asNumber()).toBe(2);
    expect(pages[0]?.getWidth()).toBe(11_250);
  });

  test('images come in the order sent, in one file named after the first', async () => {
    const { output, pages } = await convert({ 'z.first.jpg': await jpeg(100), 'a.jpg': await jpeg(50) });
    expect(output?.fileName).toBe('z.first.pdf');
    expect(pages.map((page) => page.getWidth())).toEqual([216, 432]);
  });

  test('title and language are in the document', async () => {
    const { document } = await convert({ 'Straße.jpg': await jpeg() }, { options: { language: 'de-DE' } });
    expect(document.getTitle()).toBe('Straße');
    expect(document.catalog.lookup(PDFName.of('Lang'))?.toString()).toBe('(de-DE)');
    expect(
      (await convert({ 'a.jpg': await jpeg() }, { options: { title: 'Receipts (2026)' } })).document.getTitle(),
    ).toBe('Receipts (2026)');
  });

  test('a PDF of images conforms to PDF/A-2b when asked, with pixels, title and language as they are', async () => {
    const files = { 'a.jpg': await jpeg(100), 'b.jpg': await jpeg() };
    const { document, warnings } = await convert(files, { options: { conformance: 'pdfa-2b', language: 'de' } });
    expect(warnings).toEqual([]);
    expect(document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).size()).toBe(1);
    const metadata = document.catalog.lookup(PDFName.of('Metadata'));
    expect(metadata instanceof PDFRawStream && Buffer.from(metadata.contents).toString('utf8')).toContain(
      '<pdfaid:part>2</pdfaid:part>',
    );
    expect([document.getTitle(), String(document.catalog.lookup(PDFName.of('Lang')))]).toEqual(['a', '(de)']);
  });

  test('more pages than the limit fail', async () => {
    await expect(convert({ 'a.tif': writeTiff([[0], [1], [2]]) }, { limits: { maxPages: 2 } })).rejects.toMatchObject({
      details: { reason: 'page_limit' },
    });
  });

  test.each([
    { pageSize: 'a9' },
    { margin: -1 },
    { margin: 'wide' },
    { language: 'no tag' },
    { conformance: 'pdfa-3u' },
  ])('%o is refused', (options) => {
    expect(imageToPdfOptions.safeParse(options).success).toBe(false);
  });
});
