import { loadSharp } from '@platen/pdf-kit/sharp';
import { jpegTolerance, toLuma } from '../images/convert-samples.ts';
import type { Samples } from '../images/decode-image.ts';
import { freeBytes } from '../images/free-bytes.ts';
import type { PixelSize } from '../images/target-size.ts';
import { untransformedJpeg } from '../images/untransformed-jpeg.ts';
import type { GrayImage } from './gray-image.ts';

/** A scan in YCbCr with 4:2:0 chroma subsampling, as in a JPEG: half the bytes of its samples. */
export interface ScanPlanes {
  readonly luma: GrayImage;
  /** Two channels, Cb and Cr (ITU-R BT.601), at half the size; null for grey. */
  readonly chroma: Samples | null;
}

/** The weights of red, green and blue in luma (ITU-R BT.601). */
const lumaWeights: [number, number, number] = [0.299, 0.587, 0.114];

/**
 * Decodes a JPEG of three components at a size, without ever holding its samples: 26 MB of a page at 300 dpi, four times
 * that at 600. Null if it is damaged. With `mayBeGray`, an almost colourless scan has no chroma.
 */
export async function decodePlanes(jpeg: Uint8Array, size: PixelSize, mayBeGray: boolean): Promise<ScanPlanes | null> {
  try {
    const sharp = await loadSharp();
    // YCbCr is read as it is stored, without a conversion to RGB, in a quarter of the time.
    const untransformed = untransformedJpeg(jpeg);
    const decode = ({ width, height }: PixelSize) =>
      sharp(untransformed ?? jpeg, { limitInputPixels: false, failOn: 'error' }).resize(width, height, { fit: 'fill' });
    const full = untransformed === null ? decode(size).recomb([lumaWeights, lumaWeights, lumaWeights]) : decode(size);
    const luma = { data: plainBytes(await full.extractChannel(0).raw().toBuffer()), ...size };
    const half = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) };
    const samples = { data: plainBytes(await decode(half).raw().toBuffer()), ...half, channels: 3 };
    const chroma = untransformed === null ? chromaOf(samples) : storedChroma(samples);
    freeBytes(samples.data);
    return { luma, chroma: mayBeGray && isColorless(chroma) ? null : chroma };
  } catch {
    // An image that a strict decoder refuses stays as it is.
    return null;
  }
}

/** A plain byte array, as loops that get buffers too are compiled for both. */
function plainBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function chromaOf({ data, width, height }: Samples): Samples {
  const chroma = new Uint8Array(width * height * 2);
  for (let from = 0, to = 0; to < chroma.length; from += 3, to += 2) {
    const red = data[from] as number;
    const green = data[from + 1] as number;
    const blue = data[from + 2] as number;
    chroma[to] = 128.5 - 0.168_736 * red - 0.331_264 * green + 0.5 * blue;
    chroma[to + 1] = 128.5 + 0.5 * red - 0.418_688 * green - 0.081_312 * blue;
  }
  return { data: chroma, width, height, channels: 2 };
}

function storedChroma({ data, width, height }: Samples): Samples {
  const chroma = new Uint8Array(width * height * 2);
  for (let from = 1, to = 0; to < chroma.length; from += 3, to += 2) {
    chroma[to] = data[from] as number;
    chroma[to + 1] = data[from + 1] as number;
  }
  return { data: chroma, width, height, channels: 2 };
}

/** Whether red, green and blue would be equal, within the tolerance of JPEG. */
function isColorless({ data }: Samples): boolean {
  for (let at = 0; at < data.length; at += 2) {
    const blue = 1.772 * ((data[at] as number) - 128);
    const red = 1.402 * ((data[at + 1] as number) - 128);
    const green = -0.194_208 * blue - 0.509_37 * red;
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > jpegTolerance) return false;
  }
  return true;
}

/** Converts samples of one or three channels to YCbCr. */
export function splitPlanes(samples: Samples, isGray: boolean): ScanPlanes {
  const { data, width, height, channels } = samples;
  if (channels === 1) return { luma: { data, width, height }, chroma: null };
  const { data: luma } = toLuma(samples);
  return { luma: { data: luma, width, height }, chroma: isGray ? null : halfChroma(samples) };
}

function halfChroma({ data, width, height }: Samples): Samples {
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const chroma = new Uint8Array(columns * rows * 2);
  for (let row = 0, to = 0; row < rows; row += 1) {
    const upper = 2 * row * width;
    // An odd last row or column counts twice.
    const lower = Math.min(2 * row + 1, height - 1) * width;
    for (let column = 0; column < columns; column += 1, to += 2) {
      const [left, right] = [2 * column, Math.min(2 * column + 1, width - 1)];
      const [a, b, c, d] = [(upper + left) * 3, (upper + right) * 3, (lower + left) * 3, (lower + right) * 3];
      const red = (data[a] as number) + (data[b] as number) + (data[c] as number) + (data[d] as number);
      const green =
        (data[a + 1] as number) + (data[b + 1] as number) + (data[c + 1] as number) + (data[d + 1] as number);
      const blue =
        (data[a + 2] as number) + (data[b + 2] as number) + (data[c + 2] as number) + (data[d + 2] as number);
      chroma[to] = 128.5 - 0.042_184 * red - 0.082_816 * green + 0.125 * blue;
      chroma[to + 1] = 128.5 + 0.125 * red - 0.104_672 * green - 0.020_328 * blue;
    }
  }
  return { data: chroma, width: columns, height: rows, channels: 2 };
}

/** Converts luma, and chroma at half its size, to samples of three channels. */
export function joinPlanes(luma: Samples, chroma: Samples): Samples {
  const { width, height } = luma;
  const data = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const shades = luma.data.subarray(y * width, (y + 1) * width);
    const colors = chroma.data.subarray(2 * (y >> 1) * chroma.width);
    joinRow(shades, colors, data.subarray(3 * y * width));
  }
  return { data: new Uint8Array(data.buffer), width, height, channels: 3 };
}

function joinRow(shades: Uint8Array, colors: Uint8Array, target: Uint8ClampedArray): void {
  for (let x = 0; x < shades.length; x += 1) {
    const shade = shades[x] as number;
    const blue = (colors[2 * (x >> 1)] as number) - 128;
    const red = (colors[2 * (x >> 1) + 1] as number) - 128;
    target[3 * x] = shade + 1.402 * red;
    target[3 * x + 1] = shade - 0.344_136 * blue - 0.714_136 * red;
    target[3 * x + 2] = shade + 1.772 * blue;
  }
}
