import { inflateSync } from 'node:zlib';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { Samples } from './decode-image.ts';
import type { RawImage } from './deflate-smallest.ts';
import type { Palette } from './find-palette.ts';
import { packBits } from './pack-bits.ts';

/** An image of samples of `bits` bits, which are given one a byte. */
export function packedValues(values: Uint8Array, perRow: number, height: number, bits: number): RawImage {
  return { raw: packBits(values, perRow, height, bits), bitsPerComponent: bits, predictorColors: null };
}

/** Samples of 8 bits without a predictor and, with one or three components, under PNG filters chosen row by row. */
export async function plainAndFiltered({ data, width, height, channels }: Samples): Promise<readonly RawImage[]> {
  const plain: RawImage = { raw: data, bitsPerComponent: 8, predictorColors: null };
  if (channels !== 1 && channels !== 3) return [plain];
  const sharp = await loadSharp();
  const png = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 0, adaptiveFiltering: true })
    .toBuffer();
  return [plain, { ...plain, raw: inflateSync(pngData(png)), predictorColors: channels }];
}

/** The IDAT chunks of a PNG, which are the data of a `FlateDecode` stream with predictor 15. */
function pngData(png: Buffer): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return Buffer.concat(chunks);
}

/** An image over a palette. Sorted palettes of more than 16 colours give neighbours close indexes, which PNG filters make use of. */
export async function indexedImages({ colors, indexes, count }: Palette, { width, height, channels }: Samples) {
  const bits = bitsFor(count - 1);
  const color = { palette: colors, components: channels };
  const raw =
    bits < 8
      ? [packedValues(indexes, width, height, bits)]
      : await plainAndFiltered({ data: indexes, width, height, channels: 1 });
  return raw.map((each) => ({ ...each, color }));
}

/** The smallest `BitsPerComponent` for samples up to this one. */
export function bitsFor(highest: number): number {
  return highest < 2 ? 1 : highest < 4 ? 2 : highest < 16 ? 4 : 8;
}
