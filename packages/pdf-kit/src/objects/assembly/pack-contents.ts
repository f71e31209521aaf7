import { deflateSync } from 'node:zlib';
import { PDFName, type PDFStream } from 'pdf-lib';

/** What was found for each stream, however many files are made of its document. */
const known = new WeakMap<PDFStream, Uint8Array | null>();

/** The data of a stream that has no filter, deflated; null where it has one, where that saves nothing, and for metadata. */
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

/** Programs that know nothing of PDF search files for metadata as plain text (ISO 16684-1). */
function mayPack({ dict }: PDFStream): boolean {
  const isMetadata = dict.get(PDFName.Type) === PDFName.of('Metadata');
  return !isMetadata && dataKeys.every((key) => dict.get(key) === undefined);
}
