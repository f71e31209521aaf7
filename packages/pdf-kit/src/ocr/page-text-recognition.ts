import type { RepairOptions } from '../open-or-repair.ts';
import { boxArea, containsMiddle, sharedArea } from '../page-model/box.ts';
import type { RecognizedLine, RecognizedWord } from '../page-model/text/recognized-line.ts';
import { withRecognizedText } from '../page-model/text/recognized-text.ts';
import type { Box, Fill, Page } from '../page-model/types.ts';
import { pagePhotographs } from './page-photographs.ts';
import { openPdfScan } from './pdf-scan.ts';
import { createReadPages } from './read-pages.ts';
import { readScanPage } from './read-scan-page.ts';
import { isLegible } from './reading-trials.ts';
import { toRecognizedPage } from './recognized-page.ts';
import type { GreyRaster, Recognizer } from './recognizer.ts';
import type { Scan } from './scan.ts';
import { scanGraphics, withoutRules } from './scan-rules.ts';
import { photographs } from './thresholds.ts';

/**
 * Recognises the text of a page in its picture: resolves to the page with recognised lines instead of its own. A page that is
 * illegible, such as one in handwriting, is returned as it is, since its picture is worth more than noise.
 */
export type RecognizePageText = (page: Page) => Promise<Page>;

/** Recognises pages of one file. `close` closes the file, not the recognizer. */
export interface PageTextRecognition {
  /** Rejects with `damaged_file` or `pixel_limit` for a page that cannot be drawn. */
  readonly recognize: RecognizePageText;
  /** The page as it is shown, in grey. Rejects as `recognize` does. */
  draw(page: Page, dpi: number): Promise<GreyRaster>;
  close(): Promise<void>;
}

/** How the pages of a file are recognised. */
export interface PageTextRecognitionOptions {
  readonly languages: readonly string[];
  readonly maxPagePixels: number;
  /** Whether photographs on a page are marked as `unreadable`, and doubtful words in them removed. Default false. */
  readonly keepPhotographs?: boolean;
}

/** Prepares recognition of the pages of a file, which is opened for it only when the first page needs it. */
export function createPageTextRecognition(
  recognizer: Recognizer,
  file: RepairOptions & { readonly path: string },
  { languages, maxPagePixels, keepPhotographs = false }: PageTextRecognitionOptions,
): PageTextRecognition {
  let scan: Promise<Scan> | null = null;
  const recognizePage = createReadPages()(file.path);
  const opened = () => {
    scan ??= openPdfScan(file.path, { ...file, maxPagePixels });
    return scan;
  };
  return {
    draw: async (page, dpi) => (await opened()).raster(page.number, dpi),
    async recognize(page) {
      const source = await opened();
      const place = { page: page.number, found: await source.inspect(page.number), recognize: recognizePage };
      const { raster, recognition } = await readScanPage(recognizer, source, place, { languages });
      if (recognition.lines.length > 0 && !isLegible(recognition.readings)) return page;
      const drawn = toRecognizedPage(recognition, raster);
      const { lines, widthPt, heightPt, rotation } = toRecognizedPage(recognition, raster, { level: true });
      const found = await scanGraphics(raster, recognition, lines);
      const photographsFound = rotation === 0 ? photographsOn(raster, drawn.lines, found.fills) : [];
      const boxes = keepPhotographs ? photographsFound : [];
      const isOwn = (box: Box) => isDrawnBy(page, box, photographsFound);
      // What the file draws is in the coordinates of the page as drawn, which a rotated page has left.
      const graphics =
        rotation === 0
          ? {
              rules: [...page.rules, ...found.rules.filter(isOwn)],
              fills: [...page.fills, ...found.fills.filter(({ box }) => isOwn(box))],
            }
          : { ...(page.pictures.length > 0 ? found : { rules: [], fills: [] }), boxes: [], drawings: [] };
      const isKept = (line: number, word: number) => !isReadInto(boxes, drawn.lines[line]?.words[word]);
      const kept = lines.map((line, index) => ({ ...line, words: line.words.filter((_, at) => isKept(index, at)) }));
      const recognized = { ...page, ...graphics, widthPt, heightPt, unreadable: [...page.unreadable, ...boxes] };
      return withRecognizedText(recognized, withoutRules(kept, found.rules));
    },
    async close() {
      const source = await scan?.catch(() => null);
      source?.close();
    },
  };
}

/** A dark header, of which no word may have been read, is no photograph. */
const filledShare = 0.7;

function photographsOn(raster: GreyRaster, lines: readonly RecognizedLine[], fills: readonly Fill[]): readonly Box[] {
  const words = lines.flatMap((line) => line.words).filter(({ confidence }) => confidence >= photographs.surelyRead);
  const found = pagePhotographs(
    raster,
    words.map(({ box }) => box),
  );
  return found.filter((box) => !fills.some((fill) => sharedArea(fill.box, box) > filledShare * boxArea(box)));
}

/** Whether what was found in a scan is in a picture of the page that is no photograph: the rest is drawn by the file. */
function isDrawnBy({ pictures }: Page, { x0, y0, x1, y1 }: Box, found: readonly Box[]): boolean {
  const box = { x0, y0, x1, y1 };
  return pictures.some((one) => containsMiddle(one.box, box)) && !found.some((one) => containsMiddle(one, box));
}

function isReadInto(boxes: readonly Box[], word: RecognizedWord | undefined): boolean {
  if (word === undefined || word.confidence >= photographs.surelyRead) return false;
  return boxes.some((photograph) => containsMiddle(photograph, word.box));
}
