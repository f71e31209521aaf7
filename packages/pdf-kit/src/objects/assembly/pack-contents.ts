import { deflateSync } from 'node:zlib';
import { PDFName, type PDFStream } from 'pdf-lib';

/** The result for each stream, for all the files made of its document. */
const known = new WeakMap<PDFStream, Uint8Array | null>();

/** The deflated data of a stream without a filter; null if it has a filter, if that saves nothing, and for metadata. */
export function packContents(stream: PDFStream): Uint8Array | null {
  const found = known.get(stream);
  if (found !== undefined) return found;
  const packed = mayPack(stream) ? deflateSync(stream.getContents()) : null;
  const result = packed !== null && packed.length < stream.getContentsSize() ? packed : null;
  known.set(stream, result);
  return result;
}

/** Entries that say how data is filtered, or that it is in another file. */
const dataKeys = ['Filter', 'DecodeParms', 'F'].map((name) => PDFName.of(name));

/** Metadata stay uncompressed: programs that cannot read PDF search files for XMP packets as plain text (ISO 16684-1). */
function mayPack({ dict }: PDFStream): boolean {
  const isMetadata = dict.get(PDFName.Type) === PDFName.of('Metadata');
  return !isMetadata && dataKeys.every((key) => dict.get(key) === undefined);
}
