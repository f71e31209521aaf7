import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from 'pdf-lib';

const names = new Map<string, PDFName>();
const nameTexts = new WeakMap<PDFName, string>();

/**
 * Entries of a dictionary by type; references are followed. A missing entry and an entry of another type are both null,
 * because real files have both, and neither is a reason to fail.
 */

export function anyEntry(dict: PDFDict, key: string): PDFObject | null {
  return dict.lookup(nameOf(key)) ?? null;
}

export function dictEntry(dict: PDFDict, key: string): PDFDict | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFDict ? value : null;
}

/** The dictionary of an entry that is one or a stream. */
export function dictOrStreamEntry(dict: PDFDict, key: string): PDFDict | null {
  return asDict(anyEntry(dict, key));
}

/** A stream whose data is as in the file; null for anything else. */
export function streamEntry(dict: PDFDict, key: string): PDFRawStream | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFRawStream ? value : null;
}

/** The items of an array entry, references not followed; none when there is no array. */
export function arrayEntry(dict: PDFDict, key: string): readonly PDFObject[] {
  return pdfArrayEntry(dict, key)?.asArray() ?? [];
}

/** The array itself; null for anything else. */
export function pdfArrayEntry(dict: PDFDict, key: string): PDFArray | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFArray ? value : null;
}

/** An array of numbers; null when it holds anything else. */
export function numbersEntry(dict: PDFDict, key: string): readonly number[] | null {
  const array = pdfArrayEntry(dict, key);
  if (array === null) return null;
  const numbers = arrayItems(array).map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
  return numbers.some(Number.isNaN) ? null : numbers;
}

/** `true` or `false`; null for anything else. */
export function booleanEntry(dict: PDFDict, key: string): boolean | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFBool ? value.asBoolean() : null;
}

/** A number; null for anything else. */
export function numberEntry(dict: PDFDict, key: string): number | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFNumber ? value.asNumber() : null;
}

/** A name without its slash, escapes decoded; null for anything else. */
export function nameEntry(dict: PDFDict, key: string): string | null {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFName ? nameText(value) : null;
}

export function textEntry(dict: PDFDict, key: string): string | null {
  const value = dict.lookup(nameOf(key));
  return isText(value) ? value.decodeText() : null;
}

/** The items of an array; references are followed. The item of a reference to a missing object is null. */
export function arrayItems(array: PDFArray): readonly (PDFObject | null)[] {
  return Array.from({ length: array.size() }, (_, index) => array.lookup(index) ?? null);
}

/** A dictionary, or that of a stream. */
export function asDict(value: PDFObject | null | undefined): PDFDict | null {
  if (value instanceof PDFDict) return value;
  return value instanceof PDFRawStream ? value.dict : null;
}

export function isText(value: unknown): value is PDFString | PDFHexString {
  return value instanceof PDFString || value instanceof PDFHexString;
}

/** The bytes of a string or name as Latin-1: what name trees are sorted and compared by. */
export function nameKey(value: PDFObject | undefined): string | null {
  if (value instanceof PDFName) return value.decodeText();
  return isText(value) ? Buffer.from(value.asBytes()).toString('latin1') : null;
}

/** A name without its slash. Cached, since `decodeText` visits every letter on every call. */
function nameText(name: PDFName): string {
  const known = nameTexts.get(name);
  if (known !== undefined) return known;
  const text = name.decodeText();
  nameTexts.set(name, text);
  return text;
}

/** The name of a key. Cached, since `PDFName.of` decodes escapes on every call and keys are looked up by the million. */
function nameOf(key: string): PDFName {
  const known = names.get(key);
  if (known !== undefined) return known;
  const name = PDFName.of(key);
  names.set(key, name);
  return name;
}
