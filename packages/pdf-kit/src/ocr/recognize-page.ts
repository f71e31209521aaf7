import { chainMatrices, invertMatrix, type Matrix } from '../page-model/matrix.ts';
import { isBlank } from '../render/blank-pixels.ts';
import { withBullets } from './bullets.ts';
import { withCheckBoxes } from './check-boxes.ts';
import { withDecimalMarks } from './decimal-marks.ts';
import { dropNoise } from './drop-noise.ts';
import { fuseReadings } from './fuse-readings.ts';
import { joinCombLetters } from './join-comb-letters.ts';
import { joinTableRows } from './join-table-rows.ts';
import { breaksRows, hasProseColumns } from './layout-of.ts';
import { meanConfidence } from './mean-confidence.ts';
import { moveLines } from './move-lines.ts';
import { notWorse } from './not-worse.ts';
import { type PageReading, type ReadingSummary, summarize, withCandidate } from './page-reading.ts';
import { type Prepared, preparePage, toReadingSize } from './prepare-page.ts';
import { readUpright } from './read-upright.ts';
import { withVerticalText } from './read-vertical-text.ts';
import { doubtsOf, type ReadingDoubts } from './reading-doubts.ts';
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
  RecognizerPair,
} from './recognizer.ts';
import { autoLanguage } from './script-languages.ts';
import { withFirstConfidence } from './second-confidence.ts';
import { effort, fusion } from './thresholds.ts';
import { withWholeDates } from './whole-dates.ts';
import { withRows } from './with-rows.ts';
import { linesWorth } from './word-worth.ts';

/** The text of one page, in the pixels of the page as it was prepared for reading: upright and deskewed. */
export interface PageRecognition {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly lines: readonly RasterLine[];
  /** From its pixels to those of the raster that was given. */
  readonly toRaster: Matrix;
  /** The clockwise rotation that makes the given page upright. */
  readonly rotation: Orientation['rotation'];
  /** The skew of the upright page in degrees, positive if lines fall to the right; 0 if too little to matter. */
  readonly skewDegrees: number;
  /** Mean over the letters, 0–1; 0 without text. */
  readonly confidence: number;
  /** What seems not to have been read, or not rightly. */
  readonly doubts: ReadingDoubts;
  /** Words that were read and dropped as noise. */
  readonly leftOut: readonly RasterWord[];
  /** The languages that the page was read in. */
  readonly languages: readonly string[];
  /** The readings in order, with the confidence of each. */
  readonly readings: readonly ReadingSummary[];
}

/**
 * Reads one page. It is first cleaned of specks, shadows and noise as needed, turned upright and deskewed. If it was not read
 * with confidence, other versions of it are read too, such as the untouched one, and merged: each place of the page takes
 * the words of the reading that is worth more there.
 */
export async function recognizePage(
  recognizer: RecognizerPair,
  given: GreyRaster,
  asked: RecognitionRequest,
): Promise<PageRecognition> {
  const untouched = await toReadingSize(given);
  const request = await withLanguages(recognizer, untouched.raster, asked);
  if (isBlank(untouched.raster.data, 1)) return nothingRead(untouched, request);
  let reading = await readUpright(recognizer, untouched, await preparePage(recognizer, untouched, request), request);
  const first = reading.lines;
  const second = await secondReaderOf(recognizer, request, asked.languages.includes(autoLanguage));
  const next = () => nextTrial(reading, untouched, second !== null);
  for (let trial = await next(); trial !== null; trial = await next()) {
    const [reader, languages] =
      trial.bySecond === true && second !== null
        ? [second.recognizer, second.languages]
        : [recognizer, request.languages];
    reading = await tryReading(reader, reading, trial, { ...request, languages });
  }
  const { page, readings } = reading;
  const all = withCheckBoxes(await withVerticalText(recognizer, page.raster, reading.lines, request), page.raster);
  const dated = withWholeDates(notWorse(dropNoise(all), reading.plain));
  const kept = withDecimalMarks(dated, page.raster, reading.plain ?? first);
  const toUntouched = chainMatrices(page.toRaster, invertMatrix(untouched.toRaster));
  const whole = joinCombLetters(joinTableRows(kept), untouched.raster, toUntouched);
  const lines = withBullets(whole, page.raster);
  return {
    widthPx: page.raster.widthPx,
    heightPx: page.raster.heightPx,
    lines,
    toRaster: page.toRaster,
    rotation: page.rotation,
    skewDegrees: page.skewDegrees,
    confidence: meanConfidence(lines),
    doubts: await doubtsOf(recognizer, page.raster, kept, readings, request.signal),
    leftOut: wordsWithout(all, kept),
    languages: request.languages,
    readings,
  };
}

