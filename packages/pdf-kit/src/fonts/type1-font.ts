import { type SimpleEncoding, standardEncoding } from './standard-encodings.ts';

/** A Type 1 font program, opened. Source: Adobe Type 1 Font Format (1990). */
export interface Type1Font {
  readonly fontName: string;
  readonly fontMatrix: readonly number[];
  readonly fontBBox: readonly number[];
  readonly encoding: SimpleEncoding;
  /** Decrypted charstrings by glyph name. */
  readonly charStrings: ReadonlyMap<string, Uint8Array>;
  readonly subroutines: readonly Uint8Array[];
  /** The numbers of the Private dictionary, by key. */
  readonly privateValues: ReadonlyMap<string, readonly number[]>;
}

const eexecKey = 55665;
const charStringKey = 4330;

/** Reads a Type 1 font program (`FontFile`). Null if it cannot be read, or is a multiple-master font. */
export function readType1Font(bytes: Uint8Array): Type1Font | null {
  const programs = readType1Programs(bytes);
  if (programs === null || programs.clear.includes('/WeightVector')) return null;
  const { clear, privateText, charStrings, subroutines } = programs;
  const encoding = readEncoding(clear);
  const fontMatrix = numbersAfter(clear, 'FontMatrix');
  if (charStrings.size === 0 || encoding === null || fontMatrix?.length !== 6) return null;
  return {
    fontName: /\/FontName\s*\/([^\s/[\]{}()<>%]+)/.exec(clear)?.[1] ?? 'Font',
    fontMatrix,
    fontBBox: numbersAfter(clear, 'FontBBox') ?? [0, 0, 0, 0],
    encoding,
    charStrings,
    subroutines,
    privateValues: readPrivateValues(privateText),
  };
}

/** What the glyphs of a Type 1 font are drawn by, whatever else of the font can be read. */
export interface Type1Programs extends Pick<Type1Font, 'charStrings' | 'subroutines'> {
  /** The part of the font that is not encrypted, and the Private dictionary. */
  readonly clear: string;
  readonly privateText: string;
}

/** Reads the programs of the glyphs. Null if there are none. */
export function readType1Programs(bytes: Uint8Array): Type1Programs | null {
  const program = unwrapPfb(bytes);
  const text = Buffer.from(program).toString('latin1');
  const mark = text.indexOf('eexec');
  if (mark < 0) return null;
  const secret = decrypt(encryptedPart(program, mark + 5), eexecKey, 4);
  const secretText = Buffer.from(secret).toString('latin1');
  const skip = Number(/\/lenIV\s+(-?\d+)/.exec(secretText)?.[1] ?? 4);
  const charStringsAt = secretText.indexOf('/CharStrings');
  if (charStringsAt < 0) return null;
  const privateText = secretText.slice(0, charStringsAt);
  return {
    clear: text.slice(0, mark),
    privateText,
    subroutines: readSubroutines(secret, privateText, skip),
    charStrings: readCharStrings(secret, secretText, charStringsAt, skip),
  };
}

