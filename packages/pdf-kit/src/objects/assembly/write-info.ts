import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { type DocumentClaims, isForPrivateData, pdfXEntries } from '../document-claims.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';

/** The number of the document information, that of the first source without claims that are not kept; null for none. */
export function infoNumber(
  output: OutputGraph,
  first: SourceGraph | undefined,
  { pdfX }: DocumentClaims,
): number | null {
  // Private data of applications is not taken.
  if (first === undefined || isForPrivateData(first.document)) return null;
  const ref = first.document.context.trailerInfo.Info;
  if (!(ref instanceof PDFRef)) return null;
  const info = first.lookup(ref);
  if (pdfX === null && info instanceof PDFDict) {
    const changed = info.clone();
    for (const key of pdfXEntries) changed.delete(PDFName.of(key));
    first.replace(ref, changed);
  }
  return output.numberOf(first, ref);
}
