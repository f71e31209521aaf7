import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { CodedImage } from './image-page.ts';
import { readTiffDirectories, tiffTags } from './tiff-directory.ts';

const deflateAsync = promisify<Uint8Array, { level: number }, Buffer>(deflate);

/**
 * Codes an 8-bit grey raster of black and white by the smaller of two ways: CCITT Group 4 (ITU-T T.6), which suits text
 * and drawings, and deflate, which suits dithered pictures, whose pattern Group 4 makes larger than they are.
 */
export async function encodeBilevel({
  data,
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}): Promise<CodedImage> {
  if (height > maxFaxRows) return deflatedImage(width, height, await deflateAsync(packBits(data, width, height), best));
  const sharp = await loadSharp();
  const tiff = await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    // The height of a tile is that of a strip too: one strip for the whole image.
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tileHeight: height })
    .toBuffer();
  const [directory] = readTiffDirectories(tiff, 1);
  const [offset] = directory?.values(tiffTags.stripOffsets) ?? [];
  const [byteLength] = directory?.values(tiffTags.stripByteCounts) ?? [];
  if (offset === undefined || byteLength === undefined) throw new Error('The TIFF encoder wrote no strip');
  const blackIsZero = directory?.values(tiffTags.photometric)?.[0] === 1;
  const fax = tiff.subarray(offset, offset + byteLength);
  // Deflate seldom gains on what Group 4 has made much smaller.
  const packed =
    fax.length * clearGain < (width * height) / 8 ? null : await deflateAsync(packBits(data, width, height), best);
  return packed !== null && packed.length < fax.length
    ? deflatedImage(width, height, packed)
    : groupFourImage({ width, height, blackIsOne: blackIsZero, data: fax });
}

const best = { level: 9 };

/** Rows of the largest strip that the TIFF encoder writes. */
const maxFaxRows = 32_768;

/** Group 4 code of a text page is a tenth of its bits and less; of a dithered picture, half of them and more. */
const clearGain = 8;

/** One bit a pixel, 1 for white, rows padded to bytes. */
function packBits(data: Uint8Array, width: number, height: number): Uint8Array {
  const rowBytes = (width + 7) >> 3;
  const bits = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * rowBytes + (x >> 3);
      if ((data[y * width + x] ?? 0) > 127) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return bits;
}

function deflatedImage(width: number, height: number, data: Uint8Array): CodedImage {
  return {
    width,
    height,
    bitsPerComponent: 1,
    colorSpace: { kind: 'device', components: 1 },
    filter: 'FlateDecode',
    decodeParms: null,
    decode: null,
    colorKey: null,
    softMask: null,
    data: [data],
  };
}

/**
 * Group 4 data as an image. TIFF's "black is zero" counts a run that the code calls white as 0 when decoded; a PDF
 * says the same with BlackIs1.
 */
export function groupFourImage({
  width,
  height,
  blackIsOne,
  data,
}: {
  readonly width: number;
  readonly height: number;
  readonly blackIsOne: boolean;
  readonly data: Uint8Array;
}): CodedImage {
  return {
    width,
    height,
    bitsPerComponent: 1,
    colorSpace: { kind: 'device', components: 1 },
    filter: 'CCITTFaxDecode',
    decodeParms: `<</K -1/Columns ${width}/Rows ${height}${blackIsOne ? '/BlackIs1 true' : ''}>>`,
    decode: null,
    colorKey: null,
    softMask: null,
    data: [data],
  };
}
