import type { GlyphNameOf } from './glyph-names.ts';

/** The fields of a pdf.js font that hold its program. All of it is outside data. */
export interface ProgramFont {
  readonly composite?: boolean;
  /** The font as pdf.js writes it anew: OpenType around CFF for Type 1 fonts, with the glyph names of the file. */
  readonly data?: unknown;
  /** The character in the table of characters of `data`, by code. */
  readonly toFontChar?: unknown;
}

/** Names with a number below this are of all fonts (Adobe Technical Note 5176, appendix A); ligatures are among them. */
const standardNames = 391;
const standardLigatures: ReadonlyMap<number, string> = new Map([
  [109, 'fi'],
  [110, 'fl'],
  [266, 'ff'],
  [267, 'ffi'],
  [268, 'ffl'],
]);
/** Maximum size of a font that is read, in bytes. */
const maxFontBytes = 16 * 1024 * 1024;

/**
 * The names that the program of a simple font gives the glyphs of its codes, read when first asked for: Type 1 fonts of
 * signs have an encoding of their own and often no map to Unicode. Null for names that all fonts share but for ligatures:
 * pdf.js knows these.
 */
export function programGlyphNames({ composite, data, toFontChar }: ProgramFont): GlyphNameOf {
  if (composite === true || !(data instanceof Uint8Array) || !(toFontChar instanceof Map)) return () => null;
  if (data.length > maxFontBytes) return () => null;
  let names: ReadonlyMap<unknown, string> | null = null;
  return (code) => {
    names ??= namesByCharacter(new DataView(data.buffer, data.byteOffset, data.byteLength));
    return names.get(toFontChar.get(code)) ?? null;
  };
}

/** The names by the characters that pdf.js gives the glyphs; none where the program is not as it should be. */
function namesByCharacter(font: DataView): ReadonlyMap<number, string> {
  try {
    const tables = tablesOf(font);
    const [cff, cmap] = [tables.get('CFF '), tables.get('cmap')];
    if (cff === undefined || cmap === undefined) return new Map();
    const names = glyphNamesOf(cff);
    return new Map(
      [...glyphsByCharacter(cmap)].flatMap(([character, glyph]): [number, string][] => {
        const name = names[glyph];
        return name === undefined || name === '' ? [] : [[character, name]];
      }),
    );
  } catch (error) {
    // A table that ends early.
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}

function tablesOf(font: DataView): ReadonlyMap<string, DataView> {
  return new Map(
    Array.from({ length: font.getUint16(4) }, (_, index): [string, DataView] => {
      const entry = 12 + 16 * index;
      return [textAt(font, entry, entry + 4), part(font, font.getUint32(entry + 8), font.getUint32(entry + 12))];
    }),
  );
}

/** The glyphs of a `cmap` with segments, the kind that pdf.js writes (OpenType, cmap, format 4). */
function glyphsByCharacter(cmap: DataView): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  const at = cmap.getUint32(8);
  if (cmap.getUint16(at) !== 4) return glyphs;
  const size = cmap.getUint16(at + 6);
  const [ends, starts] = [at + 14, at + 16 + size];
  for (let place = 0; place < size; place += 2) {
    const [start, end] = [cmap.getUint16(starts + place), cmap.getUint16(ends + place)];
    const delta = cmap.getUint16(starts + size + place);
    const offsets = starts + 2 * size + place;
    const offset = cmap.getUint16(offsets);
    for (let character = start; character <= end && character < 0xffff; character++) {
      const own = offset === 0 ? character : cmap.getUint16(offsets + offset + 2 * (character - start));
      glyphs.set(character, (own + delta) & 0xffff);
    }
  }
  return glyphs;
}

/** The names of glyphs in their order; empty for those that all fonts share (Technical Note 5176, 13). */
function glyphNamesOf(cff: DataView): readonly string[] {
  const names = indexAt(cff, cff.getUint8(2));
  const dictionaries = indexAt(cff, names.end);
  const strings = indexAt(cff, dictionaries.end).items;
  const top = dictionaries.items[0] === undefined ? new Map<number, number>() : operandsOf(dictionaries.items[0]);
  const charset = top.get(charsetOperator) ?? 0;
  const charStrings = top.get(charStringsOperator) ?? 0;
  // Smaller ones are the charsets of all fonts.
  if (charset <= 2 || charStrings === 0 || cff.getUint8(charset) !== 0) return [];
  const count = cff.getUint16(charStrings);
  const numbers = Array.from({ length: count - 1 }, (_, index) => cff.getUint16(charset + 1 + 2 * index));
  const nameOf = (number: number) => {
    const own = strings[number - standardNames];
    return own === undefined ? (standardLigatures.get(number) ?? '') : textAt(own, 0, own.byteLength);
  };
  if (numbers[0] !== 0) return ['', ...numbers.map(nameOf)];
  // pdf.js writes the name of the glyph without a character twice, so that all names are one late, and the last is left out.
  const used = new Set([...numbers, ...stringOperators.map((operator) => top.get(operator))]);
  const unused = strings.map((_, index) => index + standardNames).filter((number) => !used.has(number));
  const [last] = unused.length === 1 ? unused : [];
  return ['', ...numbers.slice(1).map(nameOf), last === undefined ? '' : nameOf(last)];
}

interface Index {
  readonly items: readonly DataView[];
  readonly end: number;
}

function indexAt(cff: DataView, at: number): Index {
  const count = cff.getUint16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = cff.getUint8(at + 2);
  const offsetAt = (index: number) => {
    let offset = 0;
    for (let byte = 0; byte < size; byte++) offset = 256 * offset + cff.getUint8(at + 3 + index * size + byte);
    return offset;
  };
  const data = at + 2 + size * (count + 1);
  const items = Array.from({ length: count }, (_, index) =>
    part(cff, data + offsetAt(index), offsetAt(index + 1) - offsetAt(index)),
  );
  return { items, end: data + offsetAt(count) };
}

/** Operators of a dictionary; those of two bytes have the second one here, plus 1200 (Technical Note 5176, 9). */
const [charsetOperator, charStringsOperator] = [15, 17];
/** Their operand is the number of a string. */
const stringOperators = [0, 1, 2, 3, 4, 1200, 1221, 1222];

/** The last operand of each operator of a dictionary, where it is a whole number (Technical Note 5176, 4). */
function operandsOf(dictionary: DataView): ReadonlyMap<number, number> {
  const operands = new Map<number, number>();
  let operand = 0;
  for (let at = 0; at < dictionary.byteLength; ) {
    const first = dictionary.getUint8(at);
    if (first <= 21) {
      operands.set(first === 12 ? 1200 + dictionary.getUint8(at + 1) : first, operand);
      at += first === 12 ? 2 : 1;
    } else if (first === 28) {
      operand = dictionary.getInt16(at + 1);
      at += 3;
    } else if (first === 29) {
      operand = dictionary.getInt32(at + 1);
      at += 5;
    } else if (first === 30) {
      at += 1;
      while ((dictionary.getUint8(at) & 0xf) !== 0xf) at += 1;
      at += 1;
    } else if (first <= 246) {
      operand = first - 139;
      at += 1;
    } else {
      const second = dictionary.getUint8(at + 1);
      operand = first <= 250 ? 256 * (first - 247) + second + 108 : -256 * (first - 251) - second - 108;
      at += 2;
    }
  }
  return operands;
}

function part(view: DataView, from: number, length: number): DataView {
  return new DataView(view.buffer, view.byteOffset + from, length);
}

function textAt(view: DataView, from: number, to: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + from, Math.min(to - from, 127)));
}
