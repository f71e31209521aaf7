import { decodeData } from '@platen/pdf-kit/objects';
import { type PDFDict, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { readEntry, readName } from '../structure/read-entry.ts';
import { type Operand, readContent } from './read-content.ts';

/**
 * Splits a shown string into what the font numbers its glyphs by: codes, or the character ids of a composite font. One
 * reader always adds to the same set.
 */
export type CodeReader = (text: Uint8Array, found: Set<number>) => void;

/** CMaps are small; a larger one is not read. */
const maxCMapBytes = 4 * 1024 * 1024;

/**
 * How strings in a font are read. Null for a composite font whose CMap is predefined (other than Identity), damaged or
 * built on another one: its character ids are not known here.
 */
export function createCodeReader(font: PDFDict): CodeReader | null {
  if (readName(font, 'Subtype') !== 'Type0') return readSingleBytes;
  const encoding = readEntry(font, 'Encoding');
  if (encoding instanceof PDFRawStream) return createCMapReader(encoding);
  const name = readName(font, 'Encoding');
  return name === 'Identity-H' || name === 'Identity-V' ? readIdentity : null;
}

function readSingleBytes(text: Uint8Array, found: Set<number>): void {
  for (const code of text) found.add(code);
}

function readIdentity(text: Uint8Array, found: Set<number>): void {
  for (let index = 0; index + 1 < text.length; index += 2) {
    found.add(((text[index] ?? 0) << 8) | (text[index + 1] ?? 0));
  }
}

interface CodeRange {
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
  readonly cid: number;
}

/** An embedded CMap: ISO 32000-2, 9.7.5.4. */
function createCMapReader(stream: PDFRawStream): CodeReader | null {
  const decoded = decodeData(stream, { maxBytes: maxCMapBytes });
  if (decoded === null || decoded.imageFilter !== null) return null;
  const spaces: CodeRange[] = [];
  const ranges: CodeRange[] = [];
  let readable = readEntry(stream.dict, 'UseCMap') === null;
  readContent(decoded.bytes, (operator, operands) => {
    if (operator === 'endcodespacerange') spaces.push(...readRanges(operands, 2));
    else if (operator === 'endcidrange') ranges.push(...readRanges(operands, 3));
    else if (operator === 'endcidchar') ranges.push(...readRanges(operands, 1));
    else if (operator === 'usecmap') readable = false;
  });
  if (!readable || spaces.length === 0 || spaces.some(({ bytes }) => bytes === 0 || bytes > 4)) return null;
  const longest = Math.max(...spaces.map(({ bytes }) => bytes));
  const known = new Set<string>();
  return (text, found) => {
    for (let index = 0; index < text.length; ) {
      const { code, bytes } = nextCode(text, index, spaces, longest);
      index += bytes;
      const key = `${bytes}:${code}`;
      if (known.has(key)) continue;
      known.add(key);
      for (const range of ranges) {
        if (range.bytes === bytes && code >= range.first && code <= range.last)
          found.add(range.cid + code - range.first);
      }
    }
  };
}

/** `shape` 1: code, cid; 2: first, last; 3: first, last, cid. */
function readRanges(operands: readonly Operand[], shape: 1 | 2 | 3): CodeRange[] {
  const ranges: CodeRange[] = [];
  const step = shape === 3 ? 3 : 2;
  for (let index = 0; index + step <= operands.length; index += step) {
    const first = operands[index];
    const last = shape === 1 ? first : operands[index + 1];
    const cid = shape === 2 ? 0 : operands[index + step - 1];
    if (!(first instanceof Uint8Array) || !(last instanceof Uint8Array) || typeof cid !== 'number') continue;
    ranges.push({ bytes: first.length, first: bigEndian(first), last: bigEndian(last), cid });
  }
  return ranges;
}

function nextCode(text: Uint8Array, index: number, spaces: readonly CodeRange[], longest: number) {
  for (let bytes = 1; bytes <= longest && index + bytes <= text.length; bytes += 1) {
    const code = bigEndian(text.subarray(index, index + bytes));
    if (spaces.some((space) => space.bytes === bytes && code >= space.first && code <= space.last)) {
      return { code, bytes };
    }
  }
  return { code: -1, bytes: Math.min(...spaces.map(({ bytes }) => bytes)) };
}

function bigEndian(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
