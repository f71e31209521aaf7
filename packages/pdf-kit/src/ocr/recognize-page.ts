import { growBox } from '../page-model/box.ts';
import { chainMatrices, invertMatrix, type Matrix } from '../page-model/matrix.ts';
import { withBullets } from './bullets.ts';
import { dropNoise } from './drop-noise.ts';
import { boxOf, fuseReadings } from './fuse-readings.ts';
import { joinTableRows } from './join-table-rows.ts';
import { breaksRows, hasProseColumns } from './layout-of.ts';
import { moveLines } from './move-lines.ts';
import type { PageReading, ReadingSummary } from './page-reading.ts';
import { isVertical, orientationOf, type Prepared, preparePage, turnPage, withinPixels } from './prepare-page.ts';
import { turnRaster } from './raster.ts';
import { withUprightText } from './read-upright-text.ts';
import { nextTrial, type Trial } from './reading-trials.ts';
import type {
  CandidateName,
  GreyRaster,
  Orientation,
  PageLayout,
  RasterLine,
  RasterWord,
  RecognitionRequest,
  Recognizer,
} from './recognizer.ts';
import { removeUprightRules } from './remove-upright-rules.ts';
import { runsUpright } from './runs-upright.ts';
import { showOnly } from './show-only.ts';
import { effort, upright } from './thresholds.ts';
import { wordsWorth } from './word-worth.ts';

/** The text of one page, on the page as it was prepared for reading: upright and level. */
export interface PageRecognition {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly lines: readonly RasterLine[];
  /** From its pixels to those of the raster that was given. */
  readonly toRaster: Matrix;
  /** How far the given page must be turned clockwise to be upright. */
  readonly rotation: Orientation['rotation'];
  /** How far lines of the upright page fall to the right, in degrees; 0 when too little to matter. */
  readonly skewDegrees: number;
  /** Mean over the letters, 0–1; 0 without text. */
  readonly confidence: number;
  /** Words that were read and left out: noise, by their confidence. */
  readonly leftOut: readonly RasterWord[];
  /** What was read, in order, and how sure the recognizer was of each by itself. */
  readonly readings: readonly ReadingSummary[];
}

/**
 * Reads one page. A look at it says what may help: specks, shadows and noise taken off, upright, level. What was read with
 * confidence is; otherwise other pictures of the page are read too, the untouched one among them, and each place
 * of the page goes to the reading that is surer there.
 */
export async function recognizePage(
  recognizer: Recognizer,
  given: GreyRaster,
  request: RecognitionRequest,
): Promise<PageRecognition> {
  const untouched = await withinPixels(given);
  let reading = await readUpright(recognizer, untouched, await preparePage(recognizer, untouched, request), request);
  for (let trial = await nextTrial(reading, untouched); trial !== null; trial = await nextTrial(reading, untouched)) {
    reading = await tryReading(recognizer, reading, trial, request);
  }
  const { page, readings } = reading;
  const all = await withUprightText(recognizer, page.raster, reading.lines, request);
  const kept = dropNoise(all);
  const lines = withBullets(joinTableRows(kept), page.raster);
  return {
    widthPx: page.raster.widthPx,
    heightPx: page.raster.heightPx,
    lines,
    toRaster: page.toRaster,
    rotation: page.rotation,
    skewDegrees: page.skewDegrees,
    confidence: meanConfidence(lines),
    leftOut: wordsWithout(all, kept),
    readings,
  };
}

/** The words of lines that are not among others, which may spell them otherwise. */
function wordsWithout(lines: readonly RasterLine[], others: readonly RasterLine[]): readonly RasterWord[] {
  const boxes = new Set(others.flatMap(({ words }) => words.map(({ box }) => box)));
  return lines.flatMap(({ words }) => words.filter(({ box }) => !boxes.has(box)));
}

/**
 * The first reading, of the page turned upright when what was read is upright or makes little sense. A page that makes no more
 * sense turned stays as it lies: it is a chart of few words, some of which run upright.
 */
async function readUpright(
  recognizer: Recognizer,
  untouched: Prepared,
  prepared: Prepared,
  request: RecognitionRequest,
): Promise<PageReading> {
  const read = (page: Prepared) => readFirst(recognizer, untouched, page, request);
  const asItLies = await read(prepared);
  const along = await readAlongText(recognizer, prepared, asItLies, request, read);
  const turned = await readOtherWayUp(recognizer, along, request, read);
  const isTurned = turned.page.rotation !== prepared.rotation;
  const reading = isTurned && meanConfidence(turned.lines) < upright.minTurnedConfidence ? asItLies : turned;
  return { ...reading, attempts: turned.attempts };
}

/** A reading of the page, turned where the recognizer found most of its text running upwards or downwards. */
async function readAlongText(
  recognizer: Recognizer,
  page: Prepared,
  first: PageReading,
  request: RecognitionRequest,
  read: (page: Prepared) => Promise<PageReading>,
): Promise<PageReading> {
  const turn = isVertical(request) ? 0 : turnOfUprightText(first.lines);
  if (turn === 0) return first;
  const level = await turnPage(page, turn);
  // Letters upside down look like letters that run the other way: the turn may be the wrong one of the two.
  const orientation = await orientationOf(recognizer, level.raster, request.signal);
  const turned = await read(orientation === 180 ? await turnPage(level, 180) : level);
  const isBetter = meanConfidence(turned.lines) > meanConfidence(first.lines) - upright.equalConfidence;
  return { ...(isBetter ? turned : first), attempts: first.attempts + turned.attempts };
}

