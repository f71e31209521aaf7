import type { PageModelDocument } from './page-model-document.ts';

const besidePages = {
  'xfa-form':
    'is an XFA form, which only some viewers can show. Its pages are a placeholder, and the result shows that placeholder',
  portfolio: 'is a portfolio. Its pages were converted, but not the files in it',
} as const;

/** Warns with `CONTENT_BESIDE_PAGES` of a file whose content is not on its pages. */
export function warnOfContentBesidePages(
  { contentBesidePages: kind }: Pick<PageModelDocument, 'contentBesidePages'>,
  fileName: string,
  warn: (code: string, message: string) => void,
): void {
  if (kind !== null) warn('CONTENT_BESIDE_PAGES', `${fileName} ${besidePages[kind]}`);
}
