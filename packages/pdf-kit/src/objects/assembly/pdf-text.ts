import { PDFHexString } from 'pdf-lib';

/** PDF syntax as text, for objects that are assembled from several sources. */

/** A dictionary from its entries in PDF syntax; entries that are null are left out. */
export function dictText(entries: Readonly<Record<string, string | null>>): string {
  const written = Object.entries(entries).flatMap(([key, value]) => (value === null ? [] : [`/${key} ${value}`]));
  return `<<${written.join('')}>>`;
}

export function arrayText(items: readonly string[]): string {
  return `[${items.join(' ')}]`;
}

export function refText(objectNumber: number): string {
  return `${objectNumber} 0 R`;
}

export function refArrayText(objectNumbers: readonly number[]): string {
  return arrayText(objectNumbers.map(refText));
}

/** A text string (UTF-16, as hex). An empty one has no byte order mark either: to PDF/A that is no language. */
export function stringText(text: string): string {
  return textString(text).toString();
}

/** The same as an object. */
export function textString(text: string): PDFHexString {
  return text === '' ? PDFHexString.of('') : PDFHexString.fromText(text);
}

/** A byte string from its bytes as Latin-1. */
export function bytesText(latin1: string): string {
  return `<${Buffer.from(latin1, 'latin1').toString('hex')}>`;
}
