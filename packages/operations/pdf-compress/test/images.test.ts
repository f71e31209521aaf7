import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { encodeBilevel, packZeros } from '@platen/pdf-kit/bilevel';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeImage } from '../src/images/decode-image.ts';
import { encodeImage } from '../src/images/encode-image.ts';
import { findPalette } from '../src/images/find-palette.ts';
import type { ImageLevel, ImageTask } from '../src/images/image-task.ts';
import { readJpegHeader } from '../src/images/jpeg-header.ts';
import { encodeJpeg } from '../src/images/lossy-candidates.ts';
import { targetSize } from '../src/images/target-size.ts';
import { compressionLevels, levelSettings } from '../src/levels.ts';

let folder = '';
let written = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-images-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function taskFor(data: Uint8Array, task: Partial<ImageTask>): ImageTask {
  // Encodings are kept beside the data: each image has its own.
  written += 1;
  const dataPath = join(folder, `image-${written}.in`);
  writeFileSync(dataPath, data);
  return {
    objectNumber: 1,
    generationNumber: 0,
    dataPath,
    coding: { kind: 'samples' },
    width: 64,
    height: 64,
    bitsPerComponent: 8,
    components: 1,
    color: 'gray',
    palette: null,
    role: 'picture',
    mayRemap: true,
    hasColorKey: false,
    pagePath: null,
    storedBytes: data.length,
    drawnPt: null,
    mayLayer: false,
    pages: [1],
    jpegQuality: null,
    ...task,
  };
}

/** A picture with gradients and some texture, the same each time. */
function photo(width: number, height: number, channels: 1 | 3): Uint8Array {
  return Uint8Array.from({ length: width * height * channels }, (_, index) => {
    const pixel = Math.floor(index / channels);
    const [x, y, channel] = [pixel % width, Math.floor(pixel / width), index % channels];
    return 128 + 60 * Math.sin(x / 9 + channel) + 50 * Math.cos(y / 7) + ((x * 7 + y * 13 + channel * 29) % 17);
  });
}

test('an image of more rows than a JPEG may have becomes none', async () => {
  const [width, height] = [1, 70_000];
  const result = await encodeImage(taskFor(photo(width, height, 1), { width, height }), 'medium', folder);
  expect(result).toMatchObject({ filter: 'FlateDecode', height });
});

describe('images of four inks', () => {
  const [width, height] = [64, 64];
  const inks = [200, 50, 10, 30];
  const texture = photo(width, height, 1);
  // Magenta varies too much for a palette.
  const picture = Uint8Array.from({ length: width * height * 4 }, (_, at) =>
    at % 4 === 1 ? (texture[at >> 2] ?? 0) : (inks[at % 4] ?? 0) + (((at >> 2) * 31) % 7),
  );
  const cmyk = { width, height, components: 4, color: 'cmyk' } as const;
  const meanInks = async (data: Uint8Array, coding: ImageTask['coding'], size = { width, height }) => {
    const decoded = await decodeImage(taskFor(data, { ...cmyk, ...size, coding }));
    if (decoded?.kind !== 'samples') throw new Error('not decoded');
    const sums = [0, 0, 0, 0];
    for (const [at, value] of decoded.samples.data.entries()) sums[at % 4] = (sums[at % 4] ?? 0) + value;
    return sums.map((sum) => sum / (size.width * size.height));
  };

  test('stay what they are as samples and as JPEG, scaled or not', async () => {
    const before = await meanInks(picture, { kind: 'samples' });
    const jpeg = await encodeJpeg({ data: picture, width, height, channels: 4 }, 98);
    const sources = [
      taskFor(picture, cmyk),
      taskFor(picture, { ...cmyk, drawnPt: { width: 16, height: 16 } }),
      taskFor(jpeg, { ...cmyk, coding: { kind: 'jpeg' } }),
    ];
    for (const [index, task] of sources.entries()) {
      writeFileSync(task.dataPath, index < 2 ? picture : jpeg);
      const result = await encodeImage(task, 'medium', folder);
      expect(result).toMatchObject({ filter: 'DCTDecode', color: 'keep', isLossy: true, width: index === 1 ? 32 : 64 });
      const size = { width: result?.width ?? 0, height: result?.height ?? 0 };
      const after = await meanInks(readFileSync(result?.dataPath ?? ''), { kind: 'jpeg' }, size);
      for (const [ink, value] of after.entries()) expect(Math.abs(value - (before[ink] ?? 0))).toBeLessThan(2);
    }
  });
});

