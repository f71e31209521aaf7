import { type PDFArray, PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { anyEntry, arrayItems, nameEntry, pdfArrayEntry } from '../objects/typed-entries.ts';
import {
  macRomanEncoding,
  namedEncodings,
  type SimpleEncoding,
  standardEncoding,
  winAnsiEncoding,
} from './standard-encodings.ts';

/** How the dictionary of a simple font names its codes. */
export interface FontEncoding {
  /** The names that `Differences` gives. */
  readonly differences: ReadonlyMap<number, string>;
  /** The encoding named as the base; null when none is. */
  readonly base: SimpleEncoding | null;
}

/** The names of the codes of a simple font; null for an unknown base encoding. */
export function readFontEncoding(font: PDFDict): FontEncoding | null {
  const entry = anyEntry(font, 'Encoding');
  const baseName = entry instanceof PDFDict ? nameEntry(entry, 'BaseEncoding') : nameEntry(font, 'Encoding');
  const base = baseName === null ? null : namedEncodings.get(baseName);
  if (base === undefined) return null;
  return {
    base,
    differences: entry instanceof PDFDict ? readDifferences(pdfArrayEntry(entry, 'Differences')) : new Map(),
  };
}

function readDifferences(array: PDFArray | null): ReadonlyMap<number, string> {
  const differences = new Map<number, string>();
  let code = 0;
  for (const item of array === null ? [] : arrayItems(array)) {
    if (item instanceof PDFNumber) code = item.asNumber();
    else if (item instanceof PDFName) differences.set(code++, item.decodeText());
  }
  return differences;
}

/**
 * All names by which viewers may look up a code. Viewers differ in the encoding that they prefer if a font is symbolic or
 * has its own, so every glyph that any of them would draw counts.
 */
export function possibleNames(code: number, { differences, base }: FontEncoding, builtIn: SimpleEncoding): Set<string> {
  const names = [
    differences.get(code),
    base?.[code],
    builtIn[code],
    standardEncoding[code],
    winAnsiEncoding[code],
    macRomanEncoding[code],
  ];
  return new Set(names.filter((name): name is string => typeof name === 'string'));
}
