import { deflateSync } from 'node:zlib';
import { readTiffDirectories, shorts, tiffTags, writeTiff } from '@platen/pdf-kit/tiff';
import { expect, test } from 'vitest';
import { unpackTiff } from '../src/unpack-tiff.ts';

interface TiffCase {
  readonly size: readonly [width: number, height: number];
  readonly bits: number;
  readonly samples?: number;
  readonly photometric?: number;
  readonly tags?: Readonly<Record<number, readonly number[]>>;
  readonly pieces: readonly Uint8Array[];
  readonly isTiled?: boolean;
  readonly little?: boolean;
}

/** The samples of a page once unpacked, with what its directory says of them. */
function unpacked({
  size,
  bits,
  samples = 1,
  photometric = 1,
  tags = {},
  pieces,
  isTiled = false,
  little = true,
}: TiffCase) {
  const values = {
    [tiffTags.width]: [size[0]],
    [tiffTags.height]: [size[1]],
    [tiffTags.bitsPerSample]: Array<number>(samples).fill(bits),
    [tiffTags.photometric]: [photometric],
    [tiffTags.samplesPerPixel]: [samples],
    ...tags,
  };
  const fields = new Map(Object.entries(values).map(([tag, list]) => [Number(tag), shorts(list, little)]));
  const file = writeTiff({ fields, pieces, isTiled, little });
  const [directory] = readTiffDirectories(file, 1);
  if (directory === undefined) throw new Error('The file has no directory');
  const input = {
    path: '',
    fileName: 'a.tif',
    mediaType: 'image/tiff',
    bytes: file,
    warn() {},
    checkPixels() {},
  } as const;
  const plain = unpackTiff(input, directory);
  const [page] = plain === null ? [] : readTiffDirectories(plain, 1);
  const [start = 0] = page?.values(tiffTags.stripOffsets) ?? [];
  const [byteLength = 0] = page?.values(tiffTags.stripByteCounts) ?? [];
  return {
    data: plain === null ? null : Buffer.from(plain).subarray(start, start + byteLength),
    bits: page?.values(tiffTags.bitsPerSample),
    photometric: page?.values(tiffTags.photometric)?.[0],
    format: page?.values(tiffTags.sampleFormat)?.[0],
  };
}

test('the last sample of a row may end within a byte', () => {
  const rows = Uint8Array.of(0b111_000_01, 0b1_0000000, 0b000_111_11, 0b1_0000000);
  const { data, bits } = unpacked({ size: [3, 2], bits: 3, pieces: [rows] });
  expect([...(data ?? [])]).toEqual([255, 0, 109, 0, 255, 255]);
  expect(bits).toEqual([8]);
});

test('the planes of tiles become pixels, without what reaches beyond the picture', () => {
  const tile = (value: number) => Uint8Array.from({ length: 16 }, (_, index) => value + index);
  const tags = { [tiffTags.tileWidth]: [4], [tiffTags.tileHeight]: [4], [tiffTags.planarConfiguration]: [2] };
  const pieces = [0, 100, 20, 120, 40, 140].map(tile);
  const { data } = unpacked({ size: [5, 2], bits: 8, samples: 3, photometric: 2, tags, pieces, isTiled: true });
  expect([...(data ?? [])].slice(0, 15)).toEqual([0, 20, 40, 1, 21, 41, 2, 22, 42, 3, 23, 43, 100, 120, 140]);
  expect([...(data ?? [])].slice(15, 18)).toEqual([4, 24, 44]);
});

test('a palette of odd width becomes its colours', () => {
  const reds = Array<number>(8).fill(0);
  const colorMap = [...reds.with(5, 0xffff), ...reds.with(5, 0x8000), ...reds.with(1, 0x4000)];
  const tags = { [tiffTags.colorMap]: colorMap };
  const { data, photometric } = unpacked({
    size: [2, 1],
    bits: 3,
    photometric: 3,
    tags,
    pieces: [Uint8Array.of(0b101_001_00)],
  });
  expect([...(data ?? [])]).toEqual([255, 128, 0, 0, 0, 64]);
  expect(photometric).toBe(2);
});

test('differences are added up within the width of a sample', () => {
  const row = Uint8Array.of(0xff, 0xf0, 0x02, 0x00, 0x10);
  const tags = { [tiffTags.predictor]: [2] };
  const { data } = unpacked({ size: [3, 1], bits: 12, tags, pieces: [Uint8Array.of(...row.subarray(0, 5))] });
  expect([0, 2, 4].map((at) => data?.readUInt16LE(at))).toEqual([65_535, 16, 32]);
});

test.each([true, false])('64 bits of floating point become 32 (low byte first: %s)', (little) => {
  const row = Buffer.alloc(16);
  if (little) [0.25, -3].map((value, index) => row.writeDoubleLE(value, index * 8));
  else [0.25, -3].map((value, index) => row.writeDoubleBE(value, index * 8));
  const tags = { [tiffTags.sampleFormat]: [3], [tiffTags.compression]: [8] };
  const { data, format } = unpacked({ size: [2, 1], bits: 64, tags, pieces: [deflateSync(row)], little });
  expect([0, 4].map((at) => (little ? data?.readFloatLE(at) : data?.readFloatBE(at)))).toEqual([0.25, -3]);
  expect(format).toBe(3);
});

test('floating point with its predictor has the high bytes of all samples first', () => {
  const values = [0.5, 1.5];
  const bytes = values.map((value) => {
    const stored = Buffer.alloc(8);
    stored.writeDoubleBE(value);
    return [...stored];
  });
  const planes = Array.from({ length: 8 }, (_, byte) => bytes.map((stored) => stored[byte] ?? 0)).flat();
  const row = Uint8Array.from(planes, (byte, index) => byte - (planes[index - 1] ?? 0));
  const tags = { [tiffTags.sampleFormat]: [3], [tiffTags.predictor]: [3] };
  const { data } = unpacked({ size: [2, 1], bits: 64, tags, pieces: [row] });
  expect([0, 4].map((at) => data?.readFloatLE(at))).toEqual(values);
});

test('bits in reverse order are turned before they are decoded', () => {
  const tags = { [tiffTags.fillOrder]: [2] };
  const { data } = unpacked({ size: [2, 1], bits: 6, tags, pieces: [Uint8Array.of(0b11_111111, 0)] });
  expect([...(data ?? [])]).toEqual([255, 194]);
});

test('PackBits may repeat a byte or not', () => {
  const tags = { [tiffTags.compression]: [32_773] };
  const { data } = unpacked({ size: [6, 1], bits: 4, tags, pieces: [Uint8Array.of(255, 0xf0, 0, 0x0f)] });
  expect([...(data ?? [])]).toEqual([255, 0, 255, 0, 0, 255]);
});

test.each([
  ['data is cut off', { size: [4, 1], bits: 12, pieces: [Uint8Array.of(1, 2, 3)] }],
  [
    'a strip is missing',
    { size: [2, 2], bits: 12, tags: { [tiffTags.rowsPerStrip]: [1] }, pieces: [new Uint8Array(3)] },
  ],
  [
    'a compression is unknown',
    { size: [2, 1], bits: 12, tags: { [tiffTags.compression]: [34_925] }, pieces: [new Uint8Array(3)] },
  ],
] as readonly (readonly [string, TiffCase])[])('null when %s', (_, tiff) => {
  expect(unpacked(tiff).data).toBeNull();
});