describe('bilevel images', () => {
  const [width, height] = [200, 150];
  // A ring of ones on zeros: most of it is one value, so an inverted result cannot pass for the right one.
  const values = Uint8Array.from({ length: width * height }, (_, index) =>
    Math.abs(Math.hypot((index % width) - 100, Math.floor(index / width) - 75) - 50) < 4 ? 1 : 0,
  );

  test('group 4 keeps its polarity', async () => {
    const encoded = await encodeBilevel(packZeros(values, width, height));
    expect(encoded.filter).toBe('CCITTFaxDecode');
    const task = taskFor(encoded.bytes, {
      coding: { kind: 'fax', k: -1, blackIs1: false },
      width,
      height,
      bitsPerComponent: 1,
    });
    const decoded = await decodeImage(task);
    expect(decoded?.kind === 'bits' && decoded.zeros).toEqual(packZeros(values, width, height));
  });

  test('under BlackIs1 the same data means the opposite', async () => {
    const encoded = await encodeBilevel(packZeros(values, width, height));
    const task = taskFor(encoded.bytes, {
      coding: { kind: 'fax', k: -1, blackIs1: true },
      width,
      height,
      bitsPerComponent: 1,
    });
    const decoded = await decodeImage(task);
    const opposite = values.map((value) => 1 - value);
    expect(decoded?.kind === 'bits' && decoded.zeros).toEqual(packZeros(opposite, width, height));
  });

  test('a picture of pure black and white becomes one bit a pixel', async () => {
    const rgb = Uint8Array.from(
      { length: values.length * 3 },
      (_, index) => (values[Math.floor(index / 3)] ?? 0) * 255,
    );
    const task = taskFor(rgb, {
      width,
      height,
      components: 3,
      color: 'deviceRgb',
    });
    expect(await encodeImage(task, 'low', folder)).toMatchObject({
      bitsPerComponent: 1,
      color: 'gray',
      isLossy: false,
    });
  });

  test('a scan of 600 dpi is scaled at medium, and stays bilevel', async () => {
    const encoded = await encodeBilevel(packZeros(values, width, height));
    const task = taskFor(encoded.bytes, {
      coding: { kind: 'fax', k: -1, blackIs1: false },
      width,
      height,
      bitsPerComponent: 1,
      drawnPt: { width: 24, height: 18 },
    });
    expect(await encodeImage(task, 'low', folder)).toBeNull();
    expect(await encodeImage(task, 'medium', folder)).toMatchObject({ width: 100, height: 75, bitsPerComponent: 1 });
  });
});

