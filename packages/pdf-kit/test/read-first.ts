import { openPageModel, type Page } from '../src/page-model.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

/** The page model of a page that is drawn for one test. */
export async function readFirst(draw: (pen: Pen) => void): Promise<Page> {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return await document.readPage(1);
  } finally {
    await document.close();
  }
}
