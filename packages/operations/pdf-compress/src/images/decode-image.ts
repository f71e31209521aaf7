import { readFileSync } from 'node:fs';
import { type BitPlane, invert, packBelowThreshold, wrapFaxInTiff, zerosOfRows } from '@platen/pdf-kit/bilevel';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { asCmyk, inverted } from './cmyk-samples.ts';
import { freeBytes } from './free-bytes.ts';
import type { ImageTask } from './image-task.ts';
import { readJpegHeader } from './jpeg-header.ts';

/** The samples of an image, one byte each, in rows without padding. */
export interface Samples {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** A decoded image, by the form of its samples. */
export type DecodedImage =
  | { readonly kind: 'samples'; readonly samples: Samples }
  /** One component of one bit: set where the sample is 0. */
  | { readonly kind: 'bits'; readonly zeros: BitPlane }
  /** As stored, not scaled to 0–255: palette indexes, or samples of fewer than 8 bits. */
  | { readonly kind: 'values'; readonly samples: Samples };

/**
 * Decodes the data of an image. Of samples of 16 bits the upper byte is kept. Images of one bit a pixel stay packed, since a
 * page at 600 dpi has 35 million pixels. Null if the data is too short or damaged.
 */
export async function decodeImage(task: ImageTask): Promise<DecodedImage | null> {
  const bytes = readFileSync(task.dataPath);
  switch (task.coding.kind) {
    case 'jpeg':
      return decodeJpeg(bytes, task);
    case 'fax':
      return decodeFax(bytes, task);
    case 'samples':
      return unpackSamples(bytes, task);
    case 'opaque':
      return null;
  }
}

/** Decodes the data of an image on the first call only: a page at 300 dpi is 26 MB of samples. */
export function decodeOnce(task: ImageTask): () => Promise<DecodedImage | null> {
  let decoded: Promise<DecodedImage | null> | undefined;
  return () => {
    decoded ??= decodeImage(task);
    return decoded;
  };
}

async function decodeJpeg(bytes: Uint8Array, task: ImageTask): Promise<DecodedImage | null> {
  // Without its profile: a PDF reader ignores it, libvips would convert by it.
  const header = readJpegHeader(bytes);
  const decoded = header === null ? null : await decodeWithSharp(header.stripped, task.components);
  if (decoded === null || decoded.channels !== task.components) return null;
  if (decoded.width !== task.width || decoded.height !== task.height) return null;
  return { kind: 'samples', samples: decoded };
}

async function decodeFax(bytes: Uint8Array, task: ImageTask): Promise<DecodedImage | null> {
  if (task.coding.kind !== 'fax') return null;
  const decoded = await decodeWithSharp(wrapFaxInTiff(bytes, task.width, task.height, task.coding.k), 1);
  if (decoded === null || decoded.width !== task.width || decoded.height !== task.height) return null;
  // The TIFF header says that 0 is white, so white is decoded to 255; with BlackIs1 the PDF sample of white is 0.
  const black = packBelowThreshold(decoded, 128);
  freeBytes(decoded.data);
  return { kind: 'bits', zeros: task.coding.blackIs1 ? invert(black) : black };
}

async function decodeWithSharp(bytes: Uint8Array, components: number): Promise<Samples | null> {
  try {
    const sharp = await loadSharp();
    const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' });
    // libvips decodes grey images to three equal channels.
    const plain = components === 1 ? image.extractChannel(0) : components === 4 ? asCmyk(image) : image;
    const { data, info } = await plain.raw().toBuffer({ resolveWithObject: true });
    return {
      data: components === 4 ? inverted(data) : data,
      width: info.width,
      height: info.height,
      channels: info.channels,
    };
  } catch {
    // An image that a strict decoder rejects is not changed.
    return null;
  }
}

function unpackSamples(bytes: Uint8Array, task: ImageTask): DecodedImage | null {
  const { width, height, components, bitsPerComponent: bits, color } = task;
  const perRow = width * components;
  const rowBytes = (perRow * bits + 7) >> 3;
  if (bytes.length < rowBytes * height) return null;
  if (bits === 1 && components === 1) return { kind: 'bits', zeros: zerosOfRows(bytes, width, height) };
  const shape = { width, height, channels: components };
  if (bits === 8) {
    const samples = { ...shape, data: bytes.subarray(0, perRow * height) };
    return { kind: color === 'indexed' ? 'values' : 'samples', samples };
  }
  const data = new Uint8Array(perRow * height);
  if (bits === 16) {
    for (let index = 0; index < data.length; index += 1) data[index] = bytes[2 * index] ?? 0;
    return { kind: 'samples', samples: { ...shape, data } };
  }
  const mask = 2 ** bits - 1;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < perRow; column += 1) {
      const bit = column * bits;
      const byte = bytes[row * rowBytes + (bit >> 3)] ?? 0;
      data[row * perRow + column] = (byte >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return { kind: 'values', samples: { ...shape, data } };
}
