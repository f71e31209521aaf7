import { createHash } from 'node:crypto';
import { type GreyRaster, type Recognizer, recognizePage, toRecognizedPage } from '@platen/pdf-kit/ocr';
import { type EncodedPicture, type Page, type PageModelDocument, withRecognizedText } from '@platen/pdf-kit/page-model';
import type { PdfRenderer } from '@platen/pdf-kit/render';
import { withoutBackdrops } from './analysis/backdrops.ts';
import { withDrawnBullets } from './analysis/drawn-bullets.ts';
import { withFormValues } from './form-values.ts';
import { withReadableText } from './readable-text.ts';

export interface PageReaderOptions {
  readonly document: PageModelDocument;
  readonly ocr: 'auto' | 'off' | 'force';
  /** Tesseract codes. */
  readonly languages: readonly string[];
  readonly recognizer: Recognizer | null;
  openRenderer(): Promise<PdfRenderer | null>;
  warn(code: string, message: string): void;
}

/** Reads a page by its number, counted from 1: a picture of a page with the text recognised on it. */
export type PageReader = (pageNumber: number) => Promise<Page>;

const recognitionDpi = 300;
/** A picture that covers this much of a page is the page itself. */
const coverShare = 0.6;

export function createPageReader({
  document,
  ocr,
  languages,
  recognizer,
  openRenderer,
  warn,
}: PageReaderOptions): PageReader {
  const recognize = async (raster: GreyRaster) => {
    if (recognizer === null) return [];
    const recognition = await recognizePage(recognizer, raster, { languages });
    return recognition.rotation === 0 ? toRecognizedPage(recognition, raster).lines : [];
  };
  const readable = {
    draw: async (page: Page) => drawGrey(page, await openRenderer()),
    recognize: ocr === 'off' || recognizer === null ? null : recognize,
    warn,
  };
  return async (pageNumber) => {
    const drawn = withoutBackdrops(withFormValues(await document.readPage(pageNumber)));
    const plain = await withDrawnBullets(drawn, async (picture) => digestOf(await document.readPicture(picture)));
    const page = ocr === 'force' ? plain : await withReadableText(plain, readable);
    if (page.kind === 'scanned-with-text' && ocr !== 'force') return withoutCover(page);
    if (ocr === 'off' || (ocr === 'auto' && page.kind !== 'scanned')) return page;
    const raster = recognizer === null ? null : await drawGrey(page, await openRenderer());
    if (raster === null || recognizer === null) {
      warn('PAGE_NOT_READ', `Page ${pageNumber} is a picture; its text was not recognised`);
      return page;
    }
    const recognition = await recognizePage(recognizer, raster, { languages });
    const { lines, widthPt, heightPt } = toRecognizedPage(recognition, raster);
    if (lines.length === 0) return page;
    return withoutCover(withRecognizedText({ ...page, widthPt, heightPt }, lines));
  };
}

/** Pictures with the same bytes look the same. */
function digestOf(picture: EncodedPicture | null): string {
  return picture === null ? '' : createHash('sha1').update(picture.bytes).digest('hex');
}

/** The page without the picture that its recognised text was read from. */
function withoutCover(page: Page): Page {
  const area = page.widthPt * page.heightPt;
  const pictures = page.pictures.filter(({ box }) => (box.x1 - box.x0) * (box.y1 - box.y0) < coverShare * area);
  return { ...page, kind: 'text', pictures };
}

async function drawGrey({ number }: Page, renderer: PdfRenderer | null): Promise<GreyRaster | null> {
  if (renderer === null) return null;
  const rendered = await renderer.renderPage(number, { dpi: recognitionDpi, pixels: 'gray' });
  try {
    return {
      data: rendered.data.slice(),
      widthPx: rendered.width,
      heightPx: rendered.height,
      dpi: recognitionDpi,
    };
  } finally {
    rendered.release();
  }
}
