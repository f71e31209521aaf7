import { viewOf } from './sfnt.ts';

/**
 * The characters that the largest subtable of `cmap` lists, and the bytes of all names, each of which engines go through:
 * segments may overlap, and names may share their bytes. Source: OpenType, `cmap` and `name`. Nothing of what is damaged.
 */
export function countListed(tables: ReadonlyMap<string, Uint8Array | null>): number {
  return countCharacters(tables.get('cmap')) + countNameBytes(tables.get('name'));
}

function countCharacters(table: Uint8Array | null | undefined): number {
  if (!table) return 0;
  const read = reader(table);
  const offsets = new Set(
    Array.from({ length: Math.min(read.u16(2), table.length / 8) }, (_, at) => read.u32(8 + 8 * at)),
  );
  let most = 0;
  for (const offset of offsets) most = Math.max(most, countSubtable(read, offset));
  return most;
}

function countSubtable(read: Reader, offset: number): number {
  let characters = 0;
  switch (read.u16(offset)) {
    case 2:
      // Each byte has the header of the second bytes after it; the headers are eight bytes each, as are their numbers.
      for (let at = 0; at < 256; at += 1) characters += read.u16(offset + 518 + read.u16(offset + 6 + 2 * at) + 2);
      return characters;
    case 4: {
      const segments = read.u16(offset + 6) >> 1;
      for (let at = 0; at < segments; at += 1) {
        const end = read.u16(offset + 14 + 2 * at);
        characters += Math.max(0, end - read.u16(offset + 16 + 2 * (segments + at)) + 1);
      }
      return characters;
    }
    case 12:
    case 13: {
      const groups = Math.min(read.u32(offset + 12), read.bytes / 12);
      for (let at = 0; at < groups; at += 1) {
        const group = offset + 16 + 12 * at;
        characters += Math.max(0, read.u32(group + 4) - read.u32(group) + 1);
      }
      return characters;
    }
    default:
      return 0;
  }
}

/** Names beyond the end of the table are read by nobody: LibreOffice embeds fonts whose number of records is not theirs. */
function countNameBytes(table: Uint8Array | null | undefined): number {
  if (!table) return 0;
  const read = reader(table);
  const [records, strings] = [Math.min(read.u16(2), table.length / 12), read.u16(4)];
  let bytes = 0;
  for (let at = 0; at < records; at += 1) {
    const [length, offset] = [read.u16(6 + 12 * at + 8), read.u16(6 + 12 * at + 10)];
    if (strings + offset + length <= table.length) bytes += length;
  }
  return bytes;
}

type Reader = ReturnType<typeof reader>;

/** Numbers of a table; 0 where it has ended. */
function reader(table: Uint8Array) {
  const view = viewOf(table);
  return {
    bytes: table.length,
    u16: (offset: number) => (offset + 2 <= table.length ? view.getUint16(offset) : 0),
    u32: (offset: number) => (offset + 4 <= table.length ? view.getUint32(offset) : 0),
  };
}
