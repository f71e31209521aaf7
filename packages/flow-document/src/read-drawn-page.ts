import { ConversionError } from '@platen/core';
import { blankPage, type Page, type PageModelDocument } from '@platen/pdf-kit/page-model';
import type { PageDrawer } from './page-drawer.ts';

export interface DrawnPageSources {
  readonly document: Pick<PageModelDocument, 'pageCount' | 'readPage'>;
  readonly drawer: PageDrawer;
  warn(code: string, message: string): void;
}

/**
 * A page as the file draws it. If one of several pages cannot be read, it is unreadable as a whole; a page too heavy to
 * draw keeps only its text. Both are warned of.
 */
export async function readDrawnPage(number: number, { document, drawer, warn }: DrawnPageSources): Promise<Page> {
  const page = await document.readPage(number).catch((error: unknown) => {
    const isDamage = ConversionError.is(error) && error.details.reason === 'damaged_file';
    if (!isDamage || document.pageCount === 1) throw error;
    // A page tree is not read past an invalid page.
    const end = number === document.pageCount ? '; pages after it may be missing' : '';
    warn('PAGE_NOT_READ', `${error.message}${end}`);
    return pictureOf(number, drawer);
  });
  for (const { code, message } of page.warnings) warn(code, message);
  if (drawer.mayDraw(number)) return page;
  warn('PAGE_NOT_DRAWN', `Drawing page ${number} would exceed a limit; its text was kept, its drawings were left out`);
  return { ...page, rules: [], boxes: [], fills: [], drawings: [], unreadable: [] };
}

/** The page size that viewers assume if none is given, in points: US Letter. */
const usualSize = { widthPt: 612, heightPt: 792 };

/** A page of which only the appearance is known. */
async function pictureOf(number: number, drawer: PageDrawer): Promise<Page> {
  const { widthPt, heightPt } = (await drawer.sizeOf(number)) ?? usualSize;
  const box = { x0: 0, y0: 0, x1: widthPt, y1: heightPt };
  return { ...blankPage({ number, widthPt, heightPt }), unreadable: [box] };
}
