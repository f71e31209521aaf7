import { viewOf } from './sfnt.ts';

/** One subtable of a TrueType `cmap`. */
export interface CharacterMap {
  readonly platform: number;
  readonly encoding: number;
  readonly format: number;
  /** 0 when the character has no glyph. */
  glyphOf(character: number): number;
}

/** Reads the subtables of a `cmap` (formats 0, 4, 6 and 12). Null when one of them is damaged or of another format. */
export function readCharacterMaps(table: Uint8Array): readonly CharacterMap[] | null {
  try {
    const view = viewOf(table);
    return Array.from({ length: view.getUint16(2) }, (_, index) => {
      const entry = 4 + 8 * index;
      const offset = view.getUint32(entry + 4);
      return {
        platform: view.getUint16(entry),
        encoding: view.getUint16(entry + 2),
        format: view.getUint16(offset),
        glyphOf: readSubtable(view, offset),
      };
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readSubtable(view: DataView, offset: number): (character: number) => number {
  const format = view.getUint16(offset);
  switch (format) {
    case 0:
      return (character) => (character < 256 ? uint8(view, offset + 6 + character) : 0);
    case 4:
      return readSegments(view, offset);
    case 6: {
      const first = view.getUint16(offset + 6);
      const count = view.getUint16(offset + 8);
      const has = (character: number) => character >= first && character < first + count;
      return (character) => (has(character) ? uint16(view, offset + 10 + 2 * (character - first)) : 0);
    }
    case 12:
      return readGroups(view, offset);
    case 14:
      // Variation sequences, by which PDF does not select glyphs.
      return () => 0;
    default:
      throw new RangeError('an unknown cmap format');
  }
}

function readSegments(view: DataView, offset: number): (character: number) => number {
  const segments = view.getUint16(offset + 6) >> 1;
  const ends = offset + 14;
  const starts = ends + 2 * segments + 2;
  const deltas = starts + 2 * segments;
  const ranges = deltas + 2 * segments;
  return (character) => {
    for (let index = 0; index < segments; index += 1) {
      if (character > uint16(view, ends + 2 * index)) continue;
      const start = uint16(view, starts + 2 * index);
      if (character < start) return 0;
      const delta = uint16(view, deltas + 2 * index);
      const range = uint16(view, ranges + 2 * index);
      if (range === 0) return (character + delta) & 0xffff;
      const glyph = uint16(view, ranges + 2 * index + range + 2 * (character - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

function readGroups(view: DataView, offset: number): (character: number) => number {
  const groups = view.getUint32(offset + 12);
  return (character) => {
    for (let index = 0; index < groups && offset + 28 + 12 * index <= view.byteLength; index += 1) {
      const group = offset + 16 + 12 * index;
      const start = view.getUint32(group);
      if (character >= start && character <= view.getUint32(group + 4)) {
        return view.getUint32(group + 8) + character - start;
      }
    }
    return 0;
  };
}

/** Pads a truncated subtable, which fonts in PDFs have and viewers accept. */
function uint8(view: DataView, offset: number): number {
  return offset < view.byteLength ? view.getUint8(offset) : 0;
}

function uint16(view: DataView, offset: number): number {
  return offset + 1 < view.byteLength ? view.getUint16(offset) : 0;
}
