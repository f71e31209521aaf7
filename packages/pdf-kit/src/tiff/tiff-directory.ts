/** An image file directory of a TIFF file or of EXIF data, which has the same structure (TIFF 6.0, section 2). */
export interface TiffDirectory {
  /** The values of a tag, or undefined when it is not there. Rationals are divided out. */
  values(tag: number): readonly number[] | undefined;
  /** The raw bytes of a tag's value. */
  bytes(tag: number): Uint8Array | undefined;
  /** A tag's value as it is stored. */
  field(tag: number): TiffField | undefined;
  readonly fields: ReadonlyMap<number, TiffField>;
  readonly place: DirectoryPlace;
}

/** The place of a directory in its file. */
export interface DirectoryPlace {
  readonly offset: number;
  /** Where the offset of the next directory is stored, or would be if the file did not end before. */
  readonly nextAt: number;
}

/** The value of a tag: its type, how many there are, and their bytes in the byte order of the file. */
export interface TiffField {
  readonly type: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Tags of image file directories (TIFF 6.0, and the ICC profile of ICC.1). */
export const tiffTags = {
  newSubfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  resolutionX: 282,
  resolutionY: 283,
  planarConfiguration: 284,
  pageName: 285,
  t4Options: 292,
  t6Options: 293,
  resolutionUnit: 296,
  pageNumber: 297,
  dateTime: 306,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  inkSet: 332,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  jpegInterchangeFormat: 513,
  jpegInterchangeFormatLength: 514,
  jpegRestartInterval: 515,
  jpegQTables: 519,
  jpegDcTables: 520,
  jpegAcTables: 521,
  yCbCrCoefficients: 529,
  yCbCrSubsampling: 530,
  referenceBlackWhite: 532,
  iccProfile: 34675,
} as const;

/** Bytes of one value of each field type; an unknown type is skipped. */
const typeBytes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8 };

/** Follows the chain of directories up to where it loops or leaves the file. At most `limit` are read. */
export function readTiffDirectories(file: Uint8Array, limit: number): readonly TiffDirectory[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < 8) return [];
  const little = view.getUint16(0) === 0x4949;
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let offset = view.getUint32(4, little);
  while (offset !== 0 && offset + 2 <= file.byteLength && !seen.has(offset) && directories.length < limit) {
    seen.add(offset);
    const count = view.getUint16(offset, little);
    const end = offset + 2 + count * 12;
    if (end > file.byteLength) break;
    directories.push(readDirectory(file, view, { offset, count, little }));
    offset = end + 4 <= file.byteLength ? view.getUint32(end, little) : 0;
  }
  return directories;
}

function readDirectory(
  file: Uint8Array,
  view: DataView,
  { offset, count, little }: { readonly offset: number; readonly count: number; readonly little: boolean },
): TiffDirectory {
  const entries = new Map<number, TiffField & { readonly at: number }>();
  const end = offset + 2 + count * 12;
  for (let entry = offset + 2; entry < end; entry += 12) {
    const type = view.getUint16(entry + 2, little);
    const values = view.getUint32(entry + 4, little);
    const byteLength = values * (typeBytes[type] ?? 0);
    const at = byteLength <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
    if (byteLength > 0 && at + byteLength <= file.byteLength) {
      entries.set(view.getUint16(entry, little), {
        type,
        count: values,
        at,
        bytes: file.subarray(at, at + byteLength),
      });
    }
  }
  return {
    values(tag) {
      const entry = entries.get(tag);
      if (entry === undefined) return undefined;
      const size = typeBytes[entry.type] ?? 1;
      return Array.from({ length: entry.count }, (_, index) =>
        readValue(view, entry.type, entry.at + index * size, little),
      );
    },
    bytes: (tag) => entries.get(tag)?.bytes,
    field: (tag) => entries.get(tag),
    fields: entries,
    place: { offset, nextAt: end },
  };
}

function readValue(view: DataView, type: number, at: number, little: boolean): number {
  switch (type) {
    case 3:
      return view.getUint16(at, little);
    case 4:
      return view.getUint32(at, little);
    case 5:
      return view.getUint32(at, little) / view.getUint32(at + 4, little);
    case 8:
      return view.getInt16(at, little);
    case 9:
      return view.getInt32(at, little);
    case 10:
      return view.getInt32(at, little) / view.getInt32(at + 4, little);
    default:
      return view.getUint8(at);
  }
}
