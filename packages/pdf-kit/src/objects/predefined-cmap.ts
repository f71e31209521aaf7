import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencyFolder } from '../dependency-folder.ts';

/** Character codes of one length from `first` to `last`, which are mapped to consecutive CIDs from `cid` on. */
export interface CMapRange {
  /** Bytes of a code. */
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
  /** 0 for a codespace range. */
  readonly cid: number;
}

/** How strings of a composite font are divided into character codes, and which CIDs the codes have (ISO 32000-2, 9.7.5). */
export interface PredefinedCMap {
  readonly spaces: readonly CMapRange[];
  readonly ranges: readonly CMapRange[];
}

/** CMaps are built on others at most three deep; a longer chain is a loop. */
const maxDepth = 4;

const known = new Map<string, PredefinedCMap | null>();

/** Reads a predefined CMap, such as `UniJIS-UTF16-H`; null when there is none of that name. */
export function readPredefinedCMap(name: string): PredefinedCMap | null {
  const map = known.get(name) ?? load(name, 0);
  known.set(name, map);
  return map;
}

function load(name: string, depth: number): PredefinedCMap | null {
  if (!/^[A-Za-z0-9-]{1,40}$/.test(name) || depth > maxDepth) return null;
  try {
    return parse(readFileSync(join(dependencyFolder('pdfjs-dist'), 'cmaps', `${name}.bcmap`)), depth);
  } catch (error) {
    // There is no such file, or it is not one of these.
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return null;
    throw error;
  }
}

/** Kinds of entries of a packed CMap. */
const kinds = { codeSpaces: 0, undefinedRanges: 1, characters: 2, ranges: 3, comment: 7 } as const;

/**
 * Reads pdf.js's packed form of a CMap: a header byte, then entries of a kind, the bytes of their codes, and items that
 * are each given as the distance from the one before. Source: `external/bcmaps` and `binary_cmap.js` of pdf.js.
 */
function parse(data: Uint8Array, depth: number): PredefinedCMap | null {
  const reader = createReader(data);
  const spaces: CMapRange[] = [];
  const ranges: CMapRange[] = [];
  reader.byte();
  while (!reader.ended()) {
    const head = reader.byte();
    const kind = head >> 5;
    if (kind === kinds.comment) {
      const text = reader.text();
      if ((head & 0x1f) !== 1) continue;
      const base = load(text, depth + 1);
      if (base === null) return null;
      spaces.push(...base.spaces);
      ranges.push(...base.ranges);
      continue;
    }
    const isSequence = (head & 0x10) !== 0;
    const bytes = (head & 0x0f) + 1;
    const count = reader.number();
    if (kind === kinds.characters) readCharacters(reader, { bytes, count, isSequence }, ranges);
    else if (kind === kinds.ranges) readRanges(reader, { bytes, count, isSequence, hasCid: true }, ranges);
    else if (kind === kinds.undefinedRanges) readRanges(reader, { bytes, count, isSequence: false, hasCid: true }, []);
    else if (kind === kinds.codeSpaces) {
      readRanges(reader, { bytes, count, isSequence: false, hasCid: false }, spaces);
    } else throw new RangeError('an unknown entry of a CMap');
  }
  return { spaces, ranges };
}

interface Entry {
  readonly bytes: number;
  readonly count: number;
  /** The codes are consecutive. */
  readonly isSequence: boolean;
}

function readCharacters(reader: Reader, { bytes, count, isSequence }: Entry, found: CMapRange[]): void {
  let code = reader.code(bytes);
  let cid = reader.number();
  found.push({ bytes, first: code, last: code, cid });
  for (let item = 1; item < count; item += 1) {
    code += 1 + (isSequence ? 0 : reader.number());
    cid += 1 + reader.signed();
    found.push({ bytes, first: code, last: code, cid });
  }
}

function readRanges(
  reader: Reader,
  { bytes, count, isSequence, hasCid }: Entry & { readonly hasCid: boolean },
  found: CMapRange[],
): void {
  let last = 0;
  for (let item = 0; item < count; item += 1) {
    const first = item === 0 ? reader.code(bytes) : last + 1 + (isSequence ? 0 : reader.number());
    last = first + reader.number();
    found.push({ bytes, first, last, cid: hasCid ? reader.number() : 0 });
  }
}

interface Reader {
  ended(): boolean;
  byte(): number;
  /** A number in groups of seven bits, the highest first. */
  number(): number;
  signed(): number;
  /** A code as it is, of this many bytes. */
  code(bytes: number): number;
  text(): string;
}

function createReader(data: Uint8Array): Reader {
  let position = 0;
  const byte = () => {
    const value = data[position++];
    if (value === undefined) throw new RangeError('a CMap that ends too soon');
    return value;
  };
  const number = () => {
    let value = 0;
    for (;;) {
      const part = byte();
      value = value * 128 + (part & 0x7f);
      if ((part & 0x80) === 0) return value;
    }
  };
  return {
    ended: () => position >= data.length,
    byte,
    number,
    signed() {
      const value = number();
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    },
    code(bytes) {
      let value = 0;
      for (let index = 0; index < bytes; index += 1) value = value * 256 + byte();
      return value;
    },
    text() {
      const letters = Array.from({ length: number() }, () => String.fromCharCode(number()));
      return letters.join('');
    },
  };
}
