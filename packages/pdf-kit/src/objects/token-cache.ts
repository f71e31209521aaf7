import { PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { decodeNameEscapes } from './token-syntax.ts';

/**
 * The names, numbers and references of one file, each created once: files repeat a few hundred names by the million, and
 * creating an object costs more than looking it up.
 */
export interface TokenCache {
  /** The name between two offsets, which exclude its slash. */
  name(bytes: Buffer, start: number, end: number): PDFName;
  number(value: number): PDFNumber;
  reference(objectNumber: number, generation: number): PDFRef;
}

/** The most frequent numbers, shared by all files. */
const smallNumbers = Array.from({ length: 1024 }, (_, value) => PDFNumber.of(value));

/** Maximum names, and maximum numbers, that are cached. */
const maxKept = 16_384;

interface KnownName {
  readonly raw: string;
  readonly name: PDFName;
}

export function createTokenCache(): TokenCache {
  const names = new Map<number, KnownName>();
  const numbers = new Map<number, PDFNumber>();
  const references = new Map<number, PDFRef>();
  return {
    name(bytes, start, end) {
      const hash = hashOf(bytes, start, end);
      const known = names.get(hash);
      if (known !== undefined && isAt(known.raw, bytes, start, end)) return known.name;
      const raw = bytes.toString('latin1', start, end);
      // pdf-lib decodes escapes too, but only upper-case ones. So they are decoded here, and a literal # is escaped for it.
      const name = PDFName.of(raw.includes('#') ? decodeNameEscapes(raw).replaceAll('#', '#23') : raw);
      if (names.size < maxKept) names.set(hash, { raw, name });
      return name;
    },
    number(value) {
      const known =
        value >= 0 && value < smallNumbers.length && Number.isInteger(value) ? smallNumbers[value] : numbers.get(value);
      if (known !== undefined) return known;
      const number = PDFNumber.of(value);
      if (numbers.size < maxKept) numbers.set(value, number);
      return number;
    },
    reference(objectNumber, generation) {
      if (generation !== 0) return PDFRef.of(objectNumber, generation);
      const known = references.get(objectNumber);
      if (known !== undefined) return known;
      const reference = PDFRef.of(objectNumber);
      references.set(objectNumber, reference);
      return reference;
    },
  };
}

function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0;
  for (let position = start; position < end; position++) hash = (Math.imul(hash, 31) + (bytes[position] as number)) | 0;
  return hash;
}

function isAt(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
