import { inflateSync, constants as zlib } from 'node:zlib';
import { undoPredictor } from '@platen/pdf-kit/objects';
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { asDict, readEntry, readNumber } from './read-entry.ts';

/** A filter of a stream that is left standing: its data means nothing without it. */
export interface ImageFilter {
  readonly name: 'DCTDecode' | 'JPXDecode' | 'CCITTFaxDecode' | 'JBIG2Decode';
  readonly params: PDFDict | null;
}

export interface DecodedStream {
  readonly bytes: Uint8Array;
  /** The image filter the bytes are still under, or null when they are plain. */
  readonly imageFilter: ImageFilter | null;
}

export interface DecodeOptions {
  /** Streams that inflate to more than this count as undecodable. */
  readonly maxBytes: number;
  /** Takes what can be had of a damaged stream: right for reading, wrong for writing back. */
  readonly tolerant?: boolean;
}

const filterNames: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
  DCT: 'DCTDecode',
  CCF: 'CCITTFaxDecode',
};

const imageFilters = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);

/** Undoes the general filters of a stream. Null when it is damaged, too large, encrypted or under an unknown filter. */
export function decodeStream(stream: PDFRawStream, options: DecodeOptions): DecodedStream | null {
  if (readEntry(stream.dict, 'F') !== null) return null;
  let bytes = stream.getContents();
  try {
    const filters = streamFilters(stream.dict);
    for (const [index, filter] of filters.entries()) {
      if (imageFilters.has(filter.name)) {
        if (index !== filters.length - 1) return null;
        return { bytes, imageFilter: filter as ImageFilter };
      }
      bytes = undoFilter(bytes, filter, stream, options);
      if (bytes.length > options.maxBytes) return null;
    }
    return { bytes, imageFilter: null };
  } catch {
    // Whatever is wrong with the data, the caller can only leave the stream as it is.
    return null;
  }
}

/** The filters of a stream in the order they are undone, by their full names, each with its parameters. */
export function streamFilters(dict: PDFDict): readonly { readonly name: string; readonly params: PDFDict | null }[] {
  const filter = readEntry(dict, 'Filter') ?? readEntry(dict, 'F');
  const params = readEntry(dict, 'DecodeParms') ?? readEntry(dict, 'DP');
  const filters = filter instanceof PDFArray ? filter.asArray().map((_, index) => filter.lookup(index)) : [filter];
  return filters.flatMap((item, index) => {
    if (!(item instanceof PDFName)) return [];
    const name = item.decodeText();
    const own = params instanceof PDFArray ? params.lookup(index) : index === 0 ? params : null;
    return [{ name: filterNames[name] ?? name, params: asDict(own) }];
  });
}

function undoFilter(
  bytes: Uint8Array,
  { name, params }: { readonly name: string; readonly params: PDFDict | null },
  stream: PDFRawStream,
  { maxBytes, tolerant = false }: DecodeOptions,
): Uint8Array {
  switch (name) {
    case 'FlateDecode': {
      const finishFlush = tolerant ? zlib.Z_SYNC_FLUSH : zlib.Z_FINISH;
      const plain = inflateSync(bytes, { maxOutputLength: maxBytes, finishFlush });
      return withoutPredictor(plain, params);
    }
    case 'LZWDecode':
      return withoutPredictor(undoWithPdfLib(bytes, name, params, stream), params);
    case 'ASCII85Decode':
    case 'ASCIIHexDecode':
    case 'RunLengthDecode':
      return undoWithPdfLib(bytes, name, params, stream);
    case 'Crypt':
      if (params === null || readEntry(params, 'Name') === PDFName.of('Identity')) return bytes;
      throw new RangeError('an encrypted stream');
    default:
      throw new RangeError('an unknown filter');
  }
}

/** Throws on a predictor that readers would let through as it is: such data must not be written back. */
function withoutPredictor(bytes: Uint8Array, params: PDFDict | null): Uint8Array {
  if (params === null) return bytes;
  const predictor = readNumber(params, 'Predictor') ?? 1;
  const isOddTiff = predictor >= 2 && predictor < 10 && (readNumber(params, 'BitsPerComponent') ?? 8) !== 8;
  const hasNoColumns = predictor >= 2 && (readNumber(params, 'Columns') ?? 1) < 1;
  if (isOddTiff || hasNoColumns) throw new RangeError('a predictor nobody uses');
  return undoPredictor(bytes, params);
}

/** The rare filters: pdf-lib decodes them one at a time, without predictors. */
function undoWithPdfLib(bytes: Uint8Array, name: string, params: PDFDict | null, stream: PDFRawStream): Uint8Array {
  const dict = PDFDict.withContext(stream.dict.context);
  dict.set(PDFName.of('Filter'), PDFName.of(name));
  if (params !== null) dict.set(PDFName.of('DecodeParms'), params);
  return decodePDFRawStream(PDFRawStream.of(dict, bytes)).decode();
}
