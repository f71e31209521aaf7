import { PDFName, type PDFRawStream } from 'pdf-lib';
import { decodeData, decodeStream, streamFilters } from './decode-stream.ts';
import { createInflateBudget } from './inflate-budget.ts';

/** Maximum bytes of a mesh or function that are decoded; larger ones count as this many. */
export const maxCountedBytes = 32 * 1024 * 1024;

/** The length of a stream's data. */
export function decodedBytes(stream: PDFRawStream): number {
  return decodedData(stream)?.length ?? maxCountedBytes;
}

/** Null for more data than are counted, or data in a form that is not decoded here; none of deflated data damaged from the start. */
export function decodedData(stream: PDFRawStream): Uint8Array | null {
  if (!isDeflated(stream)) return decodeData(stream, { maxBytes: maxCountedBytes, tolerant: true })?.bytes ?? null;
  try {
    return decodeStream(stream, createInflateBudget(maxCountedBytes)) ?? new Uint8Array();
  } catch {
    return null;
  }
}

function isDeflated({ dict }: PDFRawStream): boolean {
  return !dict.has(PDFName.of('F')) && streamFilters(dict).every(({ name }) => name === 'FlateDecode');
}
