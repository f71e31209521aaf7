import { loadSharp } from '../sharp.ts';
import { colorChannels } from './color-channels.ts';
import type { DecodedImage } from './content/page-content.ts';
import type { EncodedPicture } from './types.ts';

/** Pictures with more pixels than this and no transparency are photographs rather than drawings, if JPEG is smaller. */
const photographPixels = 10_000;
const jpegQuality = 90;

/**
 * A decoded image of pdf.js as PNG, or as JPEG where that is much smaller and nothing is transparent. A mask becomes
 * `color` on transparency. Null when the image has no data that fits its size.
 */
export async function encodePicture(
  image: DecodedImage,
  { mask, color }: { readonly mask: boolean; readonly color: string },
): Promise<EncodedPicture | null> {
  const { width, height, data } = image;
  if (data === undefined || width <= 0 || height <= 0) return null;
  const pixels = mask ? maskPixels(data, width, height, color) : plainPixels(data, width, height, image.kind ?? 0);
  if (pixels === null) return null;
  const sharp = await loadSharp();
  // Not one that is cloned: a clone copies all the pixels.
  const raw = () => sharp(pixels.bytes, { raw: { width, height, channels: pixels.channels } });
  const png = await raw().png({ compressionLevel: 6 }).toBuffer();
  if (pixels.channels === 3 && width * height > photographPixels) {
    const jpeg = await raw().jpeg({ quality: jpegQuality, mozjpeg: false }).toBuffer();
    if (jpeg.length < png.length / 2) return picture('image/jpeg', jpeg, width, height);
  }
  return picture('image/png', png, width, height);
}

function picture(mediaType: EncodedPicture['mediaType'], bytes: Uint8Array, widthPx: number, heightPx: number) {
  return { mediaType, bytes, widthPx, heightPx };
}

interface Pixels {
  readonly bytes: Uint8Array;
  readonly channels: 1 | 3 | 4;
}

function plainPixels(data: Uint8Array | Uint8ClampedArray, width: number, height: number, kind: number): Pixels | null {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (kind === 3 && bytes.length >= width * height * 4) {
    return isOpaque(bytes) ? { bytes: withoutAlpha(bytes), channels: 3 } : { bytes, channels: 4 };
  }
  if (kind === 2 && bytes.length >= width * height * 3) return { bytes, channels: 3 };
  return kind === 1 ? unpackBits(bytes, width, height) : null;
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let index = 3; index < rgba.length; index += 4) if (rgba[index] !== 255) return false;
  return true;
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

function unpackBits(bits: Uint8Array, width: number, height: number): Pixels | null {
  const rowBytes = (width + 7) >> 3;
  if (bits.length < rowBytes * height) return null;
  const bytes = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = bits[y * rowBytes + (x >> 3)] ?? 0;
      bytes[y * width + x] = (byte >> (7 - (x & 7))) & 1 ? 255 : 0;
    }
  }
  return { bytes, channels: 1 };
}

/** In a stencil a zero bit is painted (ISO 32000-2, 8.9.6.2). */
function maskPixels(data: Uint8Array | Uint8ClampedArray, width: number, height: number, color: string): Pixels | null {
  const bits = unpackBits(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height);
  if (bits === null) return null;
  const [red, green, blue] = colorChannels(color);
  const bytes = new Uint8Array(width * height * 4);
  bits.bytes.forEach((bit, index) => {
    bytes.set([red, green, blue, bit === 0 ? 255 : 0], index * 4);
  });
  return { bytes, channels: 4 };
}
