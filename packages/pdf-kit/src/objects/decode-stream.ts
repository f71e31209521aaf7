import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFStream,
} from 'pdf-lib';
import { createInflateBudget, type InflateBudget } from './inflate-budget.ts';
import { runLengthBytes, undoRunLength } from './run-length.ts';
import { nameEntry, numberEntry } from './typed-entries.ts';
import { undoPredictor } from './undo-predictor.ts';

/** One filter of a stream by its long name, with its parameters. */
export interface StreamFilter {
  readonly name: string;
  readonly params: PDFDict | null;
}

/** The bytes of a stream with all filters undone except that of an image. */
export interface DecodedData {
  readonly bytes: Uint8Array;
  /** The image filter the bytes are still under, or null when they are plain. */
  readonly imageFilter: StreamFilter | null;
}

/** Bounds of decoding. */
export interface DecodeOptions {
  /** Largest number of decoded bytes. A stream with more counts as undecodable. */
  readonly maxBytes: number;
  /** Decode a damaged stream as far as possible: for reading, not for writing it back. Default false. */
  readonly tolerant?: boolean;
}

const longNames: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
  DCT: 'DCTDecode',
  CCF: 'CCITTFaxDecode',
};

const imageFilters = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);
const generalFilters = new Set([
  'FlateDecode',
  'BrotliDecode',
  'LZWDecode',
  'ASCII85Decode',
  'ASCIIHexDecode',
  'RunLengthDecode',
]);

/** How much is decoded between two checks of the budget, by filters that have no limit of their own. */
const chunkBytes = 65_536;

/** The filters of a stream, in the order in which they are decoded. */
export function streamFilters(dict: PDFDict): readonly StreamFilter[] {
  const filter = dict.lookup(PDFName.of('Filter'));
  const params = dict.lookup(PDFName.of('DecodeParms')) ?? dict.lookup(PDFName.of('DP'));
  const filters = filter instanceof PDFArray ? filter.asArray().map((item) => dict.context.lookup(item)) : [filter];
  return filters.flatMap((item, index) => {
    if (!(item instanceof PDFName)) return [];
    const name = item.decodeText();
    // Parameters that are no array are those of the first filter.
    const inRow: PDFObject | undefined = params instanceof PDFArray ? params.lookup(index) : undefined;
    const own = index === 0 && params instanceof PDFDict ? params : inRow;
    return [{ name: longNames[name] ?? name, params: own instanceof PDFDict ? own : null }];
  });
}

/**
 * The bytes of a stream with its filters and predictors undone; null if it has an image filter (`DCTDecode`, `JPXDecode`, …)
 * or an unknown one, or cannot be decoded. Damaged data are decoded as far as possible. Charges the budget with the result,
 * and rejects with `damaged_file` if that is more than the budget leaves.
 */
export function decodeStream(stream: PDFStream, budget: InflateBudget): Uint8Array | null {
  const filters = streamFilters(stream.dict);
  if (filters.some(({ name }) => imageFilters.has(name))) return null;
  return undoFilters(stream, filters, { budget, tolerant: true })?.bytes ?? null;
}

/**
 * The data of a stream with all filters undone except that of an image. Null if the data are damaged (unless `tolerant`),
 * too large, in another file, encrypted, or under an unknown filter.
 */
export function decodeData(stream: PDFStream, { maxBytes, tolerant = false }: DecodeOptions): DecodedData | null {
  if (stream.dict.has(PDFName.of('F'))) return null;
  try {
    return undoFilters(stream, streamFilters(stream.dict), { budget: createInflateBudget(maxBytes), tolerant });
  } catch {
    // Whatever the cause, the caller can only leave the stream as it is.
    return null;
  }
}

/** How filters are undone. */
interface Decoding {
  readonly budget: InflateBudget;
  readonly tolerant: boolean;
}

function undoFilters(stream: PDFStream, filters: readonly StreamFilter[], decoding: Decoding): DecodedData | null {
  const { context } = stream.dict;
  let bytes = stream.getContents();
  for (const [index, filter] of filters.entries()) {
    if (imageFilters.has(filter.name)) return index === filters.length - 1 ? { bytes, imageFilter: filter } : null;
    if (isIdentity(filter)) continue;
    const decoded = generalFilters.has(filter.name) ? undoFilter(context, bytes, filter, decoding) : null;
    if (decoded === null) return null;
    decoding.budget.spend(decoded.length);
    bytes = decoded;
    if (filter.params === null) continue;
    if (!decoding.tolerant && isUnsupportedPredictor(filter.params)) return null;
    bytes = undoPredictor(decoded, filter.params);
  }
  return { bytes, imageFilter: null };
}

/** A `Crypt` filter that says "not encrypted", as metadata often are. */
function isIdentity({ name, params }: StreamFilter): boolean {
  return name === 'Crypt' && (params === null || nameEntry(params, 'Name') === 'Identity');
}

