import { limitExceeded, structureLimits } from '@platen/core';
import { counted } from '@platen/core/internal';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { byteClass, byteClasses, isDigit } from './byte-classes.ts';
import { decodeStream } from './decode-stream.ts';
import type { InflateBudget } from './inflate-budget.ts';
import type { ObjectParser } from './object-parser.ts';

/** Where an object is: at an offset, or packed in an object stream. `free` hides what an older section says. */
export type CrossReferenceEntry =
  | { readonly kind: 'offset'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'packed'; readonly container: number; readonly index: number }
  | { readonly kind: 'free' };

/** All cross-reference sections of a file as one: the newest entry of each object wins. */
export interface CrossReference {
  readonly entries: ReadonlyMap<number, CrossReferenceEntry>;
  /** The newest trailer, completed from older ones. */
  readonly trailer: PDFDict;
}

export interface CrossReferenceRequest {
  readonly bytes: Buffer;
  readonly context: PDFContext;
  readonly parser: ObjectParser;
  readonly budget: InflateBudget;
  readonly maxObjects: number;
  readonly fileName: string | undefined;
}

const free: CrossReferenceEntry = { kind: 'free' };

/** Bytes of the shortest table entry: `0 0 n` and an end of line. */
const shortestEntryBytes = 6;

/**
 * Reads the chain of cross-reference tables and streams from the last `startxref` back along `/Prev`, each section
 * once. Returns null when any part of it cannot be read; the objects must then be found by scanning. Rejects with
 * `damaged_file` when it lists more than `maxObjects`.
 */
export function readCrossReference(request: CrossReferenceRequest): CrossReference | null {
  const { bytes } = request;
  const marker = bytes.lastIndexOf('startxref', undefined, 'latin1');
  if (marker < 0) return null;
  const entries = createEntries(request);
  const trailers: PDFDict[] = [];
  const pending: number[] = [readInteger(bytes, marker + 9)];
  const visited = new Set<number>();
  for (let offset = pending.pop(); offset !== undefined; offset = pending.pop()) {
    if (visited.has(offset)) continue;
    visited.add(offset);
    const trailer = isTable(bytes, offset)
      ? readTable(request, skipSpace(bytes, offset) + 4, entries)
      : readStream(request, offset, entries);
    if (trailer === null) return null;
    trailers.push(trailer);
    for (const key of ['Prev', 'XRefStm']) {
      const next = integerEntry(trailer, key);
      if (next !== null) pending.push(next);
    }
  }
  return { entries: entries.map, trailer: completeTrailer(trailers) };
}

/** Adds an entry, unless a newer section has one of that number. */
type AddEntry = (objectNumber: number, entry: CrossReferenceEntry) => void;
/** Counts entries that a reader goes through, of all sections. */
type ListEntries = (count: number) => void;

const { maxCrossReferenceEntries: allowedEntries } = structureLimits;

interface Entries {
  readonly map: ReadonlyMap<number, CrossReferenceEntry>;
  readonly add: AddEntry;
  readonly list: ListEntries;
}

function createEntries({ maxObjects, fileName }: CrossReferenceRequest): Entries {
  const map = new Map<number, CrossReferenceEntry>();
  const add: AddEntry = (objectNumber, entry) => {
    if (map.has(objectNumber)) return;
    map.set(objectNumber, entry);
    if (map.size <= maxObjects) return;
    throw limitExceeded('damaged_file', `The file lists more than ${counted(maxObjects, 'object')}`, {
      limit: 'maxObjects',
      allowed: maxObjects,
      fileName,
    });
  };
  let listed = 0;
  const list: ListEntries = (count) => {
    listed += count;
    if (listed <= allowedEntries) return;
    const details = { limit: 'maxCrossReferenceEntries', allowed: allowedEntries, actual: listed, fileName } as const;
    throw limitExceeded(
      'structure_limit',
      `The revisions of the file list more objects than ${allowedEntries}`,
      details,
    );
  };
  return { map, add, list };
}

function isTable(bytes: Buffer, offset: number): boolean {
  const start = skipSpace(bytes, offset);
  return bytes.toString('latin1', start, start + 4) === 'xref';
}

