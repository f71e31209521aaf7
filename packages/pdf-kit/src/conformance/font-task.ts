import { deflateSync } from 'node:zlib';
import { type PDFDict, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { isCollection, readSfnt, viewOf, writeSfnt } from '../fonts/sfnt.ts';
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
    const kind = kindOf(decoded.bytes);
    const sound = kind === 'truetype' ? soundProgram(decoded.bytes) : decoded.bytes;
    if (sound !== decoded.bytes) setProgram(descriptor, 'FontFile2', sound, null);
    return { kind, bytes: sound };
  }
  return null;
}

/** The font that viewers take of a collection, and without names of glyphs where these are cut off: veraPDF reads neither. */
function soundProgram(bytes: Uint8Array): Uint8Array {
  const tables = readSfnt(bytes);
  if (tables === null) return bytes;
  const post = tables.get('post');
  const isCutOff = post !== undefined && post.length < 34 && viewOf(post).getUint32(0) === 0x00020000;
  if (!isCutOff && !isCollection(bytes)) return bytes;
  const sound = new Map(tables);
  if (isCutOff) {
    const nameless = new Uint8Array(32);
    nameless.set(post.subarray(0, 32));
    viewOf(nameless).setUint32(0, 0x00030000);
    sound.set('post', nameless);
  }
  return writeSfnt(sound);
}

function kindOf(bytes: Uint8Array): ReadProgram['kind'] {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === '\0\u0001\0\0' || start === 'true' || start === 'ttcf' || start === 'OTTO') return 'truetype';
  return start.startsWith('%!') || bytes[0] === 0x80 ? 'type1' : 'cff';
}

/** Puts a program into a descriptor, in the place of any other. */
export function setProgram(
  descriptor: PDFDict,
  key: 'FontFile2' | 'FontFile3',
  bytes: Uint8Array,
  subtype: string | null,
): void {
  const { context } = descriptor;
  for (const other of fontProgramKeys) descriptor.delete(PDFName.of(other));
  const dict = context.obj({ Filter: 'FlateDecode' });
  if (key === 'FontFile2') dict.set(PDFName.of('Length1'), PDFNumber.of(bytes.length));
  if (subtype !== null) dict.set(PDFName.of('Subtype'), PDFName.of(subtype));
  descriptor.set(PDFName.of(key), context.register(PDFRawStream.of(dict, deflateSync(bytes))));
}
