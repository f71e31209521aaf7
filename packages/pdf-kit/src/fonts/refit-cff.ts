import { type CffFont, readCffFont, readDictInteger, readIndex } from './cff-font.ts';
import { cffStandardStrings } from './cff-standard-strings.ts';
import { viewOf } from './sfnt.ts';
import { longInteger, writeIndex } from './write-cff-font.ts';

/** A CFF font whose glyphs can be given other widths, and copies. Source: Adobe Technical Notes 5176 and 5177. */
export interface RefittableCff {
  readonly font: CffFont;
  /** The advance of a glyph in thousandths of an em; null where it cannot be told. */
  width(glyph: number): number | null;
  /** The font with other advances, and further glyphs behind those it has; null where that cannot be written. */
  refit(changes: CffChanges): Uint8Array | null;
}

export interface CffChanges {
  /** Advances in thousandths of an em, by glyph. */
  readonly widths: ReadonlyMap<number, number>;
  /** Copies of glyphs, under a name or, in a CID-keyed font, a CID. */
  readonly copies: readonly { readonly glyph: number; readonly id: string | number; readonly width: number }[];
}

interface DictEntry {
  readonly operator: number;
  readonly operands: readonly number[];
  readonly raw: Uint8Array;
}

const op = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  privateDict: 18,
  subrs: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  matrix: 1207,
  ros: 1230,
  fdArray: 1236,
  fdSelect: 1237,
};

interface PrivateDict {
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  readonly subroutines: readonly Uint8Array[];
  /** Thousandths of an em for each unit. */
  readonly scale: number;
}

/** What the glyphs of a CFF font are drawn by, whatever else of the font can be read. */
export interface CffPrograms {
  readonly charStrings: readonly Uint8Array[];
  readonly global: readonly Uint8Array[];
  /** The subroutines of the dictionary that a glyph has. */
  localOf(glyph: number): readonly Uint8Array[];
}

