/** The tables of a TrueType or OpenType font by their tag. */
export type SfntTables = ReadonlyMap<string, Uint8Array>;

/**
 * Reads the table directory; in a collection, that of the first font, which viewers use. Null if the bytes are not a font,
 * or tables are outside of the file.
 */
export function readSfnt(font: Uint8Array): SfntTables | null {
  const tables = readSfntTables(font);
  const isComplete = tables !== null && [...tables.values()].every((table) => table !== null);
  return isComplete ? (tables as SfntTables) : null;
}

/** The same, with null for a table that is outside the file: viewers go on without it. */
export function readSfntTables(font: Uint8Array): ReadonlyMap<string, Uint8Array | null> | null {
  if (font.length < 16) return null;
  const view = viewOf(font);
  const start = isCollection(font) ? view.getUint32(12) : 0;
  if (start + 12 > font.length) return null;
  const version = view.getUint32(start);
  if (version !== 0x00010000 && version !== 0x74727565 && version !== openTypeTag) return null;
  const tables = new Map<string, Uint8Array | null>();
  const count = view.getUint16(start + 4);
  if (start + 12 + 16 * count > font.length) return null;
  for (let index = 0; index < count; index += 1) {
    const entry = start + 12 + 16 * index;
    const offset = view.getUint32(entry + 8);
    const length = view.getUint32(entry + 12);
    const tag = Buffer.from(font.subarray(entry, entry + 4)).toString('latin1');
    tables.set(tag, offset > font.length ? null : font.subarray(offset, offset + length));
  }
  return tables;
}

/** Whether it is several fonts in one file. */
export function isCollection(font: Uint8Array): boolean {
  return font.length >= 4 && viewOf(font).getUint32(0) === collectionTag;
}

/** `OTTO`: the outlines are CFF. */
const openTypeTag = 0x4f54544f;
/** `ttcf`: several fonts that share tables. */
const collectionTag = 0x74746366;

/** Puts tables together as a font, in the order of their tags, with checksums. */
export function writeSfnt(tables: SfntTables): Uint8Array {
  const tags = [...tables.keys()].sort();
  const headerBytes = 12 + 16 * tags.length;
  const total = tags.reduce((sum, tag) => sum + padded(tables.get(tag)?.length ?? 0), headerBytes);
  const out = new Uint8Array(total);
  const view = viewOf(out);
  const searched = 2 ** Math.floor(Math.log2(Math.max(1, tags.length)));
  view.setUint32(0, tables.has('CFF ') ? openTypeTag : 0x00010000);
  view.setUint16(4, tags.length);
  view.setUint16(6, searched * 16);
  view.setUint16(8, Math.log2(searched));
  view.setUint16(10, (tags.length - searched) * 16);
  let offset = headerBytes;
  for (const [index, tag] of tags.entries()) {
    const table = tables.get(tag) ?? new Uint8Array();
    const entry = 12 + 16 * index;
    out.set(Buffer.from(tag, 'latin1'), entry);
    out.set(table, offset);
    view.setUint32(entry + 4, checksum(view, offset, padded(table.length)));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, table.length);
    offset += padded(table.length);
  }
  return out;
}

/** A view of the bytes of an array. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

function checksum(view: DataView, offset: number, length: number): number {
  let sum = 0;
  for (let index = offset; index < offset + length; index += 4) sum = (sum + view.getUint32(index)) >>> 0;
  return sum;
}
