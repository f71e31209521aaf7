import sharp from 'sharp';
import { encodeBilevel } from './bilevel-image.ts';
import { colorSpaceWith } from './icc-profile.ts';
import type { CodedImage, ColorSpace } from './image-page.ts';
import { readPngChunks } from './png-chunks.ts';
import { isBilevel, type Raster, reduceToGray, reduceToPalette, splitAlpha } from './raster.ts';

/**
 * Codes pixels without loss in the smallest way a PDF has: CCITT for black and white, grey for grey, a palette for up
 * to 256 colours, and PNG's filters with deflate for the rest. Opacity becomes a soft mask.
 */
export async function losslessImage(raster: Raster, profile: Uint8Array | null): Promise<CodedImage> {
  const { color, alpha } = splitAlpha(raster);
  const softMask = alpha === null ? null : await filtered(alpha, { kind: 'device', components: 1 });
  return { ...(await encodeColor(color, profile)), softMask };
}

async function encodeColor(color: Raster, profile: Uint8Array | null): Promise<CodedImage> {
  const colorSpace = colorSpaceWith(color.channels === 3 ? 3 : 1, profile);
  // Grey under an RGB profile is not the device's grey: it stays RGB, as a palette at best.
  const reduced = colorSpace.kind === 'icc' ? color : reduceToGray(color);
  if (isBilevel(reduced) && colorSpace.kind === 'device') return encodeBilevel(reduced);
  const paletted = reduceToPalette(reduced);
  if (paletted !== null) {
    const indexed = { kind: 'indexed', base: colorSpace, palette: paletted.palette } as const;
    return filtered(paletted.indices, indexed);
  }
  return filtered(reduced, colorSpaceWith(reduced.channels === 3 ? 3 : 1, profile));
}

/** Lets sharp filter and deflate, and takes the data out of the PNG it writes. */
async function filtered(raster: Raster, colorSpace: ColorSpace): Promise<CodedImage> {
  // Neighbouring indices of a palette have nothing to do with each other: filters only hurt.
  const png = await encodePng(raster, colorSpace.kind !== 'indexed' && (await gainsFromFilters(raster)));
  const chunks = readPngChunks(png);
  if (chunks === null) throw new Error('The PNG encoder wrote a file that is not one');
  const { width, height, channels } = raster;
  const bits = chunks.bitDepth;
  return {
    width,
    height,
    bitsPerComponent: bits,
    colorSpace,
    filter: 'FlateDecode',
    decodeParms: `<</Predictor 15/Colors ${channels}/BitsPerComponent ${bits}/Columns ${width}>>`,
    decode: null,
    colorKey: null,
    softMask: null,
    data: chunks.data,
  };
}

/** Rows that are tried both ways before an image is coded. */
const sampleRows = 64;

/** PNG's filters make a photo smaller, and a screenshot larger and slower: the middle of the image tells which it is. */
async function gainsFromFilters({ data, width, height, channels }: Raster): Promise<boolean> {
  const rows = Math.min(sampleRows, height);
  const first = Math.floor((height - rows) / 2) * width * channels;
  const sample = { width, height: rows, channels, data: data.subarray(first, first + rows * width * channels) };
  const [plain, filtered] = [await encodePng(sample, false), await encodePng(sample, true)];
  return filtered.byteLength < plain.byteLength;
}

/** Level 4 takes half the time of 6 for 2 % more bytes. */
function encodePng({ data, width, height, channels }: Raster, filters: boolean): Promise<Buffer> {
  const wide = data instanceof Uint16Array;
  const space = channels === 1 ? (wide ? 'grey16' : 'b-w') : wide ? 'rgb16' : 'srgb';
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .toColourspace(space)
    .png({ compressionLevel: 4, adaptiveFiltering: filters })
    .toBuffer();
}