function readTable({ bytes, parser }: CrossReferenceRequest, start: number, { add, list }: Entries): PDFDict | null {
  let position = skipSpace(bytes, start);
  while (isDigit(bytes[position])) {
    const [first, afterFirst] = readUnsigned(bytes, position);
    const [count, afterCount] = readUnsigned(bytes, afterFirst);
    position = skipSpace(bytes, afterCount);
    if (count > (bytes.length - position) / shortestEntryBytes + 1) return null;
    list(count);
    for (let index = 0; index < count; index++) {
      const [offset, afterOffset] = readUnsigned(bytes, position);
      const [generation, afterGeneration] = readUnsigned(bytes, afterOffset);
      position = skipSpace(bytes, afterGeneration);
      const kind = bytes[position];
      if (kind !== 0x6e && kind !== 0x66) return null;
      const used = kind === 0x6e && offset > 0;
      add(first + index, used ? { kind: 'offset', offset, generation } : free);
      position = skipSpace(bytes, position + 1);
    }
  }
  if (bytes.toString('latin1', position, position + 7) !== 'trailer') return null;
  const trailer = parser.readObject(position + 7, null);
  return trailer instanceof PDFDict ? trailer : null;
}

function readStream(
  { bytes, parser, budget }: CrossReferenceRequest,
  offset: number,
  entries: Entries,
): PDFDict | null {
  if (offset < 0 || offset >= bytes.length) return null;
  const stream = parser.readIndirect(offset, null)?.object;
  if (!(stream instanceof PDFRawStream) || stream.dict.get(PDFName.Type) !== PDFName.of('XRef')) return null;
  const widths = integers(stream.dict.get(PDFName.of('W'))).slice(0, 3);
  const sections = integers(stream.dict.get(PDFName.of('Index')));
  const index = sections.length >= 2 ? sections : [0, integerEntry(stream.dict, 'Size') ?? 0];
  const data = decodeStream(stream, budget);
  const claimed = index.reduce((sum, value, at) => sum + (at % 2 === 1 ? Math.max(0, value) : 0), 0);
  const width = widths.reduce((sum, each) => sum + each, 0);
  // Entries without bytes do not end with the data: engines go through all that are claimed.
  entries.list(width === 0 ? claimed : Math.min(claimed, (data?.length ?? 0) / width));
  if (widths.length < 3 || data === null || widths.some((width) => width < 0 || width > 8)) return null;
  readPackedEntries(data, widths, index, entries.add);
  return stream.dict;
}

/** Reads the entries of a cross-reference stream; `index` has the first number and the count of each section. */
function readPackedEntries(data: Uint8Array, widths: readonly number[], index: readonly number[], add: AddEntry): void {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const width = typeWidth + secondWidth + thirdWidth;
  let position = 0;
  for (let section = 0; section + 1 < index.length; section += 2) {
    const [first = 0, count = 0] = index.slice(section, section + 2);
    for (let item = 0; item < count && position + width <= data.length && width > 0; item++, position += width) {
      const type = typeWidth === 0 ? 1 : readField(data, position, typeWidth);
      const second = readField(data, position + typeWidth, secondWidth);
      const third = readField(data, position + typeWidth + secondWidth, thirdWidth);
      add(first + item, packedEntry(type, second, third));
    }
  }
}

function packedEntry(type: number, second: number, third: number): CrossReferenceEntry {
  if (type === 1 && second > 0) return { kind: 'offset', offset: second, generation: third };
  return type === 2 ? { kind: 'packed', container: second, index: third } : free;
}

/** The newest trailer with the entries it lacks taken from older ones (linearized files split them). */
function completeTrailer(trailers: readonly PDFDict[]): PDFDict {
  const [newest, ...older] = trailers as [PDFDict, ...PDFDict[]];
  const trailer = newest.clone();
  for (const key of ['Root', 'Info', 'ID', 'Encrypt'].map(PDFName.of)) {
    const value = older.map((dict) => dict.get(key)).find((entry) => entry !== undefined);
    if (trailer.get(key) === undefined && value !== undefined) trailer.set(key, value);
  }
  return trailer;
}

function readField(data: Uint8Array, start: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (data[start + index] as number);
  return value;
}

function integers(value: unknown): readonly number[] {
  if (!(value instanceof PDFArray)) return [];
  return value.asArray().map((item) => (item instanceof PDFNumber ? Math.trunc(item.asNumber()) : -1));
}

function integerEntry(dict: PDFDict, key: string): number | null {
  const value = dict.get(PDFName.of(key));
  return value instanceof PDFNumber ? Math.trunc(value.asNumber()) : null;
}

function readInteger(bytes: Buffer, start: number): number {
  return readUnsigned(bytes, start)[0];
}

function readUnsigned(bytes: Buffer, start: number): [value: number, end: number] {
  let position = skipSpace(bytes, start);
  let value = 0;
  while (isDigit(bytes[position])) value = value * 10 + (bytes[position++] as number) - 0x30;
  return [value, position];
}

function skipSpace(bytes: Buffer, start: number): number {
  let position = Math.max(0, start);
  while (position < bytes.length && byteClasses[bytes[position] as number] === byteClass.space) position++;
  return position;
}
