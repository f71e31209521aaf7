import type { DocumentInfo } from './page-model-document.ts';

/** Whether a document was printed from a spreadsheet program, by what it says of its making. */
export function isPrintedSheet({ creator, producer }: DocumentInfo): boolean {
  return /^calc$|\bexcel\b|\bgnumeric\b|^numbers$/i.test(creator ?? '') || /\bexcel\b/i.test(producer ?? '');
}