describe('pictures', () => {
  test('every level is at most as large as the one before', async () => {
    const task = taskFor(photo(300, 300, 3), {
      width: 300,
      height: 300,
      components: 3,
      color: 'deviceRgb',
      drawnPt: { width: 72, height: 72 },
    });
    const sizes: number[] = [];
    for (const level of ['lossless', ...compressionLevels] satisfies ImageLevel[]) {
      sizes.push((await encodeImage(task, level, folder))?.sizeBytes ?? task.storedBytes);
    }
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(sizes.at(-1)).toBeLessThan(sizes[0] ?? 0);
  });

  test('equal red, green and blue become grey', async () => {
    const gray = photo(128, 128, 1);
    const data = Uint8Array.from({ length: gray.length * 3 }, (_, index) => gray[Math.floor(index / 3)] ?? 0);
    const task = taskFor(data, { width: 128, height: 128, components: 3, color: 'deviceRgb' });
    expect(await encodeImage(task, 'medium', folder)).toMatchObject({ filter: 'DCTDecode', color: 'gray' });
  });

  test('few colours become a palette of as few bits as they need', async () => {
    const data = Uint8Array.from(
      { length: 64 * 64 * 3 },
      (_, index) => [10, 200, 90][(index + Math.floor(index / 3 / 16)) % 3] ?? 0,
    );
    const result = await encodeImage(taskFor(data, { components: 3, color: 'rgb' }), 'high', folder);
    expect(result).toMatchObject({ bitsPerComponent: 2, isLossy: false, color: { components: 3 } });
  });

  test('a grey picture under a palette in no order loses the palette, and nothing else', async () => {
    const gray = photo(128, 128, 1);
    const place = (value: number) => (value * 77) & 255;
    const bytes = new Uint8Array(768);
    for (let value = 0; value < 256; value += 1) bytes.fill(value, 3 * place(value), 3 * place(value) + 3);
    const palette = { bytes, components: 3, base: 'deviceRgb' } as const;
    const task = taskFor(gray.map(place), { width: 128, height: 128, color: 'indexed', palette });
    const result = await encodeImage(task, 'lossless', folder);
    expect(result).toMatchObject({ color: 'gray', bitsPerComponent: 8, isLossy: false });
    expect(result?.sizeBytes).toBeLessThan(0.8 * deflateSync(gray.map(place), { level: 9 }).length);
  });

  test('colour keys keep every sample', async () => {
    const task = taskFor(photo(128, 128, 3), {
      width: 128,
      height: 128,
      components: 3,
      color: 'deviceRgb',
      hasColorKey: true,
      mayRemap: false,
    });
    expect(await encodeImage(task, 'high', folder)).toMatchObject({
      filter: 'FlateDecode',
      color: 'keep',
      isLossy: false,
    });
  });

  test('a stencil is never blurred', async () => {
    const data = Uint8Array.from({ length: 8 * 64 }, (_, index) => (index * 37) & 255);
    const result = await encodeImage(
      taskFor(data, { role: 'stencil', bitsPerComponent: 1, storedBytes: 5_000 }),
      'high',
      folder,
    );
    expect(result).toMatchObject({ bitsPerComponent: 1, isLossy: false, width: 64, height: 64 });
  });

  test('a JPEG of the wanted quality is not encoded again, but loses what no viewer reads', async () => {
    const raw = { raw: { width: 128, height: 128, channels: 3 as const } };
    const jpeg = await sharp(photo(128, 128, 3), raw)
      .withExif({ IFD0: { ImageDescription: 'x'.repeat(400) } })
      .jpeg({ quality: 60 })
      .toBuffer();
    const task = taskFor(jpeg, { coding: { kind: 'jpeg' }, width: 128, height: 128, components: 3, color: 'rgb' });
    const result = await encodeImage(task, 'medium', folder);
    expect(result).toMatchObject({ filter: 'DCTDecode', isLossy: false, color: 'keep' });
    expect(result?.sizeBytes).toBeLessThan(jpeg.length - 400);
  });

  test('a grey JPEG is scaled, and stays grey', async () => {
    const jpeg = await sharp(photo(256, 256, 1), { raw: { width: 256, height: 256, channels: 1 } })
      .toColourspace('b-w')
      .jpeg({ quality: 90 })
      .toBuffer();
    const drawnPt = { width: 72, height: 72 };
    const task = taskFor(jpeg, { coding: { kind: 'jpeg' }, width: 256, height: 256, drawnPt });
    const result = await encodeImage(task, 'medium', folder);
    expect(result).toMatchObject({ filter: 'DCTDecode', color: 'keep', width: 144, isLossy: true });
    expect((await sharp(result?.dataPath).metadata()).channels).toBe(1);
  });

  test('an image that scaling makes larger is stored as on the gentler level', async () => {
    // Every block of the JPEG is of one grey, until the image is scaled.
    const side = 512;
    const mosaic = Uint8Array.from({ length: side * side }, (_, index) => {
      const [column, row] = [(index % side) >> 3, Math.floor(index / side) >> 3];
      return (column * 71 + row * 137 + column * row * 31) % 256;
    });
    const jpeg = await sharp(mosaic, { raw: { width: side, height: side, channels: 1 } })
      .toColourspace('b-w')
      .jpeg({ quality: 98 })
      .toBuffer();
    // 230 pixels an inch.
    const drawnPt = { width: (side * 72) / 230, height: (side * 72) / 230 };
    const task = taskFor(jpeg, { coding: { kind: 'jpeg' }, width: side, height: side, drawnPt });
    const [low, medium] = [await encodeImage(task, 'low', folder), await encodeImage(task, 'medium', folder)];
    expect(low).toMatchObject({ isLossy: true, width: side });
    expect(medium).toMatchObject({ isLossy: true, width: side, sizeBytes: low?.sizeBytes });
  });

  test('truncated data stays as it is', async () => {
    expect(await encodeImage(taskFor(new Uint8Array(10), { storedBytes: 4_000 }), 'high', folder)).toBeNull();
  });
});

