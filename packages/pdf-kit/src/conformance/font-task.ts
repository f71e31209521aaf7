import { type PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { decodeData } from '../objects/decode-stream.ts';
import { fontProgramKeys } from '../objects/font-program.ts';
import type { OpenedPdf } from '../objects/open-pdf.ts';
import { streamEntry } from '../objects/typed-entries.ts';
import type { ShownFont } from './content-uses.ts';

/** Larger programs count as damaged. */
export const maxProgramBytes = 64 * 1024 * 1024;

/** A font that is checked, and where to read and to report. */
export interface FontTask {
  readonly document: OpenedPdf;
  readonly font: ShownFont;
  readonly name: string;
  fail(what: string): void;
}

export interface ReadProgram {
  readonly kind: 'truetype' | 'type1' | 'cff';
  readonly bytes: Uint8Array;
}

/** The font program of a descriptor by what it is, whatever entry it is under; other entries go. */
export function readProgram(descriptor: PDFDict): ReadProgram | null {
  for (const key of ['FontFile2', 'FontFile3', 'FontFile'] as const) {
    const stream = streamEntry(descriptor, key);
    const decoded =
      stream instanceof PDFRawStream ? decodeData(stream, { maxBytes: maxProgramBytes, tolerant: true }) : null;
    if (decoded === null || decoded.imageFilter !== null || decoded.bytes.length < 16) continue;
    for (const other of fontProgramKeys) if (other !== key) descriptor.delete(PDFName.of(other));
    return { kind: kindOf(decoded.bytes), bytes: decoded.bytes };
  }
  return null;
}

function kindOf(bytes: Uint8Array): ReadProgram['kind'] {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === '\0\u0001\0\0' || start === 'true' || start === 'ttcf' || start === 'OTTO') return 'truetype';
  return start.startsWith('%!') || bytes[0] === 0x80 ? 'type1' : 'cff';
}
