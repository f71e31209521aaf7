import { PDFArray, PDFDict, PDFName, PDFNull, type PDFObject, PDFRef, type PDFStream } from 'pdf-lib';
import { literalString } from './literal-string.ts';
import { isText } from './typed-entries.ts';

/** How references, dictionaries and strings are written. */
export interface SerializeSettings {
  /** The number of an object in the output; null writes `null` in its place. */
  readonly numberOf: (ref: PDFRef) => number | null;
  /** What to write instead of a dictionary, nested ones included: usually the dictionary itself. */
  readonly rewrite?: (dict: PDFDict) => PDFDict;
  /** Writes strings in their shortest form instead of as they were read. */
  readonly shortStrings?: boolean;
}

/** An object other than a stream in PDF syntax as Latin-1 text, its references renumbered. */
export function serializeObject(object: PDFObject, settings: SerializeSettings): string {
  if (object instanceof PDFRef) {
    const objectNumber = settings.numberOf(object);
    return objectNumber === null ? 'null' : `${objectNumber} 0 R`;
  }
  if (object instanceof PDFDict) return serializeDict(object, settings);
  if (object instanceof PDFArray) return serializeArray(object, settings);
  if (settings.shortStrings === true && isText(object)) return literalString(object);
  return object.toString();
}

/** The dictionary of a stream without its `/Length`, which is added where the data is written. */
export function serializeStreamDict({ dict }: PDFStream, settings: SerializeSettings): string {
  return serializeDict(dict, settings, PDFName.Length);
}

function serializeDict(dict: PDFDict, settings: SerializeSettings, omitted?: PDFName): string {
  const rewritten = settings.rewrite === undefined ? dict : settings.rewrite(dict);
  let text = '<<';
  for (const [key, value] of rewritten.entries()) {
    if (value === PDFNull || key === omitted) continue;
    text += key.toString();
    const written = serializeObject(value, settings);
    text += needsSpace(written) ? ` ${written}` : written;
  }
  return `${text}>>`;
}

function serializeArray(array: PDFArray, settings: SerializeSettings): string {
  let text = '[';
  for (let index = 0; index < array.size(); index++) {
    const written = serializeObject(array.get(index), settings);
    text += index > 0 && needsSpace(written) ? ` ${written}` : written;
  }
  return `${text}]`;
}

/** A delimiter separates by itself: `/A[1]`, `[(a)(b)]`. */
function needsSpace(text: string): boolean {
  const first = text.charCodeAt(0);
  return first !== 0x28 && first !== 0x2f && first !== 0x3c && first !== 0x5b;
}