/** Joins the segments of a PFB file, each with a header of six bytes. PDF forbids this format, but files have it. */
function unwrapPfb(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x80) return bytes;
  const segments: Uint8Array[] = [];
  for (let at = 0; bytes[at] === 0x80 && (bytes[at + 1] === 1 || bytes[at + 1] === 2); ) {
    const length = Buffer.from(bytes.buffer, bytes.byteOffset + at + 2, 4).readUInt32LE(0);
    segments.push(bytes.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return Buffer.concat(segments);
}

/** The part after `eexec`: binary, or hexadecimal when its first four characters are. */
function encryptedPart(program: Uint8Array, start: number): Uint8Array {
  let at = start;
  while ([0x20, 0x0a, 0x0d, 0x09].includes(program[at] ?? 0)) at += 1;
  const part = Buffer.from(program.buffer, program.byteOffset + at, program.length - at);
  if (!/^[0-9a-fA-F\s]{4}/.test(part.toString('latin1', 0, 4))) return part;
  return Buffer.from(part.toString('latin1').replace(/[^0-9a-fA-F]/g, ''), 'hex');
}

function decrypt(bytes: Uint8Array, key: number, skip: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let state = key;
  for (let index = 0; index < bytes.length; index += 1) {
    const cipher = bytes[index] ?? 0;
    out[index] = cipher ^ (state >> 8);
    state = ((cipher + state) * 52845 + 22719) & 0xffff;
  }
  return out.subarray(skip);
}

/** `lenIV` -1 means that charstrings are not encrypted. */
function charString(secret: Uint8Array, start: number, length: number, skip: number): Uint8Array {
  const bytes = secret.subarray(start, start + length);
  return skip < 0 ? bytes : decrypt(bytes, charStringKey, skip);
}

/** `dup 5 23 RD <23 bytes> NP`: the names of the operators vary, the numbers before them do not. */
function readSubroutines(secret: Uint8Array, text: string, skip: number): readonly Uint8Array[] {
  const subroutines: Uint8Array[] = [];
  const pattern = /dup\s+(\d+)\s+(\d+)\s+(?:RD|-\||\S+) /g;
  pattern.lastIndex = Math.max(0, text.indexOf('/Subrs'));
  if (!text.includes('/Subrs')) return subroutines;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const length = Number(match[2]);
    subroutines[Number(match[1])] = charString(secret, pattern.lastIndex, length, skip);
    pattern.lastIndex += length;
  }
  return subroutines;
}

function readCharStrings(
  secret: Uint8Array,
  text: string,
  start: number,
  skip: number,
): ReadonlyMap<string, Uint8Array> {
  const charStrings = new Map<string, Uint8Array>();
  const pattern = /\/([^\s/[\]{}()<>%]+)\s+(\d+)\s+(?:RD|-\||[^\s/]+) /g;
  pattern.lastIndex = text.indexOf('begin', start) + 'begin'.length;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const length = Number(match[2]);
    if (match[1] !== undefined) charStrings.set(match[1], charString(secret, pattern.lastIndex, length, skip));
    pattern.lastIndex += length;
  }
  return charStrings;
}

function readEncoding(clear: string): SimpleEncoding | null {
  const at = clear.indexOf('/Encoding');
  if (at < 0) return null;
  if (/^\/Encoding\s+StandardEncoding\b/.test(clear.slice(at, at + 40))) return standardEncoding;
  const encoding: (string | null)[] = Array(256).fill(null);
  for (const match of clear.slice(at).matchAll(/dup\s+(\d+|8#[0-7]+)\s*\/([^\s/[\]{}()<>%]+)\s+put/g)) {
    const [, code = '', name = null] = match;
    encoding[code.startsWith('8#') ? Number.parseInt(code.slice(2), 8) : Number(code)] = name;
  }
  return encoding;
}

function numbersAfter(text: string, key: string): readonly number[] | null {
  const match = new RegExp(`/${key}\\s*[[{]([^\\]}]*)[\\]}]`).exec(text);
  if (match?.[1] === undefined) return null;
  const numbers = match[1].trim().split(/\s+/).map(Number);
  return numbers.some(Number.isNaN) ? null : numbers;
}

const privateKeys = [
  'BlueValues',
  'OtherBlues',
  'FamilyBlues',
  'FamilyOtherBlues',
  'StdHW',
  'StdVW',
  'StemSnapH',
  'StemSnapV',
  'BlueScale',
  'BlueShift',
  'BlueFuzz',
  'LanguageGroup',
];

function readPrivateValues(text: string): ReadonlyMap<string, readonly number[]> {
  const values = new Map<string, readonly number[]>();
  for (const key of privateKeys) {
    const list = numbersAfter(text, key);
    const single = new RegExp(`/${key}\\s+([-+.\\deE]+)`).exec(text)?.[1];
    if (list !== null) values.set(key, list);
    else if (single !== undefined && !Number.isNaN(Number(single))) values.set(key, [Number(single)]);
  }
  if (/\/ForceBold\s+true/.test(text)) values.set('ForceBold', [1]);
  return values;
}
