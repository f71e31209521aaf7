import type { PDFHexString, PDFString } from 'pdf-lib';
import { textBytes } from './text-bytes.ts';

/** What would end a literal string, begin one in it, or be read as another character (ISO 32000-1, 7.3.4.2). */
const escapes: ReadonlyMap<number, string> = new Map([
  [0x28, '\\('],
  [0x29, '\\)'],
  [0x5c, '\\\\'],
  [0x0d, '\\r'],
]);

/** A string in its shortest form, as Latin-1: its bytes between parentheses. Hexadecimal takes two characters a byte. */
export function literalString(value: PDFString | PDFHexString): string {
  let text = '(';
  for (const byte of textBytes(value)) text += escapes.get(byte) ?? String.fromCharCode(byte);
  return `${text})`;
}