test('the quality of a JPEG is read from its tables', async () => {
  for (const quality of [30, 60, 85]) {
    const jpeg = await sharp(photo(64, 64, 1), { raw: { width: 64, height: 64, channels: 1 } })
      .jpeg({ quality })
      .toBuffer();
    expect(Math.abs((readJpegHeader(jpeg)?.quality ?? 0) - quality)).toBeLessThan(3);
  }
});

test('a palette has its colours sorted, and none when there are more than 256', () => {
  const palette = findPalette({ data: Uint8Array.of(9, 3, 9, 5), width: 2, height: 2, channels: 1 });
  expect(palette && { colors: [...palette.colors], indexes: [...palette.indexes] }).toEqual({
    colors: [3, 5, 9],
    indexes: [2, 0, 2, 1],
  });
  expect(findPalette({ data: photo(64, 64, 3), width: 64, height: 64, channels: 3 })).toBeNull();
});

test('an image is scaled by the coarser of its two resolutions, and only above the bound', () => {
  const shape = { width: 600, height: 300 };
  expect(targetSize({ ...shape, drawnPt: { width: 144, height: 72 } }, false, levelSettings.medium)).toEqual({
    width: 288,
    height: 144,
  });
  expect(targetSize({ ...shape, drawnPt: { width: 144, height: 144 } }, false, levelSettings.medium)).toEqual(shape);
  expect(targetSize({ ...shape, drawnPt: null }, false, levelSettings.high)).toEqual(shape);
});

describe('sketches', () => {
  test('a large JPEG that loses pixels has a small copy of what it was; a small one, and one with a colour key, none', async () => {
    const [width, height] = [1_200, 1_000];
    const jpegOf = (w: number, h: number) =>
      sharp(photo(w, h, 3), { raw: { width: w, height: h, channels: 3 } })
        .jpeg({ quality: 95 })
        .toBuffer();
    const jpeg = { coding: { kind: 'jpeg' }, components: 3, color: 'deviceRgb' } as const;
    const drawnPt = { width: 288, height: 240 };
    const large = taskFor(await jpegOf(width, height), { ...jpeg, width, height, drawnPt });
    const { isLossy, sketch } = (await encodeImage(large, 'medium', folder)) ?? {};
    expect([isLossy, sketch?.width, sketch?.height]).toEqual([true, 300, 250]);
    const mean = async (path: string) => (await sharp(path).stats()).channels.map((channel) => channel.mean);
    const [before, after] = [await mean(large.dataPath), await mean(sketch?.dataPath ?? '')];
    for (const [channel, value] of before.entries()) expect(after[channel]).toBeCloseTo(value, -0.5);
    const keyed = { ...large, hasColorKey: true };
    expect((await encodeImage(keyed, 'medium', folder))?.sketch ?? null).toBeNull();
    const small = taskFor(await jpegOf(400, 300), {
      ...jpeg,
      width: 400,
      height: 300,
      drawnPt: { width: 72, height: 54 },
    });
    expect((await encodeImage(small, 'medium', folder))?.sketch).toBeNull();
  });
});
