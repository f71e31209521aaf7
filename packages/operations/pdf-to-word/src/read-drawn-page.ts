import { ConversionError } from '@platen/core';
import { blankPage, type Page, type PageModelDocument } from '@platen/pdf-kit/page-model';
import type { PageDrawer } from './page-drawer.ts';

export interface DrawnPageSources {
  readonly document: Pick<PageModelDocument, 'pageCount' | 'readPage'>;
  readonly drawer: PageDrawer;
  warn(code: string, message: string): void;
}

/**
 * A page as the file draws it. One of several that cannot be read is unreadable as a whole; one that takes too much to draw
 * is its text. What is left out is said in a warning.
 */
export async function readDrawnPage(number: number, { document, drawer, warn }: DrawnPageSources): Promise<Page> {
  const page = await document.readPage(number).catch((error: unknown) => {
    const isDamage = ConversionError.is(error) && error.details.reason === 'damaged_file';
    if (!isDamage || document.pageCount === 1) throw error;
    // A tree of pages is not read past what is no page.
    const end = number === document.pageCount ? '; pages behind it may be missing' : '';
    warn('PAGE_NOT_READ', `${error.message}${end}`);
    return pictureOf(number, drawer);
  });
  for (const { code, message } of page.warnings) warn(code, message);
  if (drawer.mayDraw(number)) return page;
  warn('PAGE_NOT_DRAWN', `Page ${number} takes too much to draw; its text is kept, its drawings are left out`);
  return { ...page, rules: [], boxes: [], fills: [], drawings: [], unreadable: [] };
}

/** What viewers take for the size of a page that names none, in points: US Letter. */
const usualSize = { widthPt: 612, heightPt: 792 };

/** A page of which nothing is known but its looks. */
async function pictureOf(number: number, drawer: PageDrawer): Promise<Page> {
  const { widthPt, heightPt } = (await drawer.sizeOf(number)) ?? usualSize;
  const box = { x0: 0, y0: 0, x1: widthPt, y1: heightPt };
  return { ...blankPage({ number, widthPt, heightPt }), unreadable: [box] };
}
