import { openPdfScan, type Recognizer, recognizePage, type Scan, toRecognizedPage } from '@platen/pdf-kit/ocr';
import { type Page, withRecognizedText } from '@platen/pdf-kit/page-model';

/** Reads the text of a page off its picture: the page as it is read, with recognised lines in place of its own. */
export type RecognizePageText = (page: Page) => Promise<Page>;

export interface PageTextRecognition {
  readonly recognize: RecognizePageText;
  close(): Promise<void>;
}

/** Finer scans read no better and cost more; coarser ones are drawn at what they have. */
const usualDpi = 300;
const finestDpi = 450;
const coarsestDpi = 70;

/** Prepares recognition of the pages of a file, which is opened for it only when the first page needs it. */
export function createPageTextRecognition(
  recognizer: Recognizer,
  file: { readonly path: string; readonly fileName: string; readonly password?: string | undefined },
  { languages, maxPagePixels }: { readonly languages: readonly string[]; readonly maxPagePixels: number },
): PageTextRecognition {
  let scan: Promise<Scan> | null = null;
  return {
    async recognize(page) {
      scan ??= openPdfScan(file.path, { fileName: file.fileName, password: file.password, maxPagePixels });
      const source = await scan;
      const { imageDpi } = await source.inspect(page.number);
      const own = imageDpi ?? usualDpi;
      const raster = await source.raster(page.number, own > finestDpi ? usualDpi : Math.max(coarsestDpi, own));
      const recognition = await recognizePage(recognizer, raster, { languages });
      const { lines, widthPt, heightPt, rotation } = toRecognizedPage(recognition, raster);
      // Rules and fills are those of the page as drawn; on a page that was turned they would lie elsewhere.
      const graphics = rotation === 0 ? {} : { rules: [], boxes: [], fills: [], drawings: [] };
      return withRecognizedText({ ...page, ...graphics, widthPt, heightPt }, lines);
    },
    async close() {
      const opened = await scan?.catch(() => null);
      opened?.close();
    },
  };
}
