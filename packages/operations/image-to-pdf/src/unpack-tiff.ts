import { shorts, type TiffDirectory, type TiffField, tiffTags, writeTiff } from '@platen/pdf-kit/tiff';
import type { InputImage } from './input-image.ts';
import { decompress } from './tiff-compression.ts';
import { readTiffLayout, type TiffLayout } from './tiff-layout.ts';
import { readTiffPieces } from './tiff-pieces.ts';
import { photometricOf, photometrics, pixelFields } from './tiff-pixel-fields.ts';
import { createRowReader, type RowReader, type SampleCoding } from './tiff-samples.ts';

type Samples = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array;

/**
 * One page of a TIFF as a file of its own, for a decoder that does not know how its samples are stored: as 12 bits, 64
 * bits or separate planes in tiles, for example. There they are uncompressed and side by side. Unsigned samples of up
 * to 16 bits are scaled to 8 or 16, those of a palette become its colours, and others get 32 bits with the same values.
 * Null where the kind is unknown here as well, or the data is damaged.
 */
export function unpackTiff(input: InputImage, directory: TiffDirectory): Uint8Array | null {
  const little = input.bytes[0] === 0x49;
  const layout = readTiffLayout(directory, little);
  const read = layout === null ? null : createRowReader(layout.coding);
  const pieces = readTiffPieces(input.bytes, directory)?.pieces ?? [];
  if (layout === null || read === null || pieces.length < layout.planes * layout.across * layout.down) return null;
  // Tiles reach beyond the picture.
  input.checkPixels(layout.across * layout.pieceWidth, layout.down * layout.pieceHeight);
  const fields = pixelFields(directory, little);
  const isPalette = photometricOf(directory) === photometrics.palette;
  const stored = unpackPieces(pieces, layout, read, isPalette);
  if (stored === null) return null;
  const colors = isPalette ? lookUp(stored, layout.samples, directory.values(tiffTags.colorMap) ?? []) : stored;
  const samples = isPalette ? 3 : layout.samples;
  describeSamples(fields, { data: colors, samples, little });
  if (isPalette) fields.set(tiffTags.photometric, shorts([photometrics.rgb], little));
  fields.set(tiffTags.rowsPerStrip, fields.get(tiffTags.height) as TiffField);
  return writeTiff({ fields, pieces: [inByteOrder(colors, little)], isTiled: false, little });
}

function unpackPieces(
  pieces: readonly Uint8Array[],
  layout: TiffLayout,
  read: RowReader,
  isPalette: boolean,
): Samples | null {
  const { width, height, samples, planes, across, down, pieceWidth, pieceHeight, coding } = layout;
  const { data, scale } = createSamples(width * height * samples, coding, isPalette);
  const values = new Float64Array(pieceWidth * coding.perPixel);
  const rowBytes = Math.ceil((values.length * coding.bits) / 8);
  for (let index = 0; index < planes * across * down; index++) {
    const [plane, place] = [Math.floor(index / (across * down)), index % (across * down)];
    const [left, top] = [(place % across) * pieceWidth, Math.floor(place / across) * pieceHeight];
    const rows = Math.min(pieceHeight, height - top);
    const coded = layout.lowBitFirst ? pieces[index]?.map(reversedBits) : pieces[index];
    const bytes = coded === undefined ? null : decompress(coded, layout.compression, rowBytes * pieceHeight);
    if (bytes === null || bytes.byteLength < rowBytes * rows) return null;
    const count = Math.min(pieceWidth, width - left);
    for (let row = 0; row < rows; row++) {
      read(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), values);
      const start = ((top + row) * width + left) * samples + plane;
      for (let pixel = 0; pixel < count; pixel++) {
        for (let sample = 0; sample < coding.perPixel; sample++) {
          const value = values[pixel * coding.perPixel + sample] ?? 0;
          data[start + pixel * samples + sample] = scale === null ? value : Math.round(value * scale);
        }
      }
    }
  }
  return data;
}

/** Room for samples, and what they are multiplied by; null to keep them. */
function createSamples(
  count: number,
  { bits, format }: SampleCoding,
  isPalette: boolean,
): { readonly data: Samples; readonly scale: number | null } {
  if (format === 'float' || bits > 32) return { data: new Float32Array(count), scale: null };
  if (format === 'signed') return { data: new Int32Array(count), scale: null };
  if (bits > 16) return { data: new Uint32Array(count), scale: null };
  const data = bits <= 8 ? new Uint8Array(count) : new Uint16Array(count);
  const white = 2 ** (8 * data.BYTES_PER_ELEMENT) - 1;
  return { data, scale: isPalette ? null : white / (2 ** bits - 1) };
}

function reversedBits(byte: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
}

/** The colours of a palette: all reds, then all greens, then all blues, of 16 bits each. */
function lookUp(indices: Samples, stride: number, colorMap: readonly number[]): Uint8Array {
  const entries = colorMap.length / 3;
  const colors = new Uint8Array((indices.length / stride) * 3);
  for (let pixel = 0; pixel * stride < indices.length; pixel++) {
    const index = indices[pixel * stride] ?? 0;
    for (let channel = 0; channel < 3; channel++) {
      colors[pixel * 3 + channel] = (colorMap[channel * entries + index] ?? 0) >> 8;
    }
  }
  return colors;
}

/** Tags of how samples were stored. */
const storageTags: readonly number[] = [
  tiffTags.fillOrder,
  tiffTags.planarConfiguration,
  tiffTags.predictor,
  tiffTags.colorMap,
  tiffTags.tileWidth,
  tiffTags.tileHeight,
  tiffTags.jpegTables,
];

/** Sample formats. */
const [unsigned, signed, float] = [1, 2, 3];

/** Replaces the tags that say how samples are stored. */
function describeSamples(
  fields: Map<number, TiffField>,
  { data, samples, little }: { readonly data: Samples; readonly samples: number; readonly little: boolean },
): void {
  for (const tag of storageTags) fields.delete(tag);
  const each = (value: number) => shorts(Array<number>(samples).fill(value), little);
  fields.set(tiffTags.compression, shorts([1], little));
  fields.set(tiffTags.samplesPerPixel, shorts([samples], little));
  fields.set(tiffTags.bitsPerSample, each(8 * data.BYTES_PER_ELEMENT));
  fields.set(
    tiffTags.sampleFormat,
    each(data instanceof Float32Array ? float : data instanceof Int32Array ? signed : unsigned),
  );
}

/** The bytes of samples in the order of a file; this machine has the low one first. */
function inByteOrder({ buffer, byteOffset, byteLength, BYTES_PER_ELEMENT }: Samples, little: boolean): Buffer {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (little || BYTES_PER_ELEMENT === 1) return bytes;
  return BYTES_PER_ELEMENT === 2 ? bytes.swap16() : bytes.swap32();
}