/** A reading of the page the other way up, where what was read makes little sense and more so then. */
async function readOtherWayUp(
  recognizer: Recognizer,
  first: PageReading,
  request: RecognitionRequest,
  read: (page: Prepared) => Promise<PageReading>,
): Promise<PageReading> {
  if (meanConfidence(first.lines) >= upright.doubtfulConfidence) return first;
  const told = await orientationOf(recognizer, first.page.raster, request.signal);
  const orientation = told === 0 && (await looksUpsideDown(recognizer, first, request)) ? 180 : told;
  if (orientation === 0) return first;
  const second = await read(await turnPage(first.page, orientation));
  const isBetter = meanConfidence(second.lines) > meanConfidence(first.lines);
  return { ...(isBetter ? second : first), attempts: first.attempts + second.attempts };
}

/**
 * Whether the longest lines of a page that makes no sense do so upside down: the recognizer is wrong, or does not know, which
 * way up some typewriting is.
 */
async function looksUpsideDown(
  recognizer: Recognizer,
  { page, lines }: PageReading,
  request: RecognitionRequest,
): Promise<boolean> {
  const confidence = meanConfidence(lines);
  if (lines.length === 0 || confidence >= effort.hopelessConfidence) return false;
  const longest = lines.toSorted((a, b) => lettersOf(b.words) - lettersOf(a.words)).slice(0, upright.sampleLines);
  const boxes = longest.map((line) => growBox(boxOf(line), line.heightPx / 2));
  const { raster } = await turnRaster(showOnly(page.raster, boxes), 180);
  const turned = await recognizer.recognize(raster, request);
  return meanConfidence(turned) > confidence + upright.surerTurned;
}

async function readFirst(
  recognizer: Recognizer,
  untouched: Prepared,
  page: Prepared,
  request: RecognitionRequest,
): Promise<PageReading> {
  request.signal?.throwIfAborted();
  const raster = removeUprightRules(page.raster);
  const candidate = raster === untouched.raster ? 'plain' : 'cleaned';
  const lines = signed(await recognizer.recognize(raster, request), candidate);
  // Later readings are of this picture too: rows of a table that is ruled upright are hardly found between its rules.
  return {
    page: { ...page, raster, isRuled: raster !== page.raster },
    lines,
    readings: [summary(candidate, lines)],
    attempts: 1,
  };
}

async function tryReading(
  recognizer: Recognizer,
  { page, lines, readings, attempts }: PageReading,
  { candidate, raster, layout, toGiven, isPart = false, minConfidence = 0 }: Trial,
  request: RecognitionRequest,
): Promise<PageReading> {
  request.signal?.throwIfAborted();
  const read = signed(await recognizer.recognize(raster, { ...request, layout }), candidate);
  const moved = moveLines(read, chainMatrices(toGiven, invertMatrix(page.toRaster)));
  const said = { ...summary(candidate, read), isPart };
  const all = { page, readings: [...readings, said], attempts: isPart ? attempts : attempts + 1 };
  if (isPart) {
    const isPicture = said.confidence < effort.minPartConfidence;
    return { ...all, lines: isPicture ? lines : fuseReadings(lines, withSureWords(moved, minConfidence)) };
  }
  const takesOver =
    worthOf(moved) > orderingShare(layout, lines) * worthOf(lines) && !(layout === 'page' && breaksRows(moved, lines));
  return { ...all, lines: takesOver ? fuseReadings(moved, lines) : fuseReadings(lines, moved) };
}

function withSureWords(lines: readonly RasterLine[], minConfidence: number): readonly RasterLine[] {
  return lines.flatMap((line) => {
    const words = line.words.filter(({ confidence }) => confidence >= minConfidence);
    return words.length === 0 ? [] : [{ ...line, words }];
  });
}

/** How much of what was read a further reading must be worth to put it in order. Rows would mix up columns of prose. */
function orderingShare(layout: PageLayout, lines: readonly RasterLine[]): number {
  if (layout === 'page') return effort.minGain;
  return hasProseColumns(lines) ? Number.POSITIVE_INFINITY : effort.minRowsShare;
}

function signed(lines: readonly RasterLine[], candidate: CandidateName): readonly RasterLine[] {
  return lines.map((line) => ({ ...line, words: line.words.map((word) => ({ ...word, candidate })) }));
}

function summary(candidate: CandidateName, lines: readonly RasterLine[]): ReadingSummary {
  const letters = lines.reduce((sum, { words }) => sum + lettersOf(words), 0);
  return { candidate, letters, confidence: meanConfidence(lines), isPart: false };
}

function worthOf(lines: readonly RasterLine[]): number {
  return lines.reduce((sum, { words }) => sum + wordsWorth(words), 0);
}

/**
 * How far a page must be turned on which the recognizer found most text running upwards or downwards, as it does in
 * tables whose columns look like lines; 0 for any other.
 */
function turnOfUprightText(lines: readonly RasterLine[]): Orientation['rotation'] {
  const words = (matches: (line: RasterLine) => boolean) =>
    lines.filter(matches).reduce((sum, line) => sum + line.words.length, 0);
  const upwards = words(({ baseline }) => runsUpright(baseline) && baseline.y1 < baseline.y0);
  const downwards = words(({ baseline }) => runsUpright(baseline) && baseline.y1 > baseline.y0);
  if (2 * (upwards + downwards) <= words(() => true)) return 0;
  return upwards > downwards ? 90 : 270;
}

function meanConfidence(lines: readonly RasterLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const letters = lettersOf(words);
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}

function lettersOf(words: readonly RasterWord[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
