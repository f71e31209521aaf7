import {
  type PDFContext,
  type PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '@platen/pdf-kit/pdf-lib';

/** Entries about the encoding of the data of a stream. */
const storageKeys = ['Filter', 'DecodeParms', 'DP', 'Length', 'DL'];

/** New data of a stream, encoded. */
export interface StoredData {
  readonly bytes: Uint8Array;
  /** Null for none. */
  readonly filter: string | null;
  readonly params?: PDFObject | undefined;
}

/** Replaces the data of a stream. The entries of its dictionary stay, except those about the encoding. */
export function replaceStream(context: PDFContext, ref: PDFRef, dict: PDFDict, data: StoredData): void {
  for (const key of storageKeys) dict.delete(PDFName.of(key));
  if (data.filter !== null) dict.set(PDFName.of('Filter'), PDFName.of(data.filter));
  if (data.params !== undefined) dict.set(PDFName.of('DecodeParms'), data.params);
  context.assign(ref, PDFRawStream.of(dict, data.bytes));
}
