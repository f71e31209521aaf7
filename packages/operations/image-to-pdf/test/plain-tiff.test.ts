import { readTiffDirectories, tiffTags } from '@platen/pdf-kit/tiff';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { plainTiff } from '../src/plain-tiff.ts';
import { writeColorTiff } from './write-images.ts';

const plainOf = (file: Buffer) => {
  const [directory] = readTiffDirectories(file, 1);
  return directory === undefined ? undefined : plainTiff(file, directory);
};
const pixelsOf = (file: Uint8Array) => sharp(file, { failOn: 'warning' }).raw().toBuffer();

test.each([
  ['tiles', { tile: true, tileWidth: 16, tileHeight: 16 }],
  ['strips', { tile: false }],
])('the pixels in %s stay, other tags go', async (_pieces, settings) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'black', noise } });
  const file = await picture.tiff({ compression: 'lzw', predictor: 'horizontal', ...settings }).toBuffer();
  const plain = plainOf(file);
  const [directory] = readTiffDirectories(plain ?? file, 1);
  expect(directory?.field(tiffTags.resolutionX)).toBeUndefined();
  expect(await pixelsOf(plain ?? Buffer.alloc(0))).toEqual(await pixelsOf(file));
});

/** A TIFF in the byte order of Motorola: two grey pixels, a black and a white one. */
function bigEndianTiff(): Buffer {
  const entries = [
    [256, 2],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [279, 2],
  ];
  const shorts = entries.flatMap(([tag = 0, value = 0]) => [tag, 3, 0, 1, value, 0]);
  const words = [0x4d4d, 42, 0, 10, 0x00ff, entries.length, ...shorts, 0, 0];
  const file = Buffer.alloc(words.length * 2);
  for (const [index, word] of words.entries()) file.writeUInt16BE(word, index * 2);
  return file;
}

test('a file keeps its byte order', async () => {
  const plain = plainOf(bigEndianTiff());
  expect([
    ...(await sharp(plain ?? undefined, { failOn: 'warning' })
      .toColourspace('b-w')
      .raw()
      .toBuffer()),
  ]).toEqual([0, 255]);
});

test('strips that name the same bytes again and again are refused', () => {
  const file = writeColorTiff([1, 2, 3, 4, 5, 6], 2, { isPlanar: true, height: 1 });
  const [directory] = readTiffDirectories(file, 1);
  const setAll = (tag: number, value: readonly [number, number]) => {
    const { buffer, byteOffset, byteLength } = directory?.bytes(tag) ?? Buffer.alloc(0);
    Buffer.from(buffer, byteOffset, byteLength).fill(Buffer.from(value));
  };
  expect(plainOf(file)).not.toBeNull();
  // Three strips from the beginning of the file, each two thirds of it.
  setAll(tiffTags.stripOffsets, [0, 0]);
  setAll(tiffTags.stripByteCounts, [200, 0]);
  expect(plainOf(file)).toBeNull();
});

test('tags that share their values are refused where these exceed the file', () => {
  const file = writeColorTiff([1, 2, 3], 2, { resolutionUnit: 2 });
  const claims = [tiffTags.jpegTables, tiffTags.iccProfile, tiffTags.colorMap];
  expect(plainOf(file)).not.toBeNull();
  for (const [index, tag] of claims.entries()) {
    // Over the resolution and its unit: bytes from the beginning of the file on, as many as are in it.
    file.set(Buffer.from(Uint16Array.of(tag, 1).buffer), 10 + 12 * (9 + index));
    file.set(Buffer.from(Uint32Array.of(file.byteLength, 0).buffer), 14 + 12 * (9 + index));
  }
  expect(plainOf(file)).toBeNull();
});