/** What is read on a page of a single grey: the recognizer would look for text in several versions of it. */
function nothingRead({ raster, toRaster }: Prepared, { languages }: RecognitionRequest): PageRecognition {
  return {
    widthPx: raster.widthPx,
    heightPx: raster.heightPx,
    lines: [],
    toRaster,
    rotation: 0,
    skewDegrees: 0,
    confidence: 0,
    doubts: { unreadShare: 0, textUnread: false, lowConfidence: false, looksLike: null },
    leftOut: [],
    languages,
    readings: [summarize('plain', [])],
  };
}

/** The request with the languages of the script of the page, if it leaves them open (`auto`). */
async function withLanguages(
  { chooseLanguages }: RecognizerPair,
  page: GreyRaster,
  request: RecognitionRequest,
): Promise<RecognitionRequest> {
  if (chooseLanguages === undefined || !request.languages.includes(autoLanguage)) return request;
  return { ...request, languages: await chooseLanguages(page, request.signal) };
}

/** The second reader of a page, and the languages that it reads it in. */
interface SecondReader {
  readonly recognizer: Recognizer;
  readonly languages: readonly string[];
}

/**
 * The second reader, if there is one that knows the languages of the page. Where these were chosen by its script, the page is hardly in
 * all of them: then it must know the likeliest, and reads those that it knows.
 */
async function secondReaderOf(
  { second }: RecognizerPair,
  { languages }: RecognitionRequest,
  isChosen: boolean,
): Promise<SecondReader | null> {
  if (second == null) return null;
  const canRead = async (asked: readonly string[]) => (await second.canRead?.(asked)) ?? true;
  if (await canRead(languages)) return { recognizer: second, languages };
  if (!isChosen) return null;
  const known = await Promise.all(languages.map((language) => canRead([language])));
  return known[0] === true ? { recognizer: second, languages: languages.filter((_, index) => known[index]) } : null;
}

/** The words of lines that are not in others. Compared by box, as texts may have been corrected. */
function wordsWithout(lines: readonly RasterLine[], others: readonly RasterLine[]): readonly RasterWord[] {
  const boxes = new Set(others.flatMap(({ words }) => words.map(({ box }) => box)));
  return lines.flatMap(({ words }) => words.filter(({ box }) => !boxes.has(box)));
}

async function tryReading(
  recognizer: Recognizer,
  { page, lines, plain, readings, attempts }: PageReading,
  {
    candidate,
    raster,
    layout,
    toGiven,
    isPart = false,
    bySecond = false,
    known,
    places,
    tables = [],
    minConfidence = 0,
  }: Trial,
  request: RecognitionRequest,
): Promise<PageReading> {
  request.signal?.throwIfAborted();
  const asked = {
    ...request,
    layout,
    ...(known === undefined ? {} : { known }),
    ...(places === undefined ? {} : { places }),
  };
  const given = await recognizer.recognize(raster, asked);
  const read = bySecond ? withFirstConfidence(given, known) : withCandidate(given, candidate);
  const moved = moveLines(read, chainMatrices(toGiven, invertMatrix(page.toRaster)));
  const outcome = { ...summarize(candidate, read), isPart };
  const isPlain = candidate === 'plain' && !isPart;
  const all = {
    page,
    plain: isPlain ? moved : plain,
    readings: [...readings, outcome],
    attempts: isPart ? attempts : attempts + 1,
  };
  const gain = gainOf(candidate, readings);
  if (isPart) {
    if (outcome.confidence < effort.minPartConfidence) return { ...all, lines };
    const part = withConfidence(moved, minConfidence);
    const merged = tables.length > 0 ? withRows(lines, part, tables) : fuseReadings(lines, part, gain);
    return { ...all, lines: merged };
  }
  // Rows would mix up columns of prose, and the second reader finds them less well.
  const keepsColumns = (layout === 'block' || bySecond) && hasProseColumns(lines);
  const takesOver =
    !keepsColumns &&
    linesWorth(moved) > orderingShare(layout) * linesWorth(lines) &&
    !(layout === 'page' && breaksRows(moved, lines));
  if (!takesOver) return { ...all, lines: fuseReadings(lines, moved, gain) };
  return { ...all, lines: fuseReadings(moved, lines, -gain) };
}

function withConfidence(lines: readonly RasterLine[], minConfidence: number): readonly RasterLine[] {
  return lines.flatMap((line) => {
    const words = line.words.filter(({ confidence }) => confidence >= minConfidence);
    return words.length === 0 ? [] : [{ ...line, words }];
  });
}

/** How much more the words of a reading must be worth than those so far. */
function gainOf(candidate: CandidateName, readings: readonly ReadingSummary[]): number {
  if (candidate === 'second reader') return fusion.secondGain;
  if (readings.some((reading) => reading.candidate === 'second reader')) return -fusion.secondGain;
  return candidate === 'plain' ? fusion.plainGain : fusion.minGain;
}

/** How many times the worth of the lines so far a reading needs for its order to be used. */
function orderingShare(layout: PageLayout): number {
  return layout === 'page' ? effort.minGain : effort.minRowsShare;
}
