import { processingFailed } from '@platen/core';
import { growBox } from '../page-model/box.ts';
import type { RecognizePage } from './read-pages.ts';
import { readingDpi } from './reading-dpi.ts';
import { checkReadingWork } from './reading-work.ts';
import { type PageRecognition, recognizePage } from './recognize-page.ts';
import type { GreyRaster, PixelBox, RecognitionRequest, Recognizer } from './recognizer.ts';
import type { Scan, ScanPage } from './scan.ts';
import { mayHoldRuleMarks, type ScanGraphics, separateRules } from './scan-rules.ts';
import { hideBoxes, showBoxes } from './show-boxes.ts';
import { effort, pictures } from './thresholds.ts';
import { mayHoldText } from './unread-ink.ts';

/** The text of a page, and the raster from which it was read. */
export interface ScanReading {
  readonly raster: GreyRaster;
  readonly recognition: PageRecognition;
  /** Whether an image of the page ends before its last row, so that part of it cannot be read. */
  readonly isCut: boolean;
}

/** What was read of a page, and what is drawn on it. */
export interface DrawnScanReading extends ScanReading {
  /** In points, where it would be on the upright page levelled. */
  readonly graphics: ScanGraphics;
}

/** A page of a scan. */
export interface PagePlace {
  readonly page: number;
  readonly found: ScanPage;
  /**
   * Boxes in points to which the reading is confined, and those of text in them that is known; null or not given for the whole
   * page. What is read with little confidence there is a picture, and left out.
   */
  readonly parts?: { readonly within: readonly PixelBox[]; readonly without: readonly PixelBox[] } | null;
  /**
   * The function that recognises the page: see `createReadPages`. By default, the page is recognised without regard to
   * earlier pages.
   */
  readonly recognize?: RecognizePage;
}

/**
 * Draws a page of a scan at a suitable resolution, and reads it, without marks that its rules were read as. Rejects as `Scan.raster`
 * does, with `pixel_limit` if it would take too long for a file of its size, and with `damaged_file` if it is blank because its image
 * cannot be decoded.
 */
export async function readScanPage(
  recognizer: Recognizer,
  scan: Scan,
  place: PagePlace,
  request: RecognitionRequest,
): Promise<ScanReading> {
  const reading = await readPage(recognizer, scan, place, request);
  // To find the rules takes a tenth of the time that reading does.
  return mayHoldRuleMarks(reading.recognition.lines) ? await withGraphics(reading) : reading;
}

/** The same as `readScanPage`, with the rules and filled bands of the page. */
export async function readDrawnScanPage(
  recognizer: Recognizer,
  scan: Scan,
  place: PagePlace,
  request: RecognitionRequest,
): Promise<DrawnScanReading> {
  return withGraphics(await readPage(recognizer, scan, place, request));
}

async function withGraphics(reading: ScanReading): Promise<DrawnScanReading> {
  return { ...reading, ...(await separateRules(reading.raster, reading.recognition)) };
}

async function readPage(
  recognizer: Recognizer,
  scan: Scan,
  { page, found, parts = null, recognize = recognizePage }: PagePlace,
  request: RecognitionRequest,
): Promise<ScanReading> {
  const drawn = await scan.raster(page, readingDpi(found));
  const raster = parts === null ? drawn : confine(drawn, found, parts);
  checkReadingWork(raster, scan.maxLetters, page);
  const recognition = await recognize(recognizer, raster, request);
  if (recognition.lines.length === 0 && found.imageCoverage > 0 && (await scan.hasDamagedImage(page))) {
    throw processingFailed('damaged_file', `The picture on page ${page} is damaged and cannot be read`, { page });
  }
  const isCut = found.imageCoverage > 0 && (await scan.hasCutImage(page));
  const isPicture = parts !== null && recognition.confidence < effort.minPartConfidence;
  return { raster, recognition: isPicture ? { ...recognition, lines: [] } : recognition, isCut };
}

/** The parts of a page that may hold text, less the text that is known; all else is blank. */
function confine(drawn: GreyRaster, found: ScanPage, { within, without }: NonNullable<PagePlace['parts']>): GreyRaster {
  const [toX, toY] = [drawn.widthPx / found.widthPt, drawn.heightPx / found.heightPt];
  const inPixels = (boxes: readonly PixelBox[]) =>
    boxes.map(({ x0, y0, x1, y1 }) => ({ x0: x0 * toX, y0: y0 * toY, x1: x1 * toX, y1: y1 * toY }));
  const lineHeightPx = (pictures.linePt * drawn.dpi) / 72;
  const shown = inPixels(within).filter((box) => mayHoldText(showBoxes(drawn, [box]), lineHeightPx));
  return hideBoxes(
    showBoxes(drawn, shown),
    inPixels(without).map((box) => growBox(box, 1)),
  );
}
