import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePlanes, splitPlanes } from '../src/layers/scan-planes.ts';

const [width, height] = [121, 83];

/** Colours that change slowly, as a JPEG keeps them. */
function picture(isGray: boolean): Promise<Buffer> {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    data.set(isGray ? [x + y, x + y, x + y] : [2 * x, 255 - 3 * y, x + y], at);
  }
  const raw = { width, height, channels: 3 } as const;
  return sharp(data, { raw }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
}

function largestDifference(some: Uint8Array, others: Uint8Array): number {
  expect(some.length).toBe(others.length);
  return some.reduce((most, value, at) => Math.max(most, Math.abs(value - (others[at] as number))), 0);
}

test('a JPEG decoded to planes is what its samples are when they are split', async () => {
  const jpeg = await picture(false);
  const data = await sharp(jpeg).raw().toBuffer();
  const split = splitPlanes({ data, width, height, channels: 3 }, false);
  const planes = await decodePlanes(jpeg, { width, height }, true);
  expect(planes?.luma).toMatchObject({ width, height });
  expect(largestDifference(planes?.luma.data ?? data, split.luma.data)).toBeLessThanOrEqual(1);
  expect(planes?.chroma).toMatchObject({ width: 61, height: 42, channels: 2 });
  // Halved by the decoder, which spreads an odd side over its last pixel.
  expect(largestDifference(planes?.chroma?.data ?? data, split.chroma?.data ?? data)).toBeLessThanOrEqual(6);
});

test('red, green and blue that are equal have no colour, where that may be left out', async () => {
  const jpeg = await picture(true);
  expect((await decodePlanes(jpeg, { width, height }, true))?.chroma).toBeNull();
  expect((await decodePlanes(jpeg, { width, height }, false))?.chroma).not.toBeNull();
});

test('planes come at the size that is asked for, and none of a JPEG that is cut off', async () => {
  const jpeg = await picture(false);
  const half = await decodePlanes(jpeg, { width: 60, height: 41 }, true);
  expect(half?.luma.data.length).toBe(60 * 41);
  expect(half?.chroma).toMatchObject({ width: 30, height: 21 });
  expect(await decodePlanes(jpeg.subarray(0, jpeg.length / 2), { width, height }, true)).toBeNull();
});

test('a JPEG that says it holds red, green and blue is not taken for YCbCr', async () => {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) data.set([200, 30, 60], at);
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const adobe = (transform: number) =>
    Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform]),
      // Behind JFIF, which says the same as a transform of 1.
      jpeg.subarray(jpeg[3] === 0xe0 ? 4 + jpeg.readUInt16BE(4) : 2),
    ]);
  const lumaOf = async (bytes: Buffer) =>
    (await decodePlanes(bytes, { width, height }, false))?.luma.data[0] ?? Number.NaN;
  // Its first component is 84: the luma of YCbCr, else the red.
  expect(await lumaOf(adobe(1))).toBeCloseTo(84, -0.5);
  const [red = 0, green = 0, blue = 0] = await sharp(adobe(0)).raw().toBuffer();
  expect(await lumaOf(adobe(0))).toBeCloseTo(0.299 * red + 0.587 * green + 0.114 * blue, -0.5);
});
