import type { RepairOptions } from '../open-or-repair.ts';
import { blankPage } from '../page-model/blank-page.ts';
import { boxArea, containsMiddle, sharedArea } from '../page-model/box.ts';
import type { SheetOptions } from '../page-model/sheet-scale.ts';
import type { RecognizedLine, RecognizedWord } from '../page-model/text/recognized-line.ts';
import { withRecognizedText } from '../page-model/text/recognized-text.ts';
import type { Box, Fill, Page, Picture } from '../page-model/types.ts';
import { pagePhotographs } from './page-photographs.ts';
import { pastedPictures } from './pasted-pictures.ts';
import { openPdfScan } from './pdf-scan.ts';
import { cutRaster, pixelBox } from './raster.ts';
import { createReadPages } from './read-pages.ts';
import { readDrawnScanPage } from './read-scan-page.ts';
import { isLegible } from './reading-trials.ts';
import { toRecognizedPage } from './recognized-page.ts';
import type { GreyRaster, PixelBox, RasterWord, Recognizer } from './recognizer.ts';
import type { Scan } from './scan.ts';
import type { ScanGraphics } from './scan-rules.ts';
import { effort, photographs, pictures } from './thresholds.ts';
import { mayHoldText } from './unread-ink.ts';

/**
 * Recognises the text of a page in its picture: resolves to the page with recognised lines instead of its own. A page that is
 * illegible, such as one in handwriting, is returned as it is, since its picture is worth more than noise.
 */
export type RecognizePageText = (page: Page) => Promise<Page>;

/** Recognises pages of one file. `close` closes the file, not the recognizer. */
export interface PageTextRecognition {
  /** Rejects with `damaged_file` or `pixel_limit` for a page that cannot be drawn. */
  readonly recognize: RecognizePageText;
  /**
   * What is read on pictures that were pasted into a page of text, each as a page of the same size with nothing else on it. They
   * are read once, and again with care if `isWanted` says so of that. Of many pictures only the first of the file are read, which
   * bounds the time. Rejects as `recognize` does.
   */
  readPictures(page: Page, isWanted: (picture: Page) => boolean): Promise<readonly Page[]>;
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
  file: RepairOptions & SheetOptions & { readonly path: string },
  { languages, maxPagePixels, keepPhotographs = false }: PageTextRecognitionOptions,
): PageTextRecognition {
  let scan: Promise<Scan> | null = null;
  const recognizeWhole = createReadPages()(file.path);
  let picturesLeft: number = pictures.maxRead;
  const opened = () => {
    scan ??= openPdfScan(file.path, { ...file, maxPagePixels });
    return scan;
  };
  return {
    async readPictures(page, isWanted) {
      if (picturesLeft === 0 || !page.pictures.some(hasRows)) return [];
      const source = await opened();
      const found = await source.inspect(page.number);
      const shown = page.pictures.filter(hasRows).map(({ box }) => box);
      const pasted = pastedPictures(found).filter((picture) => shown.some((box) => containsMiddle(picture, box)));
      const within = pasted.slice(0, picturesLeft);
      if (within.length === 0) return [];
      picturesLeft -= within.length;
      const drawn = await source.raster(page.number, firstDpi);
      const wanted: PixelBox[] = [];
      for (const box of within) {
        const lines = await readOnce(recognizer, drawn, box, languages);
        if (lines.length > 0 && isWanted(pictureAlone(page, box, lines, { rules: [], fills: [] }))) wanted.push(box);
      }
      if (wanted.length === 0) return [];
      const without = found.lines.filter(({ hidden }) => !hidden).flatMap(({ words }) => words.map(({ box }) => box));
      const place = { page: page.number, found, parts: { within: wanted, without }, recognize: recognizeWhole };
      const { raster, recognition, graphics } = await readDrawnScanPage(recognizer, source, place, { languages });
      if (recognition.rotation !== 0 || recognition.skewDegrees !== 0) return [];
      const { lines } = toRecognizedPage(recognition, raster);
      return wanted.map((box) => pictureAlone(page, box, lines, graphics));
    },
    draw: async (page, dpi) => (await opened()).raster(page.number, dpi),
    async recognize(page) {
      const source = await opened();
      const place = { page: page.number, found: await source.inspect(page.number), recognize: recognizeWhole };
      const {
        raster,
        recognition,
        graphics: found,
      } = await readDrawnScanPage(recognizer, source, place, { languages });
      if (recognition.lines.length > 0 && !isLegible(recognition.readings)) return page;
      const drawn = toRecognizedPage(recognition, raster);
      const { lines, widthPt, heightPt, rotation } = toRecognizedPage(recognition, raster, { level: true });
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
      return withRecognizedText(recognized, kept);
    },
    async close() {
      const source = await scan?.catch(() => null);
      source?.close();
    },
  };
}

/** A picture with fewer rows and columns of pixels is a gradient, a logo or a line. */
const [leastRowsPx, leastColumnsPx] = [40, 80];

function hasRows({ widthPx, heightPx }: Picture): boolean {
  return heightPx >= leastRowsPx && widthPx >= leastColumnsPx;
}

/** Print of a table is read well enough at this resolution to see that it is one. */
const firstDpi = 200;

/** The words of one reading of a part of a page, given in points, without those that hatching and photographs are read as. */
async function readOnce(
  recognizer: Recognizer,
  drawn: GreyRaster,
  box: PixelBox,
  languages: readonly string[],
): Promise<readonly RecognizedLine[]> {
  const place = pixelBox(drawn, box);
  const part = cutRaster(drawn, place);
  if (!mayHoldText(part, (pictures.linePt * drawn.dpi) / 72)) return [];
  const read = await recognizer.recognize(part, { languages });
  const isSure = ({ confidence }: RasterWord) => confidence >= effort.minPartConfidence;
  const lines = read.map((line) => ({ ...line, words: line.words.filter(isSure) }));
  return toRecognizedPage({ lines, toRaster: [1, 0, 0, 1, place.x0, place.y0], rotation: 0, skewDegrees: 0 }, drawn)
    .lines;
}

/** A page with nothing but what was read in one of its pictures. */
function pictureAlone(
  page: Page,
  { x0, y0, x1, y1 }: PixelBox,
  all: readonly RecognizedLine[],
  graphics: ScanGraphics,
): Page {
  const isIn = (box: Box) => containsMiddle({ x0, y0, x1, y1 }, box);
  const lines = all.map((line) => ({ ...line, words: line.words.filter(({ box }) => isIn(box)) }));
  const own = {
    ...blankPage(page),
    rules: graphics.rules.filter(isIn),
    fills: graphics.fills.filter(({ box }) => isIn(box)),
    pictures: page.pictures.filter(({ box }) => isIn(box)),
  };
  return withRecognizedText(own, lines);
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
