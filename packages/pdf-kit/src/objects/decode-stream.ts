import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFStream } from 'pdf-lib';
import type { InflateBudget } from './inflate-budget.ts';
import { undoPredictor } from './undo-predictor.ts';

const filterNames: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
};

/** How much of a stream that is not Flate is decoded between two looks at the budget. */
const chunkBytes = 65_536;

const decodable = new Set(Object.values(filterNames));

/** The filters of a stream in the order in which they are undone, by their long names. */
export function streamFilters(dict: PDFDict): readonly string[] {
  const filter = dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray().map((item) => dict.context.lookup(item)) : [filter];
  return filters
    .filter((item) => item instanceof PDFName)
    .map((name) => name.decodeText())
    .map((name) => filterNames[name] ?? name);
}

/**
 * The bytes of a stream with its general filters and predictors undone, or null when a filter is one of images
 * (`DCTDecode`, `JPXDecode`, …), is unknown, or the data are beyond reading. Rejects with `damaged_file` when the
 * result is larger than what the budget leaves; the budget is charged with the result.
 */
export function decodeStream(stream: PDFStream, budget: InflateBudget): Uint8Array | null {
  const filters = streamFilters(stream.dict);
  if (filters.some((name) => !decodable.has(name))) return null;
  let bytes = stream.getContents();
  for (const [index, name] of filters.entries()) {
    const parameters = decodeParameters(stream.dict, index);
    const decoded =
      name === 'FlateDecode' ? inflate(bytes, budget) : decodeOther(stream, bytes, name, parameters, budget);
    if (decoded === null) return null;
    budget.spend(decoded.length);
    bytes = parameters === null ? decoded : undoPredictor(decoded, parameters);
  }
  return bytes;
}

function decodeParameters(dict: PDFDict, index: number): PDFDict | null {
  const value = dict.lookup(PDFName.of('DecodeParms')) ?? dict.lookup(PDFName.of('DP'));
  const parameters: PDFObject | undefined =
    value instanceof PDFArray ? value.lookup(index) : index === 0 ? value : undefined;
  return parameters instanceof PDFDict ? parameters : null;
}

/** Inflates what there is: a truncated stream gives its beginning, a wrong check sum is not looked at. */
function inflate(bytes: Uint8Array, budget: InflateBudget): Uint8Array | null {
  const options = { maxOutputLength: Math.max(1, budget.remaining), finishFlush: constants.Z_SYNC_FLUSH };
  for (const attempt of [() => inflateSync(bytes, options), () => inflateRawSync(bytes.subarray(2), options)]) {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof RangeError) throw budget.exceeded();
    }
  }
  return null;
}

function decodeOther(
  stream: PDFStream,
  bytes: Uint8Array,
  name: string,
  parameters: PDFDict | null,
  budget: InflateBudget,
): Uint8Array | null {
  const dict = PDFDict.withContext(stream.dict.context);
  dict.set(PDFName.of('Filter'), PDFName.of(name));
  if (parameters !== null) dict.set(PDFName.of('DecodeParms'), parameters);
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    const source = decodePDFRawStream(PDFRawStream.of(dict, bytes));
    for (let chunk = source.getBytes(chunkBytes); chunk.length > 0; chunk = source.getBytes(chunkBytes)) {
      total += chunk.length;
      if (total > budget.remaining) break;
      chunks.push(Uint8Array.from(chunk));
    }
  } catch {
    // A damaged LZW or ASCII stream gives what came before the damage, as readers do.
  }
  if (total > budget.remaining) throw budget.exceeded();
  return total === 0 && bytes.length > 0 ? null : Buffer.concat(chunks);
}
