import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFString } from 'pdf-lib';

const names = new Map<string, PDFName>();

/** Entries of a dictionary, looked up and checked for their type: null for what is missing or something else. */

export function dictEntry(dict: PDFDict, key: string): PDFDict | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFDict ? value : null;
}

/** The items of an array entry as they stand, references included; none when there is no array. */
export function arrayEntry(dict: PDFDict, key: string): readonly PDFObject[] {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFArray ? value.asArray() : [];
}

export function numberEntry(dict: PDFDict, key: string): number | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFNumber ? value.asNumber() : null;
}

export function nameEntry(dict: PDFDict, key: string): string | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFName ? value.decodeText() : null;
}

export function textEntry(dict: PDFDict, key: string): string | null {
  const value = dict.lookup(nameOf(key));
  return isText(value) ? value.decodeText() : null;
}

export function isText(value: unknown): value is PDFString | PDFHexString {
  return value instanceof PDFString || value instanceof PDFHexString;
}

/** The bytes of a string or name as Latin-1: what name trees are sorted and compared by. */
export function nameKey(value: PDFObject | undefined): string | null {
  if (value instanceof PDFName) return value.decodeText();
  return isText(value) ? Buffer.from(value.asBytes()).toString('latin1') : null;
}

/** The name of a key. `PDFName.of` decodes escapes each time, which shows where keys are looked up by the million. */
function nameOf(key: string): PDFName {
  const known = names.get(key);
  if (known !== undefined) return known;
  const name = PDFName.of(key);
  names.set(key, name);
  return name;
}
