import { jpegSegments } from '@platen/pdf-kit';
import { readTiffDirectories, shorts, tiffTags, writeTiff } from '@platen/pdf-kit/tiff';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { joinOldJpeg } from '../src/old-jpeg.ts';
import { tiffPages } from '../src/tiff-image.ts';
import { cornerPicture } from './write-images.ts';

const [scanMarker, quantizationMarker, huffmanMarker] = [0xda, 0xdb, 0xc4];
const [width, height] = [48, 32];
const picture = () => cornerPicture().resize(width, height, { kernel: 'nearest' });

/** A JPEG with the tables that ITU-T T.81 suggests, so that all of one quality have the same. */
function jpegOf(image: Sharp): Promise<Buffer> {
  return image.jpeg({ optimiseCoding: false, quality: 90, chromaSubsampling: '4:2:0' }).toBuffer();
}

/** The header of a JPEG up to its scan, and the scan without the end marker. */
function parted(jpeg: Buffer) {
  const scan = [...jpegSegments(jpeg)].find(({ marker }) => marker === scanMarker);
  const start = scan?.offset ?? 0;
  return {
    header: jpeg.subarray(0, start),
    scan: jpeg.subarray(start, -2),
    data: jpeg.subarray(start + (scan?.bytes.byteLength ?? 0), -2),
  };
}

/** A file whose tags may point to bytes that follow its directory. */
function tiffOf(
  pieces: readonly Uint8Array[],
  rest: Uint8Array,
  tags: (restAt: number) => Readonly<Record<number, readonly number[]>>,
): Buffer {
  const fileWith = (restAt: number) => {
    const values = {
      [tiffTags.width]: [width],
      [tiffTags.height]: [height],
      [tiffTags.samplesPerPixel]: [3],
      [tiffTags.yCbCrSubsampling]: [2, 2],
      ...tags(restAt),
    };
    const fields = new Map(Object.entries(values).map(([tag, list]) => [Number(tag), shorts(list, true)]));
    return Buffer.concat([writeTiff({ fields, pieces, isTiled: false, little: true }), rest]);
  };
  return fileWith(fileWith(0).byteLength - rest.byteLength);
}

async function joinedPixels(file: Buffer): Promise<Buffer | null> {
  const [directory] = readTiffDirectories(file, 1);
  const joined = directory === undefined ? null : joinOldJpeg(file, directory);
  return joined === null ? null : sharp(joined, { failOn: 'warning' }).raw().toBuffer();
}

/** Tags for a stream with the tables of a JPEG. */
const tableStream = (header: Uint8Array) => (at: number) => ({
  [tiffTags.jpegInterchangeFormat]: [at],
  [tiffTags.jpegInterchangeFormatLength]: [header.byteLength],
});

test('the stream of the tables goes before the strip', async () => {
  const jpeg = await jpegOf(picture());
  const { header, scan } = parted(jpeg);
  const file = tiffOf([scan], header, tableStream(header));
  expect(await joinedPixels(file)).toEqual(await sharp(jpeg).raw().toBuffer());
});

test('strips that were coded one by one follow each other', async () => {
  const { header } = parted(await jpegOf(picture()));
  const halves = [0, 16].map((top) =>
    picture()
      .png()
      .toBuffer()
      .then((png) => jpegOf(sharp(png).extract({ left: 0, top, width, height: 16 }))),
  );
  const [upper, lower] = (await Promise.all(halves)).map(parted);
  const pieces = [upper?.scan ?? Buffer.alloc(0), lower?.data ?? Buffer.alloc(0)];
  const pixels = await joinedPixels(
    tiffOf(pieces, header, (at) => ({ ...tableStream(header)(at), [tiffTags.rowsPerStrip]: [16] })),
  );
  const colorAt = (x: number, y: number) =>
    [0, 1, 2].map((channel) => ((pixels?.[(y * width + x) * 3 + channel] ?? 0) > 128 ? 255 : 0));
  expect([colorAt(2, 2), colorAt(45, 2), colorAt(2, 30), colorAt(45, 30)]).toEqual([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
  ]);
});

test('tables may be where tags point to', async () => {
  const jpeg = await jpegOf(picture());
  const bodies = (marker: number) =>
    [...jpegSegments(jpeg)].filter((each) => each.marker === marker).map(({ body }) => body);
  const tables = [...bodies(quantizationMarker), ...bodies(huffmanMarker)];
  const starts = (at: number) => tables.map((_, index) => at + Buffer.concat(tables.slice(0, index)).byteLength + 1);
  const file = tiffOf([parted(jpeg).data], Buffer.concat(tables), (at) => {
    const [luma = 0, chroma = 0, lumaDc = 0, lumaAc = 0, chromaDc = 0, chromaAc = 0] = starts(at);
    return {
      [tiffTags.jpegQTables]: [luma, chroma, chroma],
      [tiffTags.jpegDcTables]: [lumaDc, chromaDc, chromaDc],
      [tiffTags.jpegAcTables]: [lumaAc, chromaAc, chromaAc],
    };
  });
  expect(await joinedPixels(file)).toEqual(await sharp(jpeg).raw().toBuffer());
});

test.each([
  ['strips end within a unit of coding', { [tiffTags.rowsPerStrip]: [10] }, 2],
  ['there are no tables', { [tiffTags.jpegInterchangeFormat]: [0] }, 1],
])('null if %s', async (_, tags, count) => {
  const { header, scan } = parted(await jpegOf(picture()));
  const pieces = Array.from({ length: count }, () => scan);
  expect(await joinedPixels(tiffOf(pieces, header, (at) => ({ ...tableStream(header)(at), ...tags })))).toBeNull();
});

test('a page in pieces becomes a JPEG in the PDF', async () => {
  const { header, scan } = parted(await jpegOf(picture()));
  const tags = { [tiffTags.compression]: [6], [tiffTags.photometric]: [6] };
  const bytes = tiffOf([scan], header, (at) => ({ ...tableStream(header)(at), ...tags }));
  const input = { path: '', fileName: 'a.tif', mediaType: 'image/tiff', bytes, warn() {}, checkPixels() {} } as const;
  const { value } = await tiffPages(input).next();
  expect(value?.image.filter).toBe('DCTDecode');
});
