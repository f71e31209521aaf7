import { type PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { type Operand, readContentStream } from '../objects/content-stream.ts';
import { decodeData } from '../objects/decode-stream.ts';
import { type CMapRange, type PredefinedCMap, readPredefinedCMap } from '../objects/predefined-cmap.ts';
import { textBytes } from '../objects/text-bytes.ts';
import { anyEntry, nameEntry } from '../objects/typed-entries.ts';

/**
 * Divides a shown string into character codes, or the CIDs of a composite font, and adds them to `found`. `unknown` if the
 * string has codes that viewers may map to different glyphs; all glyphs of the font then count as shown.
 */
export type CodeReader = (text: Uint8Array, found: Set<number>) => 'known' | 'unknown';

/** A larger CMap is not read. */
const maxCMapBytes = 4 * 1024 * 1024;
/** Nor one with more codespace ranges or mappings than these; no predefined CMap has a third as many. */
const [maxSpaces, maxRanges] = [100, 65_536];

/** The code reader of a font; null for a composite font whose CMap is unknown or damaged. */
export function createCodeReader(font: PDFDict): CodeReader | null {
  if (nameEntry(font, 'Subtype') !== 'Type0') return readSingleBytes;
  const name = nameEntry(font, 'Encoding');
  if (name === 'Identity-H' || name === 'Identity-V') return readIdentity;
  const map = cmapOf(font);
  return map === null ? null : createCMapReader(map);
}

function readSingleBytes(text: Uint8Array, found: Set<number>): 'known' {
  for (const code of text) found.add(code);
  return 'known';
}

function readIdentity(text: Uint8Array, found: Set<number>): 'known' {
  for (let index = 0; index + 1 < text.length; index += 2) {
    found.add(((text[index] ?? 0) << 8) | (text[index + 1] ?? 0));
  }
  return 'known';
}

/** The CMap of a composite font, embedded or predefined; null if it is unknown. */
function cmapOf(font: PDFDict): PredefinedCMap | null {
  const encoding = anyEntry(font, 'Encoding');
  return encoding instanceof PDFRawStream ? readCMap(encoding) : readPredefinedCMap(nameEntry(font, 'Encoding') ?? '');
}

function createCMapReader({ spaces, ranges }: PredefinedCMap): CodeReader {
  const longest = Math.max(...spaces.map(({ bytes }) => bytes));
  const known = new Map<string, readonly number[] | null>();
  const idsOf = (code: number, bytes: number): readonly number[] | null => {
    const matching = ranges.filter(({ first, last }) => code >= first && code <= last);
    // Viewers differ in whether the length of a code counts, and in the glyph of a code without a mapping.
    if (!matching.some((range) => range.bytes === bytes)) return null;
    return matching.map(({ cid, first }) => cid + code - first);
  };
  return (text, found) => {
    for (let index = 0; index < text.length; ) {
      const { code, bytes } = nextCode(text, index, spaces, longest);
      index += bytes;
      const key = `${bytes}:${code}`;
      const ids = known.has(key) ? known.get(key) : idsOf(code, bytes);
      known.set(key, ids ?? null);
      if (ids === null || ids === undefined) return 'unknown';
      for (const id of ids) found.add(id);
    }
    return 'known';
  };
}

/** An embedded CMap (ISO 32000-2, 9.7.5.4). Null if it is damaged, or based on an unknown one. */
function readCMap(stream: PDFRawStream): PredefinedCMap | null {
  const decoded = decodeData(stream, { maxBytes: maxCMapBytes });
  if (decoded === null || decoded.imageFilter !== null) return null;
  const spaces: CMapRange[] = [];
  const ranges: CMapRange[] = [];
  const bases = new Set<string | null>();
  if (anyEntry(stream.dict, 'UseCMap') !== null) bases.add(nameEntry(stream.dict, 'UseCMap'));
  for (const { operator, operands } of readContentStream(decoded.bytes)) {
    if (operator === 'endcodespacerange') spaces.push(...readRanges(operands, 2));
    else if (operator === 'endcidrange') ranges.push(...readRanges(operands, 3));
    else if (operator === 'endcidchar') ranges.push(...readRanges(operands, 1));
    else if (operator === 'usecmap') bases.add(nameOf(operands[0]));
  }
  for (const name of bases) {
    const base = name === null ? null : readPredefinedCMap(name);
    if (base === null) return null;
    spaces.push(...base.spaces);
    ranges.push(...base.ranges);
  }
  if (spaces.length > maxSpaces || ranges.length > maxRanges) return null;
  if (spaces.length === 0 || spaces.some(({ bytes }) => bytes === 0 || bytes > 4)) return null;
  return { spaces, ranges };
}

function nameOf(operand: Operand | undefined): string | null {
  return operand instanceof PDFName ? operand.decodeText() : null;
}

/**
 * True for a font whose CMap has codes of other lengths than two bytes, such as UTF-8. Engines read these differently (PDFium
 * reads one or two bytes for an embedded map with one codespace range), so that a single engine cannot verify its text.
 */
export function isReadDifferently(font: PDFDict): boolean {
  if (nameEntry(font, 'Subtype') !== 'Type0' || createCodeReader(font) === readIdentity) return false;
  return cmapOf(font)?.spaces.some(({ bytes }) => bytes !== 2) ?? true;
}

/** `shape` 1: code, cid; 2: first, last; 3: first, last, cid. */
function readRanges(operands: readonly Operand[], shape: 1 | 2 | 3): CMapRange[] {
  const ranges: CMapRange[] = [];
  const step = shape === 3 ? 3 : 2;
  for (let index = 0; index + step <= operands.length; index += step) {
    const first = codeOf(operands[index]);
    const last = shape === 1 ? first : codeOf(operands[index + 1]);
    const cid = shape === 2 ? 0 : operands[index + step - 1];
    if (first === null || last === null || typeof cid !== 'number') continue;
    ranges.push({ bytes: first.length, first: bigEndian(first), last: bigEndian(last), cid });
  }
  return ranges;
}

function codeOf(operand: Operand | undefined): Uint8Array | null {
  return operand instanceof PDFString || operand instanceof PDFHexString ? textBytes(operand) : null;
}

function nextCode(text: Uint8Array, index: number, spaces: readonly CMapRange[], longest: number) {
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
