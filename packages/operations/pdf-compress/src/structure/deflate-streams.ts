import { anyEntry, decodeData, streamFilters } from '@platen/pdf-kit/objects';
import { type PDFContext, PDFName, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import type { Deflate } from '../deflate/remember-deflated.ts';
import { replaceStream } from './replace-stream.ts';

/**
 * Deflates every stream that is not an image, if that makes it smaller. Streams with data in another file, and those that
 * cannot be decoded without an error, stay as they are.
 */
export function deflateStreams(context: PDFContext, maxBytes: number, deflate: Deflate): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || isExempt(object)) continue;
    const decoded = decodeData(object, { maxBytes });
    if (decoded === null || decoded.imageFilter !== null) continue;
    const deflated = deflate(decoded.bytes);
    const isSmaller = deflated.length + filterNameBytes < decoded.bytes.length;
    const bytes = isSmaller ? deflated : decoded.bytes;
    // At the same size too, so that equal data that was deflated differently becomes equal streams.
    if (cost(bytes.length, isSmaller) <= cost(object.getContentsSize(), streamFilters(object.dict).length > 0)) {
      replaceStream(context, ref, object.dict, { bytes, filter: isSmaller ? 'FlateDecode' : null });
    }
  }
}

/** The bytes of `/Filter/FlateDecode`. */
const filterNameBytes = 19;

function cost(bytes: number, isFiltered: boolean): number {
  return bytes + (isFiltered ? filterNameBytes : 0);
}

/** Metadata and images are handled elsewhere, and a `Crypt` filter must stay. */
function isExempt({ dict }: PDFRawStream): boolean {
  return (
    dict.get(PDFName.Type) === PDFName.of('Metadata') ||
    anyEntry(dict, 'Subtype') === PDFName.of('Image') ||
    streamFilters(dict).some(({ name }) => name === 'Crypt')
  );
}
