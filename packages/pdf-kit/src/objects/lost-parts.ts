import { type PDFDict, PDFName } from 'pdf-lib';
import { dictEntry } from './typed-entries.ts';

/** Parts of a document, and how its catalog (or the catalog's `/Names`) refers to them. */
const parts = [
  ['outline', 'Outlines'],
  ['form', 'AcroForm'],
  ['tags', 'StructTreeRoot'],
  ['layers', 'OCProperties'],
  ['page labels', 'PageLabels'],
  ['named destinations', 'Dests'],
  ['attachments', 'EmbeddedFiles'],
] as const;

/** The parts whose names occur in the bytes of a damaged file, but not in its catalog as it was recovered. */
export function lostParts(bytes: Buffer, catalog: PDFDict): readonly string[] {
  const names = dictEntry(catalog, 'Names');
  return parts
    .filter(([, key]) => bytes.includes(`/${key}`, 0, 'latin1'))
    .filter(([, key]) => !catalog.has(PDFName.of(key)) && names?.has(PDFName.of(key)) !== true)
    .map(([part]) => part);
}
