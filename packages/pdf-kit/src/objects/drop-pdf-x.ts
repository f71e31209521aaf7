import { PDFDict, PDFName, PDFRawStream, PDFRef } from 'pdf-lib';
import { encodeXmp, metadataXmp, pdfXEntries, readClaims, withClaims } from './document-claims.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { streamEntry } from './typed-entries.ts';

/** Removes the claim of PDF/X from the document information and the metadata. */
export function dropPdfX({ context, catalog }: Pick<OpenedPdf, 'context' | 'catalog'>): void {
  const xmp = metadataXmp(catalog);
  const ref = catalog.get(PDFName.of('Metadata'));
  const stream = streamEntry(catalog, 'Metadata');
  if (xmp !== null && ref instanceof PDFRef && stream !== null) {
    const dict = stream.dict.clone();
    for (const key of ['Filter', 'DecodeParms']) dict.delete(PDFName.of(key));
    const bytes = encodeXmp(withClaims(xmp, { ...readClaims(catalog), pdfX: null }));
    context.assign(ref, PDFRawStream.of(dict, bytes));
  }
  const info = context.lookup(context.trailerInfo.Info);
  if (!(info instanceof PDFDict)) return;
  for (const key of pdfXEntries) info.delete(PDFName.of(key));
}
