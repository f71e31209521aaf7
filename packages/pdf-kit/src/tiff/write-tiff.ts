import type { TiffField } from './tiff-directory.ts';
import { tiffTags } from './tiff-directory.ts';

/** Field types. */
const [short, long] = [3, 4];
const headerBytes = 8;

/** The fields of a page except those with the places of its data, and the strips or tiles of that data. */
export interface TiffPage {
  readonly fields: ReadonlyMap<number, TiffField>;
  readonly pieces: readonly Uint8Array[];
  readonly isTiled: boolean;
  /** The byte order, also of the fields. */
  readonly little: boolean;
}

/** A TIFF file of one page. */
export function writeTiff({ fields, pieces, isTiled, little }: TiffPage): Uint8Array {
  let at = headerBytes;
  const offsets = pieces.map((piece) => {
    const offset = at;
    at += piece.byteLength;
    return offset;
  });
  const counts = pieces.map((piece) => piece.byteLength);
  const located = new Map(fields);
  located.set(isTiled ? tiffTags.tileOffsets : tiffTags.stripOffsets, longs(offsets, little));
  located.set(isTiled ? tiffTags.tileByteCounts : tiffTags.stripByteCounts, longs(counts, little));
  const padding = Buffer.alloc(at % 2);
  const start = at + padding.byteLength;
  const header = Buffer.from(little ? 'II*\0' : 'MM\0*', 'latin1');
  const place = Buffer.alloc(4);
  writeUint32(place, start, 0, little);
  return Buffer.concat([header, place, ...pieces, padding, directoryBytes(located, start, little)]);
}

/** A field of 16-bit numbers. */
export function shorts(values: readonly number[], little: boolean): TiffField {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) writeUint16(bytes, value, index * 2, little);
  return { type: short, count: values.length, bytes };
}

/** A field of 32-bit numbers. */
export function longs(values: readonly number[], little: boolean): TiffField {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) writeUint32(bytes, value, index * 4, little);
  return { type: long, count: values.length, bytes };
}

/** A directory followed by the values that do not fit into its entries. */
export function directoryBytes(fields: ReadonlyMap<number, TiffField>, start: number, little: boolean): Uint8Array {
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
