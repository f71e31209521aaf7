import { damaged, unsupportedVariant } from './damaged-image.ts';
import { defaultDpi, type ImagePage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { losslessImage } from './lossless-image.ts';
import { type Raster, rasterPixels } from './raster.ts';
import { usableResolution } from './tiff-directory.ts';

/** A Windows bitmap: 1 to 32 bits a pixel, run-length coded or not, as wingdi.h describes it. */
export async function bmpPage(input: InputImage): Promise<ImagePage> {
  const header = readHeader(input.bytes);
  if (header === null) throw damaged(input.fileName);
  input.checkPixels(header.width, header.height);
  if (!compressions.includes(header.compression)) throw unsupportedVariant(input.fileName, input.mediaType);
  const raster = readPixels(input.bytes, header);
  if (raster === null) throw damaged(input.fileName);
  const resolution = usableResolution(header.dpiX, header.dpiY) ?? { dpiX: defaultDpi, dpiY: defaultDpi };
  return { image: await losslessImage(rasterPixels(raster), null), orientation: 1, ...resolution };
}

interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly dataOffset: number;
  readonly dpiX: number;
  readonly dpiY: number;
  readonly paletteOffset: number;
  readonly paletteEntries: number;
  /** Bytes of one palette entry: 3 in the oldest format, else 4. */
  readonly paletteStride: number;
  /** Which bits hold red, green, blue and alpha, for 16 and 32 bits a pixel. */
  readonly masks: readonly [number, number, number, number];
}

const uncompressed = 0;
const runLength8 = 1;
const runLength4 = 2;
const bitFields = 3;
const alphaBitFields = 6;
/** Others have a JPEG or PNG for printers in them, or the fax code of OS/2. */
const compressions: readonly number[] = [uncompressed, runLength8, runLength4, bitFields, alphaBitFields];

function readHeader(file: Uint8Array): BmpHeader | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < 26) return null;
  const headerBytes = view.getUint32(14, true);
  const dataOffset = view.getUint32(10, true);
  if (headerBytes === 12) {
    const bits = view.getUint16(24, true);
    const [width, height] = [view.getUint16(18, true), view.getUint16(20, true)];
    const old = { width, height, bits, dataOffset, topDown: false, compression: uncompressed, dpiX: 0, dpiY: 0 };
    return { ...old, paletteOffset: 26, paletteEntries: 2 ** bits, paletteStride: 3, masks: usualMasks(bits) };
  }
  if (file.byteLength < 14 + headerBytes || headerBytes < 40) return null;
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const signedHeight = view.getInt32(22, true);
  const masked = compression === bitFields || compression === alphaBitFields;
  const maskBytes = masked && headerBytes === 40 ? (compression === alphaBitFields ? 16 : 12) : 0;
  const hasAlphaMask = headerBytes >= 56 || compression === alphaBitFields;
  return {
    width: view.getInt32(18, true),
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bits,
    compression,
    dataOffset,
    dpiX: view.getInt32(38, true) * 0.0254,
    dpiY: view.getInt32(42, true) * 0.0254,
    paletteOffset: 14 + headerBytes + maskBytes,
    paletteEntries: view.getUint32(46, true) || 2 ** bits,
    paletteStride: 4,
    masks: masked
      ? ([54, 58, 62, 66].map((at, index) =>
          index < 3 || hasAlphaMask ? view.getUint32(at, true) : 0,
        ) as unknown as BmpHeader['masks'])
      : usualMasks(bits),
  };
}

function usualMasks(bits: number): BmpHeader['masks'] {
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0x00ff00, 0x0000ff, 0];
}

function readPixels(file: Uint8Array, header: BmpHeader): Raster | null {
  if (header.width <= 0 || header.height === 0) return null;
  if (header.compression === runLength8 || header.compression === runLength4) {
    return fromPalette(file, header, unpackRuns(file, header));
  }
  const stride = Math.ceil((header.width * header.bits) / 32) * 4;
  if (header.dataOffset + stride * header.height > file.byteLength) return null;
  if (header.bits <= 8) return fromPalette(file, header, unpackIndices(file, header, stride));
  const raster = unpackColors(file, header, stride);
  if (raster === null || !isInvisible(raster)) return raster;
  const [red, green, blue] = header.masks;
  return unpackColors(file, { ...header, masks: [red, green, blue, 0] }, stride);
}

