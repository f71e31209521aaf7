import { withRecognizedText } from '../page-model/text/recognized-text.ts';
import type { Page } from '../page-model/types.ts';
import { openPdfScan } from './pdf-scan.ts';
import { readScanPage } from './read-scan-page.ts';
import { isLegible } from './reading-trials.ts';
import { toRecognizedPage } from './recognized-page.ts';
import type { Recognizer } from './recognizer.ts';
import type { Scan } from './scan.ts';

/**
 * Reads the text of a page off its picture: the page as it is read, with recognised lines in place of its own. The same
 * page when what it shows is illegible, as handwriting is: its picture says more than noise in its place.
 */
export type RecognizePageText = (page: Page) => Promise<Page>;

/** Reads pages of one file; `close` lets go of the file, not of the recognizer. */
export interface PageTextRecognition {
  /** Rejects with `damaged_file` or `pixel_limit` for a page that cannot be drawn. */
  readonly recognize: RecognizePageText;
  close(): Promise<void>;
}

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
      const place = { page: page.number, found: await source.inspect(page.number) };
      const { raster, recognition } = await readScanPage(recognizer, source, place, { languages });
      if (recognition.lines.length > 0 && !isLegible(recognition.readings)) return page;
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