/** Predictors that `undoPredictor` leaves alone: such data must not be written back. */
function isUnsupportedPredictor(params: PDFDict): boolean {
  const predictor = numberEntry(params, 'Predictor') ?? 1;
  if (predictor < 2) return false;
  return (
    (predictor < 10 && (numberEntry(params, 'BitsPerComponent') ?? 8) !== 8) ||
    (numberEntry(params, 'Columns') ?? 1) < 1
  );
}

function undoFilter(
  context: PDFContext,
  bytes: Uint8Array,
  filter: StreamFilter,
  decoding: Decoding,
): Uint8Array | null {
  if (filter.name === 'BrotliDecode') return undoBrotli(bytes, filter, decoding);
  if (filter.name === 'RunLengthDecode') return undoBoundedRunLength(bytes, decoding);
  if (filter.name !== 'FlateDecode') return undoWithPdfLib(context, bytes, filter, decoding);
  const { budget, tolerant } = decoding;
  return tolerant ? inflateLeniently(bytes, budget) : inflateSync(bytes, { maxOutputLength: inflateBound(budget) });
}

/** Inflates as much as possible: a truncated or damaged stream gives its beginning, a wrong checksum is ignored. */
function inflateLeniently(bytes: Uint8Array, budget: InflateBudget): Uint8Array | null {
  const options = { maxOutputLength: inflateBound(budget), finishFlush: constants.Z_SYNC_FLUSH };
  for (const attempt of [() => inflateSync(bytes, options), () => inflateRawSync(bytes.subarray(2), options)]) {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof RangeError) throw budget.exceeded();
    }
  }
  return inflateBeforeDamage(bytes, options.maxOutputLength);
}

/** Damaged data are inflated some twenty times to find the damage, so only as long as that takes a few seconds. */
const maxDamagedBytes = 64 * 1024 * 1024;

/**
 * What readers show of a stream with a damaged place: the data before it, which are the longest beginning of the stream that
 * inflates without an error. Null if there are none.
 */
function inflateBeforeDamage(bytes: Uint8Array, limit: number): Uint8Array | null {
  const options = { maxOutputLength: Math.min(limit, maxDamagedBytes), finishFlush: constants.Z_SYNC_FLUSH };
  let found: Uint8Array | null = null;
  let [intact, damaged] = [0, bytes.length];
  while (damaged - intact > 1) {
    const middle = Math.floor((intact + damaged) / 2);
    try {
      found = inflateSync(bytes.subarray(0, middle), options);
      intact = middle;
    } catch (error) {
      if (error instanceof RangeError) return null;
      damaged = middle;
    }
  }
  return found === null || found.length === 0 ? null : found;
}

/**
 * Brotli (RFC 7932), as the PDF Association proposes it for PDF 2.0 and writers use it already. Null for data that need
 * a dictionary (`/D`), which zlib cannot take, and for damaged ones.
 */
function undoBrotli(bytes: Uint8Array, { params }: StreamFilter, { budget, tolerant }: Decoding): Uint8Array | null {
  if (params?.has(PDFName.of('D'))) return null;
  const finishFlush = tolerant ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH;
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: inflateBound(budget), finishFlush });
  } catch (error) {
    if (error instanceof RangeError) throw budget.exceeded();
    return null;
  }
}

/** The limit for zlib, which does not take 0. */
function inflateBound({ remaining }: InflateBudget): number {
  return Math.max(1, remaining);
}

/** A byte stands for up to 64: what is too much is known before it is decoded. */
function undoBoundedRunLength(bytes: Uint8Array, { budget }: Decoding): Uint8Array {
  if (runLengthBytes(bytes) > budget.remaining) throw budget.exceeded();
  return undoRunLength(bytes);
}

/** The other filters, undone by pdf-lib, without predictors. */
function undoWithPdfLib(
  context: PDFContext,
  bytes: Uint8Array,
  { name, params }: StreamFilter,
  { budget, tolerant }: Decoding,
): Uint8Array | null {
  const dict = PDFDict.withContext(context);
  dict.set(PDFName.of('Filter'), PDFName.of(name));
  if (params !== null) dict.set(PDFName.of('DecodeParms'), params);
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    const source = decodePDFRawStream(PDFRawStream.of(dict, bytes));
    for (let chunk = source.getBytes(chunkBytes); chunk.length > 0; chunk = source.getBytes(chunkBytes)) {
      total += chunk.length;
      if (total > budget.remaining) break;
      chunks.push(Uint8Array.from(chunk));
    }
  } catch (error) {
    // Of a damaged LZW or ASCII stream, what precedes the damage is kept, as readers do.
    if (!tolerant) throw error;
  }
  if (total > budget.remaining) throw budget.exceeded();
  return total === 0 && bytes.length > 0 && tolerant ? null : Buffer.concat(chunks);
}
