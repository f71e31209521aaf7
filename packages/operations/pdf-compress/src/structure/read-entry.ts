import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from '@platen/pdf-kit/pdf-lib';

/**
 * Entries of a dictionary by type. Unlike pdf-lib's own `lookup`, a missing entry and one of another type are the same
 * thing, null: real files have both, and neither is a reason to fail.
 */
export function readEntry(dict: PDFDict, key: string): PDFObject | null {
  return dict.lookup(PDFName.of(key)) ?? null;
}

export function readName(dict: PDFDict, key: string): string | null {
  const value = readEntry(dict, key);
  return value instanceof PDFName ? value.decodeText() : null;
}

export function readNumber(dict: PDFDict, key: string): number | null {
  const value = readEntry(dict, key);
  return value instanceof PDFNumber ? value.asNumber() : null;
}

export function readBoolean(dict: PDFDict, key: string): boolean | null {
  const value = readEntry(dict, key);
  return value instanceof PDFBool ? value.asBoolean() : null;
}

/** A dictionary, or that of a stream. */
export function readDict(dict: PDFDict, key: string): PDFDict | null {
  return asDict(readEntry(dict, key));
}

export function readArray(dict: PDFDict, key: string): PDFArray | null {
  const value = readEntry(dict, key);
  return value instanceof PDFArray ? value : null;
}

export function readStream(dict: PDFDict, key: string): PDFRawStream | null {
  const value = readEntry(dict, key);
  return value instanceof PDFRawStream ? value : null;
}

/** An array of numbers; null when it holds anything else. */
export function readNumbers(dict: PDFDict, key: string): readonly number[] | null {
  const array = readArray(dict, key);
  if (array === null) return null;
  const numbers = arrayItems(array).map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
  return numbers.some(Number.isNaN) ? null : numbers;
}

/** The items of an array with references followed; what a dead reference points at is null. */
export function arrayItems(array: PDFArray): readonly (PDFObject | null)[] {
  return Array.from({ length: array.size() }, (_, index) => array.lookup(index) ?? null);
}

export function asDict(value: PDFObject | null | undefined): PDFDict | null {
  if (value instanceof PDFDict) return value;
  return value instanceof PDFRawStream ? value.dict : null;
}
