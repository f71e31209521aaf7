import { PDFStream } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import { walkObjects } from '../walk-objects.ts';
import type { DocumentStructure } from './document-structure.ts';

/** Bytes of the files attached to the document as a whole, as they are stored. */
export function attachmentBytes({ context }: OpenedPdf, { names }: DocumentStructure): number {
  let total = 0;
  walkObjects(context, names.get('EmbeddedFiles')?.values() ?? [], (_, object) => {
    if (object instanceof PDFStream) total += object.getContentsSize();
    return true;
  });
  return total;
}
