import type { DocumentInfo } from './page-model-document.ts';

/** True if a spreadsheet program printed the document, according to its properties. */
export function isPrintedSheet({ creator, producer }: DocumentInfo): boolean {
  return /^calc$|\bexcel\b|\bgnumeric\b|^numbers$/i.test(creator ?? '') || /\bexcel\b/i.test(producer ?? '');
}
