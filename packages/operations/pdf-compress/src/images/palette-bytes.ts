import { decodeData } from '@platen/pdf-kit/objects';
import { PDFHexString, type PDFObject, PDFRawStream, PDFString } from '@platen/pdf-kit/pdf-lib';

/** The colours of an `Indexed` space, one component after the other; null if they are neither a string nor a stream of bytes. */
export function paletteBytes(lookup: PDFObject | undefined): Uint8Array | null {
  if (lookup instanceof PDFString || lookup instanceof PDFHexString) return lookup.asBytes();
  const decoded = lookup instanceof PDFRawStream ? decodeData(lookup, { maxBytes: 65_536 }) : null;
  return decoded === null || decoded.imageFilter !== null ? null : decoded.bytes;
}
