import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFStream } from 'pdf-lib';
import { createInflateBudget, type InflateBudget } from './inflate-budget.ts';
import { nameEntry, numberEntry } from './typed-entries.ts';
import { undoPredictor } from './undo-predictor.ts';

/** One filter of a stream by its long name, with its parameters. */
export interface StreamFilter {
  readonly name: string;
  readonly params: PDFDict | null;
}

/** The bytes of a stream after every filter but that of an image. */
export interface DecodedData {
  readonly bytes: Uint8Array;
  /** The image filter the bytes are still under, or null when they are plain. */
  readonly imageFilter: StreamFilter | null;
}

/** How far decoding may go. */
export interface DecodeOptions {
  /** A stream that decodes to more counts as undecodable. */
  readonly maxBytes: number;
  /** Takes what can be had of a damaged stream: right for reading, wrong for writing back. Default false. */
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

/** How much of a stream that is not Flate is decoded between two looks at the budget. */
const chunkBytes = 65_536;

/** The filters of a stream in the order in which they are undone. */
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
 * The bytes of a stream with its general filters and predictors undone, or null when a filter is one of images
 * (`DCTDecode`, `JPXDecode`, …), is unknown, or the data are beyond reading; of damaged data it gives what can be had.
 * Rejects with `damaged_file` when the result is larger than what the budget leaves, and charges the budget with it.
 */
export function decodeStream(stream: PDFStream, budget: InflateBudget): Uint8Array | null {
  const filters = streamFilters(stream.dict);
  if (filters.some(({ name }) => imageFilters.has(name))) return null;
  return undoFilters(stream, filters, budget, true)?.bytes ?? null;
}

/**
 * The data of a stream up to the filter of an image, if it has one. Null when the data are damaged (unless tolerant),
 * too large, in another file, encrypted, or under an unknown filter.
 */
export function decodeData(stream: PDFStream, { maxBytes, tolerant = false }: DecodeOptions): DecodedData | null {
  if (stream.dict.has(PDFName.of('F'))) return null;
  try {
    return undoFilters(stream, streamFilters(stream.dict), createInflateBudget(maxBytes), tolerant);
  } catch {
    // Whatever is wrong with the data, the caller can only leave the stream as it is.
    return null;
  }
}

function undoFilters(
  stream: PDFStream,
  filters: readonly StreamFilter[],
  budget: InflateBudget,
  tolerant: boolean,
): DecodedData | null {
  let bytes = stream.getContents();
  for (const [index, filter] of filters.entries()) {
    if (imageFilters.has(filter.name)) return index === filters.length - 1 ? { bytes, imageFilter: filter } : null;
    if (isIdentity(filter)) continue;
    const decoded = generalFilters.has(filter.name) ? undoFilter(stream, bytes, filter, budget, tolerant) : null;
    if (decoded === null) return null;
    budget.spend(decoded.length);
    bytes = decoded;
    if (filter.params === null) continue;
    if (!tolerant && isOddPredictor(filter.params)) return null;
    bytes = undoPredictor(decoded, filter.params);
  }
  return { bytes, imageFilter: null };
}

/** A `Crypt` filter that says "not encrypted", as metadata often are. */
function isIdentity({ name, params }: StreamFilter): boolean {
  return name === 'Crypt' && (params === null || nameEntry(params, 'Name') === 'Identity');
}

/** Predictors that readers let through as they are: such data must not be written back. */
function isOddPredictor(params: PDFDict): boolean {
  const predictor = numberEntry(params, 'Predictor') ?? 1;
  if (predictor < 2) return false;
  return (
    (predictor < 10 && (numberEntry(params, 'BitsPerComponent') ?? 8) !== 8) ||
    (numberEntry(params, 'Columns') ?? 1) < 1
  );
}

function undoFilter(
  stream: PDFStream,
  bytes: Uint8Array,
  filter: StreamFilter,
  budget: InflateBudget,
  tolerant: boolean,
): Uint8Array | null {
  if (filter.name === 'BrotliDecode') return undoBrotli(bytes, filter, budget, tolerant);
  if (filter.name !== 'FlateDecode') return undoWithPdfLib(stream, bytes, filter, budget, tolerant);
  return tolerant ? inflateLeniently(bytes, budget) : inflateSync(bytes, { maxOutputLength: inflateBound(budget) });
}

/** Inflates what there is: a truncated stream gives its beginning, a wrong check sum is not looked at. */
function inflateLeniently(bytes: Uint8Array, budget: InflateBudget): Uint8Array | null {
  const options = { maxOutputLength: inflateBound(budget), finishFlush: constants.Z_SYNC_FLUSH };
  for (const attempt of [() => inflateSync(bytes, options), () => inflateRawSync(bytes.subarray(2), options)]) {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof RangeError) throw budget.exceeded();
    }
  }
  return null;
}

/**
 * Brotli (RFC 7932), as the PDF Association proposes it for PDF 2.0 and writers use it already. Null for data that need
 * a dictionary (`/D`), which zlib cannot be given, and for damaged ones.
 */
function undoBrotli(
  bytes: Uint8Array,
  { params }: StreamFilter,
  budget: InflateBudget,
  tolerant: boolean,
): Uint8Array | null {
  if (params?.has(PDFName.of('D'))) return null;
  const finishFlush = tolerant ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH;
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: inflateBound(budget), finishFlush });
  } catch (error) {
    if (error instanceof RangeError) throw budget.exceeded();
    return null;
  }
}

/** zlib knows no bound of 0. */
function inflateBound({ remaining }: InflateBudget): number {
  return Math.max(1, remaining);
}

/** The rarer filters, which pdf-lib undoes one at a time, without predictors. */
function undoWithPdfLib(
  stream: PDFStream,
  bytes: Uint8Array,
  { name, params }: StreamFilter,
  budget: InflateBudget,
  tolerant: boolean,
): Uint8Array | null {
  const dict = PDFDict.withContext(stream.dict.context);
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
    // A damaged LZW or ASCII stream gives what came before the damage, as readers do.
    if (!tolerant) throw error;
  }
  if (total > budget.remaining) throw budget.exceeded();
  return total === 0 && bytes.length > 0 && tolerant ? null : Buffer.concat(chunks);
}
