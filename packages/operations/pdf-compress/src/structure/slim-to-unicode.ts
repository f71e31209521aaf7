import { deflateSync } from 'node:zlib';
import { decodeData, type Operand, readContentStream } from '@platen/pdf-kit/objects';
import { type PDFContext, PDFDict, PDFHexString, PDFName, PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';
import { replaceStream } from './replace-stream.ts';

const maxMapBytes = 1024 * 1024;
/** A block of a CMap has at most so many entries (Adobe Technical Note 5014). */
const maxBlockEntries = 100;
/** The maximum operands that are read of one operator: a longer block is not known in full. */
const maxOperands = 512;
/** Consecutive codes from which a range is shorter than single mappings. */
const minRun = 3;

/** The mappings of a `ToUnicode` CMap: from character codes to UTF-16 in lower-case hexadecimal digits. */
interface UnicodeMap {
  readonly codeBytes: number;
  readonly texts: ReadonlyMap<number, string>;
}

/** Writes `ToUnicode` CMaps in their shortest form, with the same mappings. */
export function slimToUnicode(context: PDFContext): void {
  const refs = new Set<PDFRef>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    const entry = object instanceof PDFDict ? object.get(PDFName.of('ToUnicode')) : undefined;
    if (entry instanceof PDFRef) refs.add(entry);
  }
  for (const ref of refs) {
    const stream = context.lookup(ref);
    const decoded = stream instanceof PDFRawStream ? decodeData(stream, { maxBytes: maxMapBytes }) : null;
    if (!(stream instanceof PDFRawStream) || decoded === null || decoded.imageFilter !== null) continue;
    if (stream.dict.has(PDFName.of('UseCMap'))) continue;
    const slim = slimMap(decoded.bytes);
    const deflated = slim === null ? null : deflateSync(slim);
    if (deflated === null || deflated.length >= Math.min(stream.getContentsSize(), deflateSync(decoded.bytes).length))
      continue;
    replaceStream(context, ref, PDFDict.withContext(context), { bytes: deflated, filter: 'FlateDecode' });
  }
}

/** The shortest CMap with the same mappings; null for one that cannot be read. */
export function slimMap(bytes: Uint8Array): Uint8Array | null {
  const map = readMap(bytes);
  if (map === null) return null;
  const slim = writeMap(map);
  const again = readMap(slim);
  const isSame =
    again?.texts.size === map.texts.size && [...map.texts].every(([code, text]) => again.texts.get(code) === text);
  return isSame ? slim : null;
}

function readMap(bytes: Uint8Array): UnicodeMap | null {
  const texts = new Map<number, string>();
  let codeBytes = 0;
  const codeOf = (operand: Operand | undefined): number => {
    if (!(operand instanceof PDFHexString)) return Number.NaN;
    const { length } = operand.asBytes();
    // Codes of different lengths may overlap, and viewers differ in which one applies.
    if (length > 2 || (codeBytes !== 0 && codeBytes !== length)) return Number.NaN;
    codeBytes = length;
    return Buffer.from(operand.asBytes()).readUIntBE(0, length);
  };
  const set = (code: number, text: string | null, offset: number): boolean => {
    const unicode = text === null ? null : increased(text, offset);
    // Of two texts for one code, some viewers use the first, others the last.
    if (Number.isNaN(code) || unicode === null || (texts.get(code) ?? unicode) !== unicode) return false;
    texts.set(code, unicode);
    return true;
  };
  for (const { operator, operands } of readContentStream(bytes)) {
    if (operator === 'usecmap' || operands.length >= maxOperands) return null;
    if (operator === 'endbfchar') {
      for (let at = 0; at < operands.length; at += 2) {
        if (!set(codeOf(operands[at]), hexOf(operands[at + 1]), 0)) return null;
      }
    } else if (operator === 'endbfrange') {
      for (let at = 0; at < operands.length; at += 3) {
        const [first, last, text] = [codeOf(operands[at]), codeOf(operands[at + 1]), operands[at + 2]];
        const start = hexOf(text);
        if (!(last - first < 65_536) || last < first) return null;
        for (let code = first; code <= last; code += 1) {
          const isKnown = Array.isArray(text)
            ? set(code, hexOf(text[code - first]), 0)
            : set(code, start, code - first);
          if (!isKnown) return null;
        }
      }
    }
  }
  return codeBytes === 0 ? null : { codeBytes, texts };
}

function hexOf(text: Operand | undefined): string | null {
  return text instanceof PDFHexString ? Buffer.from(text.asBytes()).toString('hex') : null;
}

/** UTF-16 text in hexadecimal digits with its last byte increased by `offset`; null if that overflows. */
function increased(text: string, offset: number): string | null {
  if (offset === 0 && text !== '') return text;
  const last = Number.parseInt(text.slice(-2), 16) + offset;
  return last <= 255 ? text.slice(0, -2) + last.toString(16).padStart(2, '0') : null;
}

function writeMap({ codeBytes, texts }: UnicodeMap): Uint8Array {
  const hex = (code: number) => `<${code.toString(16).padStart(2 * codeBytes, '0')}>`;
  const singles: string[] = [];
  const ranges: string[] = [];
  const codes = [...texts.keys()].sort((one, other) => one - other);
  const textOf = (code: number) => texts.get(code) ?? '';
  for (let at = 0; at < codes.length; ) {
    const first = codes[at] ?? 0;
    const start = textOf(first);
    const rising = runLength(codes, at, (code) => textOf(code) === increased(start, code - first));
    const listed = Math.min(
      runLength(codes, at, () => true),
      maxBlockEntries,
    );
    const run = rising >= minRun ? rising : listed;
    const last = first + run - 1;
    if (rising >= minRun) ranges.push(`${hex(first)}${hex(last)}<${start}>`);
    else if (listed > minRun) {
      ranges.push(
        `${hex(first)}${hex(last)}[${codes
          .slice(at, at + run)
          .map((code) => `<${textOf(code)}>`)
          .join('')}]`,
      );
    } else for (const code of codes.slice(at, at + run)) singles.push(`${hex(code)}<${textOf(code)}>`);
    at += run;
  }
  const space = `${hex(0)}<${'ff'.repeat(codeBytes)}>`;
  const text =
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/A def/CMapType 2 def\n' +
    `1 begincodespacerange${space}endcodespacerange\n${blocks(singles, 'bfchar')}${blocks(ranges, 'bfrange')}` +
    'endcmap end end';
  return Buffer.from(text, 'latin1');
}

/** The number of consecutive codes with the same high byte for which `holds` is true. */
function runLength(codes: readonly number[], start: number, holds: (code: number) => boolean): number {
  const first = codes[start] ?? 0;
  let length = 1;
  for (let code = codes[start + 1]; code === first + length && code >> 8 === first >> 8 && holds(code); ) {
    length += 1;
    code = codes[start + length];
  }
  return length;
}

function blocks(entries: readonly string[], kind: string): string {
  let text = '';
  for (let at = 0; at < entries.length; at += maxBlockEntries) {
    const block = entries.slice(at, at + maxBlockEntries);
    text += `${block.length} begin${kind}\n${block.join('\n')}\nend${kind}\n`;
  }
  return text;
}