/** Whether the alpha is 0 everywhere: many writers name its bits and leave them empty, and readers ignore it then. */
function isInvisible({ channels, data }: Raster): boolean {
  if (channels !== 4) return false;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
}

/** Palette indices, a byte each, rows from the top. */
function unpackIndices(
  file: Uint8Array,
  { width, height, bits, dataOffset, topDown }: BmpHeader,
  stride: number,
): Uint8Array {
  const indices = new Uint8Array(width * height);
  const perByte = 8 / bits;
  for (let row = 0; row < height; row++) {
    const from = dataOffset + (topDown ? row : height - 1 - row) * stride;
    for (let x = 0; x < width; x++) {
      const byte = file[from + Math.floor(x / perByte)] ?? 0;
      indices[row * width + x] = (byte >> (8 - bits * ((x % perByte) + 1))) & ((1 << bits) - 1);
    }
  }
  return indices;
}

/**
 * BI_RLE8 and BI_RLE4: pairs of count and value; a count of 0 introduces an end, a move or literal pixels. Rows from the top
 * are not allowed with them, but found.
 */
function unpackRuns(file: Uint8Array, { width, height, compression, dataOffset, topDown }: BmpHeader): Uint8Array {
  const indices = new Uint8Array(width * height);
  const nibbles = compression === runLength4;
  let [x, y, at] = [0, height - 1, dataOffset];
  const put = (index: number) => {
    if (x < width && y >= 0) indices[(topDown ? height - 1 - y : y) * width + x] = index;
    x++;
  };
  const pick = (byte: number, position: number) => (nibbles ? (position % 2 === 0 ? byte >> 4 : byte & 15) : byte);
  while (at + 1 < file.byteLength && y >= 0) {
    const [count = 0, value = 0] = file.subarray(at, at + 2);
    at += 2;
    if (count > 0) {
      for (let position = 0; position < count; position++) put(pick(value, position));
    } else if (value === 0) {
      x = 0;
      y--;
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      x += file[at] ?? 0;
      y -= file[at + 1] ?? 0;
      at += 2;
    } else {
      for (let position = 0; position < value; position++)
        put(pick(file[at + (nibbles ? position >> 1 : position)] ?? 0, position));
      const byteLength = nibbles ? Math.ceil(value / 2) : value;
      at += byteLength + (byteLength % 2);
    }
  }
  return indices;
}

function fromPalette(
  file: Uint8Array,
  { width, height, paletteOffset, paletteEntries, paletteStride }: BmpHeader,
  indices: Uint8Array,
): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < indices.length; pixel++) {
    const index = indices[pixel] ?? 0;
    // What is beyond the palette is black.
    if (index >= paletteEntries) continue;
    const entry = paletteOffset + index * paletteStride;
    data[pixel * 3] = file[entry + 2] ?? 0;
    data[pixel * 3 + 1] = file[entry + 1] ?? 0;
    data[pixel * 3 + 2] = file[entry] ?? 0;
  }
  return { width, height, channels: 3, data };
}

function unpackColors(file: Uint8Array, header: BmpHeader, stride: number): Raster | null {
  const { width, height, bits, dataOffset, topDown, masks } = header;
  if (![16, 24, 32].includes(bits)) return null;
  const channels = masks[3] === 0 ? 3 : 4;
  const fields = masks.slice(0, channels).map(bitField);
  const data = new Uint8Array(width * height * channels);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let to = 0;
  for (let row = 0; row < height; row++) {
    let from = dataOffset + (topDown ? row : height - 1 - row) * stride;
    for (let x = 0; x < width; x++, from += bits / 8) {
      const value = readPixel(view, from, bits);
      for (const { shift, max } of fields) data[to++] = Math.round((((value >>> shift) & max) * 255) / max);
    }
  }
  return { width, height, channels, data };
}

function readPixel(view: DataView, at: number, bits: number): number {
  if (bits === 16) return view.getUint16(at, true);
  if (bits === 32) return view.getUint32(at, true);
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function bitField(mask: number): { readonly shift: number; readonly max: number } {
  if (mask === 0) return { shift: 0, max: 1 };
  const shift = 31 - Math.clz32(mask & -mask);
  return { shift, max: mask >>> shift };
}
