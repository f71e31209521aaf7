import type { Boundaries } from '@platen/pdf-kit';
import {
  createTextCheck,
  isRecognized,
  type PageTextRecognition,
  type Recognizer,
  unlessDamaged,
} from '@platen/pdf-kit/ocr';
import { type Page, type PageModelDocument, withFormValues, withoutIcons } from '@platen/pdf-kit/page-model';
import { disputeFigures } from './dispute-figures.ts';
import type { ResolvedPdfToExcelOptions } from './operation.ts';
import { isPastedTable, withPastedTables } from './pasted-tables.ts';

/** What pages are read with. */
export interface PageReaderOptions {
  readonly document: PageModelDocument;
  readonly options: Pick<ResolvedPdfToExcelOptions, 'ocr' | 'language'>;
  readonly recognizer: Recognizer;
  readonly boundaries: Boundaries;
  readonly recognition: PageTextRecognition;
  /** Pages, counted from 1, that take too much to draw. */
  readonly heavyPages: readonly number[];
  warn(code: string, message: string): void;
}

/**
 * Prepares reading the pages of a file: the text that they draw, or that is recognised in the picture of the page, and that of
 * tables in pictures. It rejects with `damaged_file` for a page that cannot be read.
 */
export function createPageReader({
  document,
  options: { ocr, language },
  recognizer,
  boundaries,
  recognition,
  heavyPages,
  warn,
}: PageReaderOptions): (pageNumber: number) => Promise<Page> {
  const mayDraw = ({ number }: Page) => !heavyPages.includes(number);
  const checkText = createTextCheck({
    draw: async (page, dpi) => (mayDraw(page) ? recognition.draw(page, dpi).catch(unlessDamaged) : null),
    recognizer: ocr === 'off' ? null : recognizer,
    languages: language.split('+'),
    otherwise: 'was left out',
    warn,
  });

  async function recognized(page: Page): Promise<Page> {
    if (mayDraw(page)) return disputeFigures(await recognition.recognize(page));
    warn('PAGE_NOT_DRAWN', `Drawing page ${page.number} would exceed a limit; its text was not recognised`);
    return page;
  }

  const mayBeTable = (picture: Page) =>
    boundaries.within(
      { what: `A picture on page ${picture.number}`, instead: 'a table in it is left out' },
      () => isPastedTable(picture),
      () => false,
    );

  return async (pageNumber) => {
    const printed = await document.readPage(pageNumber);
    const drawn = boundaries.within(
      { what: `A value of a form on page ${pageNumber}`, instead: 'its text stays where it is drawn' },
      () => withoutIcons(withFormValues(printed)),
      () => withoutIcons(printed),
    );
    if (isRecognized(drawn, ocr)) return recognized(drawn);
    const page = await checkText(drawn);
    if (ocr === 'off' || page.kind !== 'text' || !mayDraw(page)) return page;
    const pictures = (await recognition.readPictures(page, mayBeTable).catch(unlessDamaged)) ?? [];
    return withPastedTables(page, pictures.map(disputeFigures).filter(mayBeTable));
  };
}
