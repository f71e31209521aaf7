import { inflateSync } from 'node:zlib';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { Samples } from './decode-image.ts';
import type { RawImage } from './deflate-smallest.ts';
import { packBits } from './pack-bits.ts';

/** Colours of an image, when they are few enough for a palette. */
export interface Palette {
  /** The colours one after the other, sorted, in the components of the image. */
  readonly colors: Uint8Array;
  /** The place of each pixel's colour in it. */
  readonly indexes: Uint8Array;
  readonly count: number;
}

/** Values of `bits` bits, one a byte. */
export function packedValues(values: Uint8Array, perRow: number, height: number, bits: number): RawImage {
  return { raw: packBits(values, perRow, height, bits), bitsPerComponent: bits, predictorColors: null };
}

/** Samples of 8 bits as they are, and under PNG's adaptive filters where PNG has such images. */
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

/** The chunks of image data of a PNG: what they hold is a deflated stream under predictor 15. */
function pngData(png: Buffer): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return Buffer.concat(chunks);
}

/** The palette of an image of one to four components; null when it has more than 256 colours. */
export function findPalette({ data, channels }: Samples): Palette | null {
  if (channels > 4) return null;
  const places = new Map<number, number>();
  const pixels = data.length / channels;
  const indexes = new Uint8Array(pixels);
  let last = -1;
  let lastPlace = 0;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    let color = 0;
    for (let at = pixel * channels; at < (pixel + 1) * channels; at += 1) color = color * 256 + (data[at] as number);
    if (color !== last) {
      const known = places.get(color);
      if (known === undefined && places.size === 256) return null;
      lastPlace = known ?? places.size;
      if (known === undefined) places.set(color, lastPlace);
      last = color;
    }
    indexes[pixel] = lastPlace;
  }
  return sortPalette([...places.keys()], indexes, channels);
}

function renumbered(indexes: Uint8Array, moved: Uint8Array): Uint8Array {
  const result = new Uint8Array(indexes.length);
  for (let pixel = 0; pixel < indexes.length; pixel += 1) result[pixel] = moved[indexes[pixel] as number] as number;
  return result;
}

/** In the order of the colours, so that neighbouring values are neighbouring colours: it deflates better. */
function sortPalette(colors: readonly number[], indexes: Uint8Array, channels: number): Palette {
  const sorted = [...colors].sort((one, other) => one - other);
  const rank = new Map(sorted.map((color, index) => [color, index]));
  const moved = Uint8Array.from(colors, (color) => rank.get(color) ?? 0);
  const bytes = sorted.flatMap((color) =>
    Array.from({ length: channels }, (_, index) => Math.floor(color / 256 ** (channels - 1 - index)) % 256),
  );
  return { colors: Uint8Array.from(bytes), indexes: renumbered(indexes, moved), count: sorted.length };
}
