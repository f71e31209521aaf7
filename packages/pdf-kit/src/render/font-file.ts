import { closeSync, openSync, readSync } from 'node:fs';

/** One face of a font file, as its tables describe it (OpenType specification 1.9). */
export interface FontFace {
  readonly path: string;
  /** Offset of the table directory of the face: above 0 only in a collection. */
  readonly offset: number;
  /** Family, full and PostScript names, in lower case without spaces, hyphens and commas. */
  readonly names: readonly string[];
  /** The family name as it is usually written. */
  readonly family: string;
  /** 100–900. */
  readonly weight: number;
  readonly italic: boolean;
  readonly fixedPitch: boolean;
  /** `ulCodePageRange1` of the OS/2 table: one bit for each character set that the face supports. */
  readonly codePages: number;
}

/** Faces of one collection; more is a broken file. */
const maxFaces = 64;

/** The faces of a TrueType, OpenType or collection file. An unreadable file has none. */
export function readFontFaces(path: string): readonly FontFace[] {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    // A dangling link or a file for other eyes: it is not a font for us.
    return [];
  }
  const read: ReadAt = (offset, length) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
  };
  try {
    return faceOffsets(read).flatMap((offset) => readFace(path, offset, read) ?? []);
  } catch {
    // A file that is cut off or is no font at all.
    return [];
  } finally {
    closeSync(descriptor);
  }
}

/** Font names are compared without what writers add and leave out at will. */
export function normalizeFontName(name: string): string {
  return name.toLowerCase().replace(/[\s,_-]/g, '');
}

type ReadAt = (offset: number, length: number) => Buffer;

function faceOffsets(read: ReadAt): readonly number[] {
  const header = read(0, 12 + maxFaces * 4);
  if (header.toString('latin1', 0, 4) !== 'ttcf') return [0];
  const count = Math.min(header.readUInt32BE(8), maxFaces);
  return Array.from({ length: count }, (_, index) => header.readUInt32BE(12 + index * 4));
}

function readFace(path: string, offset: number, read: ReadAt): FontFace | null {
  const tables = readTables(offset, read);
  const name = tables('name');
  const os2 = tables('OS/2');
  if (name === null) return null;
  const names = readNames(name);
  const family = names.get(16) ?? names.get(1);
  if (family === undefined) return null;
  const selection = os2 === null ? 0 : os2.readUInt16BE(62);
  const variants = [names.get(1), names.get(4), names.get(6), names.get(16)];
  return {
    path,
    offset,
    family,
    names: [...new Set(variants.flatMap((each) => (each === undefined ? [] : normalizeFontName(each))))],
    weight: os2?.readUInt16BE(4) ?? 400,
    italic: (selection & 1) === 1,
    fixedPitch: (tables('post')?.readUInt32BE(12) ?? 0) !== 0,
    codePages: os2 !== null && os2.byteLength >= 82 ? os2.readUInt32BE(78) : 0,
  };
}

/** Reads a table by its tag; null when the face has none. */
function readTables(offset: number, read: ReadAt): (tag: string) => Buffer | null {
  const count = read(offset, 12).readUInt16BE(4);
  const directory = read(offset + 12, count * 16);
  return (tag) => {
    for (let entry = 0; entry < directory.byteLength; entry += 16) {
      if (directory.toString('latin1', entry, entry + 4) === tag) {
        return read(directory.readUInt32BE(entry + 8), Math.min(directory.readUInt32BE(entry + 12), 65_536));
      }
    }
    return null;
  };
}

const windowsPlatform = 3;
const englishUnitedStates = 0x409;

/** Names by their identifier, the English ones of Windows where there are several. */
function readNames(table: Buffer): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const count = table.readUInt16BE(2);
  const storage = table.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const record = 6 + index * 12;
    const id = table.readUInt16BE(record + 6);
    const preferred = table.readUInt16BE(record) === windowsPlatform;
    if (!preferred && names.has(id)) continue;
    if (preferred && table.readUInt16BE(record + 4) !== englishUnitedStates && names.has(id)) continue;
    const start = storage + table.readUInt16BE(record + 10);
    const bytes = Buffer.from(table.subarray(start, start + table.readUInt16BE(record + 8)));
    names.set(
      id,
      preferred && bytes.byteLength % 2 === 0 ? bytes.swap16().toString('utf16le') : bytes.toString('latin1'),
    );
  }
  return names;
}
