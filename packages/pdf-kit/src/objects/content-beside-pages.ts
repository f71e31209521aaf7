import { PDFName } from 'pdf-lib';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, dictEntry } from './typed-entries.ts';

const besidePages = {
  'xfa-form':
    'is an XFA form, which only some viewers can show. Its pages are a placeholder, and the result shows that placeholder',
  portfolio: 'is a portfolio. Its pages were converted, but not the files in it',
} as const;

/** Warns with `CONTENT_BESIDE_PAGES` of a file that shows something else than its pages; not of one that could not be opened. */
export function warnOfContentBesidePages(
  document: Pick<OpenedPdf, 'catalog'> | null,
  fileName: string,
  warn: (code: string, message: string) => void,
): void {
  const kind = document === null ? null : contentBesidePages(document);
  if (kind !== null) warn('CONTENT_BESIDE_PAGES', `${fileName} ${besidePages[kind]}`);
}

/** An XFA form that has fields, too, is drawn on its pages. */
function contentBesidePages({ catalog }: Pick<OpenedPdf, 'catalog'>): keyof typeof besidePages | null {
  const form = dictEntry(catalog, 'AcroForm');
  if (form?.has(PDFName.of('XFA')) === true && arrayEntry(form, 'Fields').length === 0) return 'xfa-form';
  return dictEntry(catalog, 'Collection') === null ? null : 'portfolio';
}
