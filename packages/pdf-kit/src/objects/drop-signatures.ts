import { PDFDict, PDFName } from 'pdf-lib';
import type { OpenedPdf } from './open-pdf.ts';
import { asDict } from './typed-entries.ts';

const [value, byteRange] = [PDFName.of('V'), PDFName.of('ByteRange')];

/**
 * True if a changed file must not keep its signatures. From PDF/A-2 on, each signature must cover the whole file (ISO
 * 19005-2, 6.4.3).
 */
export function forbidsBrokenSignatures(pdfA: string | null): boolean {
  return pdfA !== null && !pdfA.startsWith('1');
}

/** Removes the values of signature fields, and the permissions based on them. The fields and their appearances stay. */
export function dropSignatures({ context, catalog }: Pick<OpenedPdf, 'context' | 'catalog'>): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && asDict(object.lookup(value))?.has(byteRange) === true) object.delete(value);
  }
  catalog.delete(PDFName.of('Perms'));
  asDict(catalog.lookup(PDFName.of('AcroForm')))?.delete(PDFName.of('SigFlags'));
}
