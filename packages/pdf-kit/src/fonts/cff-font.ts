import { cffStandardStrings } from './cff-standard-strings.ts';
import { viewOf } from './sfnt.ts';
import { type SimpleEncoding, standardEncoding } from './standard-encodings.ts';

/** The parts of a CFF font that are needed to select its glyphs. Source: Adobe Technical Note 5176. */
export interface CffFont {
  readonly glyphCount: number;
  /** CID-keyed: `charset` has the CIDs of the glyphs. Otherwise it has their names. */
  readonly isCid: boolean;
  /** The SID or CID of each glyph. */
  readonly charset: readonly number[];
  /** The name of a glyph of a font that is not CID-keyed. */
  glyphName(glyph: number): string | null;
  /** The encoding built into the font; empty for a CID-keyed one. */
  readonly encoding: SimpleEncoding;
}

/** Operators of the Top DICT; those of two bytes are 1200 + the second. */
const topOperators = { charset: 15, encoding: 16, charStrings: 17, ros: 1230 };

/** Reads a bare CFF font. Null if it is damaged or contains several fonts. */
export function readCffFont(bytes: Uint8Array): CffFont | null {
  try {
    return parse(bytes);
  } catch (error) {
    // Offsets of a damaged font may be outside of it.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function parse(bytes: Uint8Array): CffFont | null {
  const names = readIndex(bytes, bytes[2] ?? 0);
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const [top] = tops.items;
  if (top === undefined || tops.items.length !== 1) return null;
  const dict = readDict(top);
  const charStringsAt = dict.get(topOperators.charStrings)?.[0];
  if (charStringsAt === undefined) return null;
  const glyphCount = readIndex(bytes, charStringsAt).items.length;
  const isCid = dict.has(topOperators.ros);
  const charset = readCharset(bytes, dict.get(topOperators.charset)?.[0] ?? 0, glyphCount, isCid);
  const stringOf = (sid: number) => {
    if (sid < cffStandardStrings.length) return cffStandardStrings[sid] ?? null;
    const custom = strings.items[sid - cffStandardStrings.length];
    return custom === undefined ? null : Buffer.from(custom).toString('latin1');
  };
  const glyphName = (glyph: number) => (isCid ? null : stringOf(charset[glyph] ?? 0));
  const encodingAt = dict.get(topOperators.encoding)?.[0] ?? 0;
  const encoding = isCid ? [] : readEncoding(bytes, encodingAt, glyphName, stringOf);
  return { glyphCount, isCid, charset, glyphName, encoding };
}

/** The items of an INDEX, and where it ends. */
export function readIndex(
  bytes: Uint8Array,
  start: number,
): { readonly items: readonly Uint8Array[]; readonly end: number } {
  const view = viewOf(bytes);
  const count = view.getUint16(start);
  if (count === 0) return { items: [], end: start + 2 };
  const offsetBytes = view.getUint8(start + 2);
  const data = start + 2 + (count + 1) * offsetBytes;
  const offsetOf = (index: number) => {
    let value = 0;
    for (let byte = 0; byte < offsetBytes; byte += 1)
      value = value * 256 + view.getUint8(start + 3 + index * offsetBytes + byte);
    return data + value;
  };
  const items = Array.from({ length: count }, (_, index) => bytes.subarray(offsetOf(index), offsetOf(index + 1)));
  return { items, end: offsetOf(count) };
}

function readDict(bytes: Uint8Array): ReadonlyMap<number, readonly number[]> {
  const view = viewOf(bytes);
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let index = 0; index < bytes.length; ) {
    const first = view.getUint8(index);
    if (first <= 21) {
      const operator = first === 12 ? 1200 + view.getUint8(index + 1) : first;
      entries.set(operator, operands);
      operands = [];
      index += first === 12 ? 2 : 1;
    } else if (first === 30) {
      index += 1;
      while ((view.getUint8(index) & 0x0f) !== 0x0f && view.getUint8(index) >> 4 !== 0x0f) index += 1;
      operands.push(Number.NaN);
      index += 1;
    } else {
      const { value, length } = readDictInteger(view, index, first);
      operands.push(value);
      index += length;
    }
  }
  return entries;
}

/** An integer operand of a DICT that begins with the byte `first`, and how many bytes it takes. */
export function readDictInteger(
  view: DataView,
  index: number,
  first: number,
): { readonly value: number; readonly length: number } {
  if (first === 28) return { value: view.getInt16(index + 1), length: 3 };
  if (first === 29) return { value: view.getInt32(index + 1), length: 5 };
  if (first <= 246) return { value: first - 139, length: 1 };
  const second = view.getUint8(index + 1);
  return { value: first <= 250 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108, length: 2 };
}

function readCharset(bytes: Uint8Array, offset: number, glyphCount: number, isCid: boolean): readonly number[] {
  // Offsets 0–2 name predefined charsets: ISOAdobe numbers its glyphs as the SIDs run; the expert ones are rare.
  if (offset <= 2) {
    if (offset !== 0 && !isCid) throw new RangeError('an expert charset');
    return Array.from({ length: glyphCount }, (_, glyph) => glyph);
  }
  const view = viewOf(bytes);
  const format = view.getUint8(offset);
  const charset = [0];
  for (let at = offset + 1; charset.length < glyphCount; ) {
    const first = view.getUint16(at);
    const left = format === 0 ? 0 : format === 1 ? view.getUint8(at + 2) : view.getUint16(at + 2);
    for (let step = 0; step <= left && charset.length < glyphCount; step += 1) charset.push(first + step);
    at += format === 0 ? 2 : format === 1 ? 3 : 4;
  }
  return charset;
}

function readEncoding(
  bytes: Uint8Array,
  offset: number,
  glyphName: (glyph: number) => string | null,
  stringOf: (sid: number) => string | null,
): SimpleEncoding {
  if (offset === 0) return standardEncoding;
  if (offset === 1) throw new RangeError('the expert encoding');
  const view = viewOf(bytes);
  const encoding: (string | null)[] = Array(256).fill(null);
  const format = view.getUint8(offset);
  const count = view.getUint8(offset + 1);
  let glyph = 1;
  let at = offset + 2;
  for (let index = 0; index < count; index += 1) {
    const first = view.getUint8(at);
    const left = (format & 0x7f) === 0 ? 0 : view.getUint8(at + 1);
    for (let step = 0; step <= left; step += 1) encoding[first + step] = glyphName(glyph++);
    at += (format & 0x7f) === 0 ? 1 : 2;
  }
  if ((format & 0x80) !== 0) {
    const supplements = view.getUint8(at);
    for (let index = 0; index < supplements; index += 1) {
      encoding[view.getUint8(at + 1 + index * 3)] = stringOf(view.getUint16(at + 2 + index * 3));
    }
  }
  return encoding;
}
