import type { Page } from '@platen/pdf-kit/page-model';
import type { SheetPage } from './sheet-model.ts';

/** A page of which only the text of its lines is known: a row for each, from top to bottom. */
export function plainSheetPage({ number, lines }: Page): SheetPage {
  return {
    pageNumber: number,
    dates: [],
    leftOut: [],
    items: lines.map(({ text, box }) => ({
      kind: 'line',
      isDetail: false,
      line: { page: number, texts: [{ text, box, bold: false, recognition: null }] },
    })),
  };
}