/** Reads the programs of the glyphs of the first font; null if they cannot be read. */
export function readCffPrograms(bytes: Uint8Array): CffPrograms | null {
  try {
    const { global, charStrings, fontDicts, fdOf } = readParts(bytes);
    const locals = fontDicts.map((dict) => readPrivate(bytes, dict, null).subroutines);
    return { charStrings, global: global.items, localOf: (glyph) => locals[fdOf(glyph)] ?? [] };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readParts(bytes: Uint8Array) {
  const names = readIndex(bytes, bytes[2] ?? 0);
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const global = readIndex(bytes, strings.end);
  const top = readEntries(tops.items[0] ?? new Uint8Array());
  const topValue = (operator: number) => top.find((entry) => entry.operator === operator)?.operands;
  const charStrings = readIndex(bytes, topValue(op.charStrings)?.[0] ?? 0).items;
  const isCid = topValue(op.ros) !== undefined;
  const fontDicts = isCid ? readIndex(bytes, topValue(op.fdArray)?.[0] ?? 0).items.map(readEntries) : [top];
  const fdOf = isCid ? readSelect(bytes, topValue(op.fdSelect)?.[0] ?? 0, charStrings.length) : () => 0;
  return { names, strings, global, top, topValue, charStrings, fontDicts, fdOf };
}

/** Opens a bare CFF font; null if it is damaged. */
export function openCff(bytes: Uint8Array): RefittableCff | null {
  const font = readCffFont(bytes);
  if (font === null) return null;
  try {
    return refittable(bytes, font);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

// Long: what reads widths and what rebuilds the font share the parts that are read once.
function refittable(bytes: Uint8Array, font: CffFont): RefittableCff {
  const { names, strings, global, top, topValue, charStrings, fontDicts, fdOf } = readParts(bytes);
  const scale = 1000 * (topValue(op.matrix)?.[0] ?? 0.001);
  const privates = fontDicts.map((dict) =>
    readPrivate(bytes, dict, font.isCid && topValue(op.matrix) !== undefined ? scale : null),
  );
  const placeOf = (glyph: number) => {
    const dict = privates[fdOf(glyph)];
    const charString = charStrings[glyph];
    if (dict === undefined || charString === undefined) return null;
    const found = readBeginning(charString, dict.subroutines, global.items);
    return found === null ? null : { dict, found };
  };
  return {
    font,
    width(glyph) {
      const place = placeOf(glyph);
      if (place === null) return null;
      const { dict, found } = place;
      return dict.scale * (found.width === null ? dict.defaultWidth : dict.nominalWidth + found.width);
    },
    refit({ widths, copies }) {
      const withWidth = (glyph: number, width: number) => {
        const place = placeOf(glyph);
        if (place === null) return null;
        const { dict, found } = place;
        const numbers = [width / dict.scale - dict.nominalWidth, ...found.operands];
        return Buffer.concat([...numbers.map(charStringNumber), found.rest]);
      };
      const glyphs = charStrings.map((charString, glyph) => {
        const width = widths.get(glyph);
        return width === undefined ? charString : withWidth(glyph, width);
      });
      glyphs.push(...copies.map(({ glyph, width }) => withWidth(glyph, width)));
      const written = glyphs.filter((glyph) => glyph !== null);
      return written.length < glyphs.length ? null : rebuild(written, copies);
    },
  };

  /** The parts of the font in their order, and what is new behind them; offsets move by what the Top DICT grows. */
  function rebuild(glyphs: readonly Uint8Array[], copies: CffChanges['copies']): Uint8Array | null {
    const addedNames = copies.flatMap(({ id }) => (typeof id === 'string' ? [Buffer.from(id, 'latin1')] : []));
    const firstNew = cffStandardStrings.length + strings.items.length;
    const charset = [
      ...font.charset,
      ...copies.map(({ id }, index) => (typeof id === 'string' ? firstNew + index : id)),
    ];
    const fdIndexes = glyphs.map((_, glyph) => fdOf(copies[glyph - font.glyphCount]?.glyph ?? glyph));
    const fixedParts = [
      bytes.subarray(0, names.end),
      writeIndex([...strings.items, ...addedNames]),
      bytes.subarray(strings.end, global.end),
    ] as const;
    const topWith = (base: number, delta: number) => {
      const moved = (offset: number) => {
        if (offset < global.end) throw new RangeError('an offset into the head of the font');
        return offset + delta;
      };
      const dicts = (entries: readonly DictEntry[], own: ReadonlyMap<number, number>) =>
        Buffer.concat(
          entries.map(({ operator, operands, raw }) => {
            const place = own.get(operator);
            const code = operator >= 1200 ? [12, operator - 1200] : [operator];
            if (place !== undefined) return Buffer.from([...longInteger(place), ...code]);
            if (operator === op.privateDict) {
              return Buffer.from([...longInteger(operands[0] ?? 0), ...longInteger(moved(operands[1] ?? 0)), ...code]);
            }
            const isOffset = operator === op.charset || operator === op.encoding || operator === op.fdSelect;
            const offset = operands[0] ?? 0;
            return isOffset && offset > 2 ? Buffer.from([...longInteger(moved(offset)), ...code]) : raw;
          }),
        );
      const charsetBytes = Buffer.from([0, ...charset.slice(1).flatMap((id) => [id >> 8, id & 255])]);
      const selectBytes = font.isCid ? Buffer.from([0, ...fdIndexes]) : Buffer.alloc(0);
      const arrayBytes = font.isCid ? writeIndex(fontDicts.map((dict) => dicts(dict, new Map()))) : Buffer.alloc(0);
      const [selectAt, arrayAt] = [base + charsetBytes.length, base + charsetBytes.length + selectBytes.length];
      const own = new Map([[op.charStrings, arrayAt + arrayBytes.length]]);
      if (copies.length > 0) own.set(op.charset, base);
      if (font.isCid) own.set(op.fdArray, arrayAt);
      if (font.isCid && copies.length > 0) own.set(op.fdSelect, selectAt);
      const hasCharset = top.some(({ operator }) => operator === op.charset);
      const entries =
        hasCharset || copies.length === 0
          ? top
          : [...top, { operator: op.charset, operands: [0], raw: new Uint8Array() }];
      return {
        top: writeIndex([dicts(entries, own)]),
        added: [charsetBytes, selectBytes, arrayBytes, writeIndex(glyphs)],
      };
    };
    // The size of the Top DICT does not depend on its offsets.
    const headBytes = fixedParts.reduce((sum, part) => sum + part.length, topWith(0, 0).top.length);
    const delta = headBytes - global.end;
    const { top: topIndex, added } = topWith(bytes.length + delta, delta);
    return Buffer.concat([fixedParts[0], topIndex, fixedParts[1], fixedParts[2], bytes.subarray(global.end), ...added]);
  }
}

function readPrivate(bytes: Uint8Array, dict: readonly DictEntry[], topScale: number | null): PrivateDict {
  const [size = 0, offset = 0] = dict.find(({ operator }) => operator === op.privateDict)?.operands ?? [];
  const entries = readEntries(bytes.subarray(offset, offset + size));
  const privateValue = (operator: number) => entries.find((entry) => entry.operator === operator)?.operands[0];
  const subrsAt = privateValue(op.subrs);
  const own = dict.find(({ operator }) => operator === op.matrix)?.operands[0];
  const scale = topScale === null ? 1000 * (own ?? 0.001) : topScale * (own ?? 1);
  return {
    defaultWidth: privateValue(op.defaultWidth) ?? 0,
    nominalWidth: privateValue(op.nominalWidth) ?? 0,
    subroutines: subrsAt === undefined ? [] : readIndex(bytes, offset + subrsAt).items,
    scale,
  };
}

/** Which Font DICT a glyph of a CID-keyed font has. */
function readSelect(bytes: Uint8Array, offset: number, glyphCount: number): (glyph: number) => number {
  const view = viewOf(bytes);
  if (view.getUint8(offset) === 0) return (glyph) => (glyph < glyphCount ? view.getUint8(offset + 1 + glyph) : 0);
  const count = view.getUint16(offset + 1);
  const ranges = Array.from({ length: count }, (_, index) => {
    const at = offset + 3 + 3 * index;
    return { first: view.getUint16(at), dict: view.getUint8(at + 2) };
  });
  return (glyph) => ranges.findLast(({ first }) => first <= glyph)?.dict ?? 0;
}

/** What a charstring begins with: its width, if it says one, the other operands, and what follows with subroutines in place. */
interface Beginning {
  readonly width: number | null;
  readonly operands: readonly number[];
  readonly rest: Uint8Array;
}

const maxCalls = 10;

/** Operators of Type 2 charstrings that clear the stack, and the operands they take beside a width. */
const clearing: ReadonlyMap<number, (count: number) => boolean> = new Map([
  ...[1, 3, 18, 23, 19, 20].map((code) => [code, (count: number) => count % 2 === 1] as const),
  [21, (count) => count > 2],
  [4, (count) => count > 1],
  [22, (count) => count > 1],
  [14, (count) => count === 1 || count === 5],
]);

/** Reads a charstring up to the first operator that clears the stack; null if it calculates before. */
function readBeginning(
  charString: Uint8Array,
  local: readonly Uint8Array[],
  global: readonly Uint8Array[],
): Beginning | null {
  const stack: number[] = [];
  /** What is left of the callers, the innermost last. */
  const callers: Uint8Array[] = [];
  let bytes = charString;
  for (let index = 0; index < bytes.length; ) {
    const view = viewOf(bytes);
    const first = view.getUint8(index);
    if (first >= 32 || first === 28) {
      const { value, length } =
        first === 255 ? { value: view.getInt32(index + 1) / 65_536, length: 5 } : readDictInteger(view, index, first);
      stack.push(value);
      index += length;
      continue;
    }
    const hasWidth = clearing.get(first);
    if (hasWidth !== undefined) {
      const [bottom = 0, ...others] = stack;
      const saysWidth = hasWidth(stack.length);
      const rest = [bytes.subarray(index), ...callers.toReversed()].map((part, level) =>
        level < callers.length && part.at(-1) === endOfSubroutine ? part.subarray(0, -1) : part,
      );
      return { width: saysWidth ? bottom : null, operands: saysWidth ? others : stack, rest: Buffer.concat(rest) };
    }
    if (first === endOfSubroutine) {
      bytes = callers.pop() ?? new Uint8Array();
      index = 0;
      continue;
    }
    const routines = first === 10 ? local : first === 29 ? global : null;
    const called = routines === null ? undefined : routines[(stack.pop() ?? 0) + biasOf(routines.length)];
    if (called === undefined || callers.length >= maxCalls) return null;
    callers.push(bytes.subarray(index + 1));
    bytes = called;
    index = 0;
  }
  return null;
}

const endOfSubroutine = 11;

function biasOf(count: number): number {
  return count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768;
}

/** A number of a charstring. */
function charStringNumber(value: number): Buffer {
  const fixed = Math.round(value * 65_536);
  const bytes = Buffer.alloc(Number.isInteger(value) && Math.abs(value) <= 32_767 ? 3 : 5);
  if (bytes.length === 3) {
    bytes.writeUInt8(28, 0);
    bytes.writeInt16BE(value, 1);
  } else {
    bytes.writeUInt8(255, 0);
    bytes.writeInt32BE(Math.max(-0x80000000, Math.min(0x7fffffff, fixed)), 1);
  }
  return bytes;
}

function readEntries(bytes: Uint8Array): readonly DictEntry[] {
  const view = viewOf(bytes);
  const entries: DictEntry[] = [];
  let operands: number[] = [];
  let start = 0;
  for (let index = 0; index < bytes.length; ) {
    const first = view.getUint8(index);
    if (first <= 21) {
      const length = first === 12 ? 2 : 1;
      entries.push({
        operator: first === 12 ? 1200 + view.getUint8(index + 1) : first,
        operands,
        raw: bytes.subarray(start, index + length),
      });
      operands = [];
      index += length;
      start = index;
    } else if (first === 30) {
      let text = '';
      for (index += 1; ; index += 1) {
        const byte = view.getUint8(index);
        text += `${'0123456789.EX -f'[byte >> 4]}${'0123456789.EX -f'[byte & 15]}`;
        if ((byte & 15) === 15 || byte >> 4 === 15) break;
      }
      index += 1;
      const digits = text.replace(/f.*/, '').replaceAll('X', 'E-').replaceAll(' ', '');
      if (digits === '' || Number.isNaN(Number(digits))) throw new RangeError('an invalid number');
      operands.push(Number(digits));
    } else {
      const { value, length } = readDictInteger(view, index, first);
      operands.push(value);
      index += length;
    }
  }
  return entries;
}
