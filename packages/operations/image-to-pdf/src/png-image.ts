import { createAlphaMask } from './alpha-mask.ts';
import { damaged } from './damaged-image.ts';
import { colorSpaceWith } from './icc-profile.ts';
import type { CodedImage, ColorSpace } from './image-page.ts';
import { losslessImage } from './lossless-image.ts';
import type { PixelSource } from './pixel-source.ts';
import type { PngChunks } from './png-chunks.ts';
import { channelsOfPng, checkPngData, readPngRows } from './png-rows.ts';

/**
 * A PNG that is not interlaced: its own compressed data as it is, since PNG's compression and filters are those of
 * FlateDecode. Only an alpha channel among the colours has to be taken out of the pixels, and a palette with several
 * degrees of opacity needs a mask beside the data. Rejects with `damaged_file`.
 */
export async function codePng(png: PngChunks, fileName: string): Promise<CodedImage> {
  const rows = () => rowsOf(png, fileName);
  if (png.colorType === 4 || png.colorType === 6) return losslessImage(pngPixels(png, rows), png.profile);
  const colorKey = colorKeyOf(png);
  const softMask = colorKey === null ? await maskOf(png, rows) : null;
  if (softMask === null) await checkData(png, fileName);
  const components = png.colorType === 2 ? 3 : 1;
  return {
    width: png.width,
    height: png.height,
    bitsPerComponent: png.bitDepth,
    colorSpace: colorSpaceOf(png),
    filter: 'FlateDecode',
    decodeParms: `<</Predictor 15/Colors ${components}/BitsPerComponent ${png.bitDepth}/Columns ${png.width}>>`,
    decode: null,
    colorKey,
    softMask,
    data: png.data,
  };
}

async function* rowsOf(png: PngChunks, fileName: string): AsyncGenerator<Uint8Array> {
  try {
    yield* readPngRows(png);
  } catch (cause) {
    throw damaged(fileName, cause);
  }
}

/** Data that no reader could decode must not get into a document. */
async function checkData(png: PngChunks, fileName: string): Promise<void> {
  await checkPngData(png).catch((cause: unknown) => {
    throw damaged(fileName, cause);
  });
}

function pngPixels({ width, height, colorType, bitDepth }: PngChunks, bands: PixelSource['bands']): PixelSource {
  return { width, height, channels: channelsOfPng[colorType], bytesPerSample: bitDepth === 16 ? 2 : 1, bands };
}

function colorSpaceOf({ colorType, palette, profile }: PngChunks): ColorSpace {
  if (colorType !== 3) return colorSpaceWith(colorType === 2 ? 3 : 1, profile);
  return { kind: 'indexed', base: colorSpaceWith(3, profile), palette: palette ?? new Uint8Array(3) };
}

/**
 * The transparent value as a colour key, [first last] for each component; null when it takes a mask to say it, as with
 * 16 bits, of which viewers compare fewer.
 */
function colorKeyOf({ colorType, bitDepth, transparency }: PngChunks): readonly number[] | null {
  if (transparency === null) return null;
  if (colorType !== 3) {
    const view = new DataView(transparency.buffer, transparency.byteOffset, transparency.byteLength);
    const count = colorType === 2 ? 3 : 1;
    if (bitDepth === 16 || transparency.byteLength < count * 2) return null;
    return Array.from({ length: count }, (_, index) => view.getUint16(index * 2)).flatMap((value) => [value, value]);
  }
  const first = transparency.findIndex((alpha) => alpha < 255);
  const last = transparency.findLastIndex((alpha) => alpha < 255);
  const run = transparency.subarray(first, last + 1);
  return first >= 0 && run.every((alpha) => alpha === 0) ? [first, last] : null;
}

/** What takes a mask to say; null when all is opaque. */
async function maskOf(png: PngChunks, rows: PixelSource['bands']): Promise<CodedImage | null> {
  if (png.transparency === null) return null;
  if (png.colorType === 3) return paletteMask(png, rows);
  return png.bitDepth === 16 ? valueMask(png, png.transparency, rows) : null;
}

/** Transparent where a pixel of 16 bits a sample has the transparent value. */
async function valueMask(
  { width, height, colorType }: PngChunks,
  transparency: Uint8Array,
  rows: PixelSource['bands'],
): Promise<CodedImage | null> {
  const stride = channelsOfPng[colorType] * 2;
  if (transparency.byteLength < stride) return null;
  const value = transparency.subarray(0, stride);
  const mask = createAlphaMask({ width, height, channels: 1, bytesPerSample: 1 });
  for await (const band of rows()) {
    const alpha = new Uint8Array(band.byteLength / stride);
    for (let pixel = 0, at = 0; pixel < alpha.length; pixel++, at += stride) {
      alpha[pixel] = value.every((byte, index) => band[at + index] === byte) ? 0 : 255;
    }
    await mask.write(alpha);
  }
  return mask.finish();
}

/** The opacity of each pixel by that of its palette entry; null when all of it is opaque. */
async function paletteMask(png: PngChunks, rows: PixelSource['bands']): Promise<CodedImage | null> {
  const { width, height, bitDepth, transparency } = png;
  const alphaOf = Uint8Array.from({ length: 256 }, (_, index) => transparency?.[index] ?? 255);
  const mask = createAlphaMask({ width, height, channels: 1, bytesPerSample: 1 });
  const rowBytes = Math.ceil((width * bitDepth) / 8);
  for await (const band of rows()) {
    const alpha = new Uint8Array((band.byteLength / rowBytes) * width);
    for (let to = 0, from = 0; from < band.byteLength; from += rowBytes) {
      for (let x = 0; x < width; x++) alpha[to++] = alphaOf[unpack(band, from * 8 + x * bitDepth, bitDepth)] ?? 255;
    }
    await mask.write(alpha);
  }
  return mask.finish();
}

/** The sample of at most 8 bits that begins at a bit. */
function unpack(bytes: Uint8Array, bit: number, bits: number): number {
  return ((bytes[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}
