import { growBox } from '../page-model/box.ts';
import { closeCombs, openCombs } from './comb-fields.ts';
import { boxOf } from './line-box.ts';
import { lettersOf, meanConfidence } from './mean-confidence.ts';
import { type PageReading, summarize, withCandidate } from './page-reading.ts';
import { orientationOf, type Prepared, requestsVertical, turnPage } from './prepare-page.ts';
import { turnRaster } from './raster.ts';
import type { Orientation, RasterLine, RecognitionRequest, Recognizer } from './recognizer.ts';
import { removeVerticalRules } from './remove-vertical-rules.ts';
import { runsVertically } from './runs-vertically.ts';
import { showBoxes } from './show-boxes.ts';
import { effort, upright } from './thresholds.ts';

/** Reads a page in different orientations. */
interface PageReader {
  readonly recognizer: Recognizer;
  readonly request: RecognitionRequest;
  readonly read: (page: Prepared) => Promise<PageReading>;
}

/**
 * The first reading. If its lines are vertical or its confidence is low, the page is turned and read again. One that reads
 * no better turned stays as it is: it is a chart of few words, some of them vertical.
 */
export async function readUpright(
  recognizer: Recognizer,
  untouched: Prepared,
  prepared: Prepared,
  request: RecognitionRequest,
): Promise<PageReading> {
  const reader = { recognizer, request, read: (page: Prepared) => readFirst(recognizer, page, request) };
  const asItLies = await reader.read(prepared);
  const along = await readAlongText(reader, prepared, asItLies);
  const turned = await readOtherWayUp(reader, along);
  const isTurned = turned.page.rotation !== prepared.rotation;
  const reading = isTurned && meanConfidence(turned.lines) < upright.minTurnedConfidence ? asItLies : turned;
  return readUnturned(reader, untouched, { ...reading, attempts: turned.attempts });
}

/** Reads a page as it was given, if it makes no sense turned: on a very small one, columns of pixels may look like lines. */
async function readUnturned(reader: PageReader, untouched: Prepared, turned: PageReading): Promise<PageReading> {
  const confidence = meanConfidence(turned.lines);
  if (turned.page.rotation === 0 || confidence >= upright.minTurnedConfidence) return turned;
  const second = await reader.read(untouched);
  const isBetter = meanConfidence(second.lines) > confidence;
  return { ...(isBetter ? second : turned), attempts: turned.attempts + second.attempts };
}

async function readFirst(recognizer: Recognizer, page: Prepared, request: RecognitionRequest): Promise<PageReading> {
  request.signal?.throwIfAborted();
  const { raster: closed, combs } = closeCombs(page.raster);
  const raster = removeVerticalRules(closed);
  const isRemade = page.isRemade || raster !== page.raster;
  const candidate = isRemade ? 'cleaned' : 'plain';
  const read = openCombs(await recognizer.recognize(raster, request), combs);
  const lines = withCandidate(read, candidate);
  // Later readings use this version too, since rows of a table are hardly found between vertical rules.
  return {
    page: { ...page, raster, isRemade, isRuled: raster !== closed },
    lines,
    plain: isRemade ? null : lines,
    readings: [summarize(candidate, lines)],
    attempts: 1,
  };
}

/** Reads the page again, turned, if most of its text was found to run upwards or downwards. */
async function readAlongText(
  { recognizer, request, read }: PageReader,
  page: Prepared,
  first: PageReading,
): Promise<PageReading> {
  const turn = requestsVertical(request) ? 0 : turnOfVerticalText(first.lines);
  if (turn === 0) return first;
  const level = await turnPage(page, turn);
  // Text that runs upwards looks like upside-down text that runs downwards: the turn may be the wrong one of the two.
  const orientation = await orientationOf(recognizer, level.raster, request.signal);
  const turned = await read(orientation === 180 ? await turnPage(level, 180) : level);
  const isBetter = meanConfidence(turned.lines) > meanConfidence(first.lines) - upright.equalConfidence;
  return { ...(isBetter ? turned : first), attempts: first.attempts + turned.attempts };
}

/**
 * The rotation for a page on which most text was found to run upwards or downwards, which also happens in tables whose
 * columns look like lines; 0 for any other.
 */
function turnOfVerticalText(lines: readonly RasterLine[]): Orientation['rotation'] {
  const words = (matches: (line: RasterLine) => boolean) =>
    lines.filter(matches).reduce((sum, line) => sum + line.words.length, 0);
  const upwards = words(({ baseline }) => runsVertically(baseline) && baseline.y1 < baseline.y0);
  const downwards = words(({ baseline }) => runsVertically(baseline) && baseline.y1 > baseline.y0);
  if (2 * (upwards + downwards) <= words(() => true)) return 0;
  return upwards > downwards ? 90 : 270;
}

/** Reads a page of low confidence in the orientation that is detected; returns the more confident reading. */
async function readOtherWayUp(reader: PageReader, first: PageReading): Promise<PageReading> {
  const { recognizer, request, read } = reader;
  if (meanConfidence(first.lines) >= upright.doubtfulConfidence) return first;
  const detected = await orientationOf(recognizer, first.page.raster, request.signal);
  const orientation = detected === 0 && (await looksUpsideDown(reader, first)) ? 180 : detected;
  if (orientation === 0) return first;
  const second = await read(await turnPage(first.page, orientation));
  const isBetter = meanConfidence(second.lines) > meanConfidence(first.lines);
  return { ...(isBetter ? second : first), attempts: first.attempts + second.attempts };
}

/**
 * Whether the longest lines of an illegible page are read with more confidence upside down: orientation detection fails on
 * some typescripts.
 */
async function looksUpsideDown({ recognizer, request }: PageReader, { page, lines }: PageReading): Promise<boolean> {
  const confidence = meanConfidence(lines);
  if (lines.length === 0 || confidence >= effort.hopelessConfidence) return false;
  const longest = lines.toSorted((a, b) => lettersOf(b.words) - lettersOf(a.words)).slice(0, upright.sampleLines);
  const boxes = longest.map((line) => growBox(boxOf(line), line.heightPx / 2));
  const { raster } = await turnRaster(showBoxes(page.raster, boxes), 180);
  const turned = await recognizer.recognize(raster, request);
  return meanConfidence(turned) > confidence + upright.surerTurned;
}
