import { anyEntry, decodeData, streamFilters } from '@platen/pdf-kit/objects';
import { type PDFContext, PDFName, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import type { Deflate } from '../deflate/remember-deflated.ts';
import { replaceStream } from './replace-stream.ts';

/**
 * Stores every stream that is not an image deflated as well as can be, where that is smaller than what it was.
 * Streams with data in another file, and those that do not decode without an error, stay as they are.
 */
export function deflateStreams(context: PDFContext, maxBytes: number, deflate: Deflate): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || isExempt(object)) continue;
    const decoded = decodeData(object, { maxBytes });
    if (decoded === null || decoded.imageFilter !== null) continue;
    const deflated = deflate(decoded.bytes);
    const isSmaller = deflated.length + filterNameBytes < decoded.bytes.length;
    const bytes = isSmaller ? deflated : decoded.bytes;
    // At the same size too: equal data that writers deflated in ways of their own are one stream then.
    if (cost(bytes.length, isSmaller) <= cost(object.getContentsSize(), streamFilters(object.dict).length > 0)) {
      replaceStream(context, ref, object.dict, { bytes, filter: isSmaller ? 'FlateDecode' : null });
    }
  }
}

/** What naming a filter takes: `/Filter/FlateDecode`. */
const filterNameBytes = 19;

function cost(bytes: number, isFiltered: boolean): number {
  return bytes + (isFiltered ? filterNameBytes : 0);
}

/** Metadata has rules of its own; images are chosen elsewhere; a `Crypt` filter means something. */
function isExempt({ dict }: PDFRawStream): boolean {
  return (
    dict.get(PDFName.Type) === PDFName.of('Metadata') ||
    anyEntry(dict, 'Subtype') === PDFName.of('Image') ||
    streamFilters(dict).some(({ name }) => name === 'Crypt')
  );
}
