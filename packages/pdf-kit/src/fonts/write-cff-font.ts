import { cffStandardStrings } from './cff-standard-strings.ts';
import { type SimpleEncoding, standardEncoding } from './standard-encodings.ts';

/** A CFF font that names its glyphs. The first glyph is `.notdef`. */
export interface CffContent {
  readonly fontName: string;
  readonly fontMatrix: readonly number[];
  readonly fontBBox: readonly number[];
  readonly encoding: SimpleEncoding;
  readonly glyphs: readonly { readonly name: string; readonly charString: Uint8Array }[];
  /** Numbers of the Private dictionary by their Type 1 names; other names are left out. */
  readonly privateValues: ReadonlyMap<string, readonly number[]>;
}

const standardSids = new Map(cffStandardStrings.map((name, sid) => [name, sid]));

/** Private DICT operators (Technical Note 5176, table 23), and whether the operand is a list of differences. */
const privateOperators: ReadonlyMap<string, { readonly code: readonly number[]; readonly delta: boolean }> = new Map([
  ['BlueValues', { code: [6], delta: true }],
  ['OtherBlues', { code: [7], delta: true }],
  ['FamilyBlues', { code: [8], delta: true }],
  ['FamilyOtherBlues', { code: [9], delta: true }],
  ['BlueScale', { code: [12, 9], delta: false }],
  ['BlueShift', { code: [12, 10], delta: false }],
  ['BlueFuzz', { code: [12, 11], delta: false }],
  ['StdHW', { code: [10], delta: false }],
  ['StdVW', { code: [11], delta: false }],
  ['StemSnapH', { code: [12, 12], delta: true }],
  ['StemSnapV', { code: [12, 13], delta: true }],
  ['ForceBold', { code: [12, 14], delta: false }],
  ['LanguageGroup', { code: [12, 17], delta: false }],
]);

/** Writes a bare CFF font, as `FontFile3` of subtype `Type1C` holds it. Source: Adobe Technical Note 5176. */
export function writeCffFont(content: CffContent): Uint8Array {
  const strings: string[] = [];
  const sidOf = (name: string) => {
    const standard = standardSids.get(name);
    if (standard !== undefined) return standard;
    const known = strings.indexOf(name);
    return cffStandardStrings.length + (known >= 0 ? known : strings.push(name) - 1);
  };
  const charset = Buffer.from([0, ...content.glyphs.slice(1).flatMap(({ name }) => uint16(sidOf(name)))]);
  const encoding = content.encoding === standardEncoding ? null : writeEncoding(content, sidOf);
  const charStrings = writeIndex(content.glyphs.map(({ charString }) => charString));
  const privateDict = writePrivate(content.privateValues);
  const head = Buffer.concat([Buffer.from([1, 0, 4, 2]), writeIndex([Buffer.from(content.fontName, 'latin1')])]);
  const tail = Buffer.concat([writeIndex(strings.map((text) => Buffer.from(text, 'latin1'))), writeIndex([])]);
  // Offsets are written in five bytes whatever their value, so the size of the Top DICT does not depend on them.
  const topWith = (base: number) => {
    const charsetAt = base;
    const encodingAt = charsetAt + charset.length;
    const charStringsAt = encodingAt + (encoding?.length ?? 0);
    const privateAt = charStringsAt + charStrings.length;
    const dict = Buffer.from([
      ...(isDefaultMatrix(content.fontMatrix) ? [] : [...content.fontMatrix.flatMap(dictNumber), 12, 7]),
      ...content.fontBBox.flatMap(dictNumber),
      5,
      ...longInteger(charsetAt),
      15,
      ...(encoding === null ? [] : [...longInteger(encodingAt), 16]),
      ...longInteger(charStringsAt),
      17,
      ...longInteger(privateDict.length),
      ...longInteger(privateAt),
      18,
    ]);
    return writeIndex([dict]);
  };
  const base = head.length + topWith(0).length + tail.length;
  return Buffer.concat([head, topWith(base), tail, charset, encoding ?? Buffer.alloc(0), charStrings, privateDict]);
}

/** Format 0 with one code a glyph in glyph order; further codes of a glyph, and glyphs out of order, as supplements. */
function writeEncoding({ encoding, glyphs }: CffContent, sidOf: (name: string) => number): Buffer {
  const codes: number[] = [];
  const supplements: number[][] = [];
  const codesOf = new Map<string, number[]>();
  encoding.forEach((name, code) => {
    if (name !== null) codesOf.set(name, [...(codesOf.get(name) ?? []), code]);
  });
  let inOrder = true;
  for (const { name } of glyphs.slice(1)) {
    const [first, ...others] = codesOf.get(name) ?? [];
    if (first === undefined) {
      inOrder = false;
      continue;
    }
    if (inOrder && codes.length < 255) codes.push(first);
    else others.unshift(first);
    for (const code of others) supplements.push([code, ...uint16(sidOf(name))]);
  }
  const main = [supplements.length > 0 ? 0x80 : 0, codes.length, ...codes];
  return Buffer.from(supplements.length > 0 ? [...main, supplements.length, ...supplements.flat()] : main);
}

function writePrivate(values: CffContent['privateValues']): Buffer {
  const bytes = [...privateOperators].flatMap(([name, { code, delta }]) => {
    const numbers = values.get(name);
    if (numbers === undefined || numbers.length === 0) return [];
    const operands = delta
      ? numbers.map((value, index) => value - (index === 0 ? 0 : (numbers[index - 1] ?? 0)))
      : numbers.slice(0, 1);
    return [...operands.flatMap(dictNumber), ...code];
  });
  return Buffer.from(bytes);
}

/** An INDEX of these items. */
export function writeIndex(items: readonly Uint8Array[]): Buffer {
  if (items.length === 0) return Buffer.from([0, 0]);
  const total = items.reduce((sum, item) => sum + item.length, 1);
  const offsetBytes = total < 0x100 ? 1 : total < 0x10000 ? 2 : total < 0x1000000 ? 3 : 4;
  const header = Buffer.alloc(3 + (items.length + 1) * offsetBytes);
  header.writeUInt16BE(items.length, 0);
  header.writeUInt8(offsetBytes, 2);
  let offset = 1;
  header.writeUIntBE(offset, 3, offsetBytes);
  items.forEach((item, index) => {
    offset += item.length;
    header.writeUIntBE(offset, 3 + (index + 1) * offsetBytes, offsetBytes);
  });
  return Buffer.concat([header, ...items]);
}

function isDefaultMatrix(matrix: readonly number[]): boolean {
  return matrix.join() === '0.001,0,0,0.001,0,0';
}

/** A number as a DICT has it. */
function dictNumber(value: number): number[] {
  if (!Number.isInteger(value)) return realNumber(value);
  if (value >= -107 && value <= 107) return [value + 139];
  return value >= -32768 && value <= 32767 ? [28, ...uint16(value)] : longInteger(value);
}

/** A real number in nibbles: `.` is a, `E` b, `E-` c, `-` e, the end f. */
function realNumber(value: number): number[] {
  const digits = String(Number(value.toPrecision(8)))
    .replace('e-', 'c')
    .replace(/e\+?/, 'b')
    .replace('-', 'e')
    .replace('.', 'a');
  const padded = `${digits}f${digits.length % 2 === 0 ? 'f' : ''}`;
  return [30, ...Buffer.from(padded, 'hex')];
}

/** A number in five bytes, whatever its value. */
export function longInteger(value: number): number[] {
  return [29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function uint16(value: number): number[] {
  return [(value >> 8) & 255, value & 255];
}
