import type { TiffDirectory, TiffField } from './tiff-directory.ts';
import { tiffTags } from './tiff-directory.ts';

/** The tags that determine how pixels are decoded; all others describe them, or are for other applications. */
const pixelTags: readonly number[] = [
  tiffTags.width,
  tiffTags.height,
  tiffTags.bitsPerSample,
  tiffTags.compression,
  tiffTags.photometric,
  tiffTags.fillOrder,
  tiffTags.samplesPerPixel,
  tiffTags.rowsPerStrip,
  tiffTags.planarConfiguration,
  tiffTags.t4Options,
  tiffTags.t6Options,
  tiffTags.predictor,
  tiffTags.colorMap,
  tiffTags.tileWidth,
  tiffTags.tileHeight,
  tiffTags.inkSet,
  tiffTags.extraSamples,
  tiffTags.sampleFormat,
  tiffTags.jpegTables,
  tiffTags.yCbCrCoefficients,
  tiffTags.yCbCrSubsampling,
  tiffTags.referenceBlackWhite,
  tiffTags.iccProfile,
];

/** Tags with one value for each sample of a pixel. */
const tagsOfSamples: readonly number[] = [tiffTags.bitsPerSample, tiffTags.sampleFormat];

/** Number of colour samples by photometric interpretation. */
const colorSamples: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3, 9: 3 };

const [whiteIsZero, blackIsZero, rgb, palette] = [0, 1, 2, 3];

/** Compressions of CCITT: Modified Huffman, Group 3 and Group 4. */
const ccittCompressions: readonly number[] = [2, 3, 4];

/** The meaning of an extra sample that is neither opacity nor anything else. */
const unspecified = 0;

/** Field types. */
const [short, long] = [3, 4];
const headerBytes = 8;

/** Maximum samples of a pixel, more than decoders accept. */
const maxSamples = 64;

/**
 * One page of a TIFF as a file of its own. Its directory has only the tags that its pixels need, in order and with the
 * right number of values, so that a decoder that treats any warning as damage accepts files whose other tags are
 * invalid. Null if the strips or tiles are not in the file, or if the values of its tags overlap and so exceed it.
 */
export function plainTiff(file: Uint8Array, directory: TiffDirectory): Uint8Array | null {
  const little = file[0] === 0x49;
  const isTiled = directory.field(tiffTags.tileOffsets) !== undefined;
  const [offsetTag, countTag] = isTiled
    ? [tiffTags.tileOffsets, tiffTags.tileByteCounts]
    : [tiffTags.stripOffsets, tiffTags.stripByteCounts];
  const pieces = readPieces(file, directory.values(offsetTag) ?? [], directory.values(countTag) ?? []);
  if (pieces === null) return null;
  let at = headerBytes;
  const offsets = pieces.map((piece) => {
    const offset = at;
    at += piece.byteLength;
    return offset;
  });
  const fields = pixelFields(directory, little);
  if (byteLengthOf(fields) > file.byteLength) return null;
  fields.set(offsetTag, longs(offsets, little));
  const counts = pieces.map((piece) => piece.byteLength);
  fields.set(countTag, longs(counts, little));
  const padding = Buffer.alloc(at % 2);
  const start = at + padding.byteLength;
  const header = Buffer.from(file.subarray(0, headerBytes));
  writeUint32(header, start, 4, little);
  return Buffer.concat([header, ...pieces, padding, directoryBytes(fields, start, little)]);
}

