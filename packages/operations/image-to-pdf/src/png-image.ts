import { colorSpaceWith } from './icc-profile.ts';
import type { CodedImage, ColorSpace } from './image-page.ts';
import type { PngChunks } from './png-chunks.ts';

/**
 * Whether a PDF reader can decode the file's own data: PNG's compression and filters are those of FlateDecode, but not
 * its interlacing, nor an alpha channel among the colours, nor more than one transparent palette entry.
 */
export function canPassThrough(png: PngChunks): boolean {
  if (png.interlaced || ![0, 2, 3].includes(png.colorType)) return false;
  return png.transparency === null || colorKeyOf(png) !== null;
}

/** The image with the file's own compressed data, untouched. Only for one that `canPassThrough`. */
export function passPngThrough(png: PngChunks): CodedImage {
  const components = png.colorType === 2 ? 3 : 1;
  return {
    width: png.width,
    height: png.height,
    bitsPerComponent: png.bitDepth,
    colorSpace: colorSpaceOf(png),
    filter: 'FlateDecode',
    decodeParms: `<</Predictor 15/Colors ${components}/BitsPerComponent ${png.bitDepth}/Columns ${png.width}>>`,
    decode: null,
    colorKey: colorKeyOf(png),
    softMask: null,
    data: png.data,
  };
}

function colorSpaceOf({ colorType, palette, profile }: PngChunks): ColorSpace {
  if (colorType !== 3) return colorSpaceWith(colorType === 2 ? 3 : 1, profile);
  return { kind: 'indexed', base: colorSpaceWith(3, profile), palette: palette ?? new Uint8Array(3) };
}

/** The transparent value as a colour key, [first last] for each component; null when it takes a mask to say it. */
function colorKeyOf({ colorType, transparency }: PngChunks): readonly number[] | null {
  if (transparency === null) return null;
  if (colorType !== 3) {
    const view = new DataView(transparency.buffer, transparency.byteOffset, transparency.byteLength);
    const count = colorType === 2 ? 3 : 1;
    if (transparency.byteLength < count * 2) return null;
    return Array.from({ length: count }, (_, index) => view.getUint16(index * 2)).flatMap((value) => [value, value]);
  }
  const first = transparency.findIndex((alpha) => alpha < 255);
  const last = transparency.findLastIndex((alpha) => alpha < 255);
  const run = transparency.subarray(first, last + 1);
  return first >= 0 && run.every((alpha) => alpha === 0) ? [first, last] : null;
}
