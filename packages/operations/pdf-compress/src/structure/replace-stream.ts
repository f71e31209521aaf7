import {
  type PDFContext,
  type PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '@platen/pdf-kit/pdf-lib';

/** Entries that describe how the data of a stream is stored, not what it is. */
const storageKeys = ['Filter', 'DecodeParms', 'DP', 'Length', 'DL'];

/** How new data of a stream is stored. */
export interface StoredData {
  readonly bytes: Uint8Array;
  /** Null for none. */
  readonly filter: string | null;
  readonly params?: PDFObject | undefined;
}

/** Gives an object of the document new data: the entries of its dictionary stay, but for those about storage. */
export function replaceStream(context: PDFContext, ref: PDFRef, dict: PDFDict, data: StoredData): void {
  for (const key of storageKeys) dict.delete(PDFName.of(key));
  if (data.filter !== null) dict.set(PDFName.of('Filter'), PDFName.of(data.filter));
  if (data.params !== undefined) dict.set(PDFName.of('DecodeParms'), data.params);
  context.assign(ref, PDFRawStream.of(dict, data.bytes));
}