function byteLengthOf(fields: ReadonlyMap<number, TiffField>): number {
  return [...fields.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

function pixelFields(directory: TiffDirectory, little: boolean): Map<number, TiffField> {
  const fields = new Map<number, TiffField>();
  const [samples = 1] = directory.values(tiffTags.samplesPerPixel) ?? [];
  for (const tag of pixelTags) {
    const field = directory.field(tag);
    if (field !== undefined) fields.set(tag, tagsOfSamples.includes(tag) ? firstValues(field, samples) : field);
  }
  const [photometric = likelyPhotometric(directory, samples)] = directory.values(tiffTags.photometric) ?? [];
  fields.set(tiffTags.photometric, shorts([photometric], little));
  const extra = Math.min(samples, maxSamples) - (colorSamples[photometric] ?? samples);
  if (extra > 0 && !fields.has(tiffTags.extraSamples)) {
    fields.set(tiffTags.extraSamples, shorts(Array(extra).fill(unspecified), little));
  }
  return fields;
}

/** The photometric interpretation that decoders assume if none is given. */
function likelyPhotometric(directory: TiffDirectory, samples: number): number {
  if (directory.field(tiffTags.colorMap) !== undefined) return palette;
  if (samples >= 3) return rgb;
  const [compression = 1] = directory.values(tiffTags.compression) ?? [];
  return ccittCompressions.includes(compression) ? whiteIsZero : blackIsZero;
}

/**
 * The strips or tiles. One without a length extends to the next one. Null if one is empty, or if together they exceed
 * the file: a hostile one may name the same bytes many times.
 */
function readPieces(
  file: Uint8Array,
  offsets: readonly number[],
  counts: readonly number[],
): readonly Uint8Array[] | null {
  const ordered = [...offsets].sort((one, other) => one - other);
  const nextOffsets = new Map(ordered.map((offset, index) => [offset, ordered[index + 1] ?? file.byteLength]));
  let left = file.byteLength;
  const pieces: Uint8Array[] = [];
  for (const [index, offset] of offsets.entries()) {
    const count = counts[index] ?? 0;
    const piece = file.subarray(offset, count === 0 ? nextOffsets.get(offset) : offset + count);
    left -= piece.byteLength;
    if (piece.byteLength === 0 || left < 0) return null;
    pieces.push(piece);
  }
  return pieces.length === 0 ? null : pieces;
}

function firstValues({ type, count, bytes }: TiffField, most: number): TiffField {
  return count <= most
    ? { type, count, bytes }
    : { type, count: most, bytes: bytes.subarray(0, most * (bytes.byteLength / count)) };
}

function shorts(values: readonly number[], little: boolean): TiffField {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) writeUint16(bytes, value, index * 2, little);
  return { type: short, count: values.length, bytes };
}

function longs(values: readonly number[], little: boolean): TiffField {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) writeUint32(bytes, value, index * 4, little);
  return { type: long, count: values.length, bytes };
}

/** A directory followed by the values that do not fit into its entries. */
function directoryBytes(fields: ReadonlyMap<number, TiffField>, start: number, little: boolean): Uint8Array {
  const directory = Buffer.alloc(2 + fields.size * 12 + 4);
  writeUint16(directory, fields.size, 0, little);
  const values: Uint8Array[] = [];
  let at = start + directory.byteLength;
  const sorted = [...fields].sort(([one], [other]) => one - other);
  for (const [index, [tag, { type, count, bytes }]] of sorted.entries()) {
    const entry = 2 + index * 12;
    writeUint16(directory, tag, entry, little);
    writeUint16(directory, type, entry + 2, little);
    writeUint32(directory, count, entry + 4, little);
    if (bytes.byteLength <= 4) directory.set(bytes, entry + 8);
    else {
      writeUint32(directory, at, entry + 8, little);
      const padding = Buffer.alloc(bytes.byteLength % 2);
      values.push(bytes, padding);
      at += bytes.byteLength + padding.byteLength;
    }
  }
  return Buffer.concat([directory, ...values]);
}

function writeUint16(bytes: Buffer, value: number, at: number, little: boolean): void {
  if (little) bytes.writeUInt16LE(value, at);
  else bytes.writeUInt16BE(value, at);
}

function writeUint32(bytes: Buffer, value: number, at: number, little: boolean): void {
  if (little) bytes.writeUInt32LE(value, at);
  else bytes.writeUInt32BE(value, at);
}
