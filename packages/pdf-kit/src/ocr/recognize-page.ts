import { type Affine, chainAffine, identityAffine } from './affine.ts';
import { evenLight } from './even-light.ts';
import { joinTableRows } from './join-table-rows.ts';
import { measureNoise } from './noise.ts';
import { rotateRaster, scaleRaster, smoothRaster, turnRaster } from './raster.ts';
import { maxReadingPixels } from './reading-dpi.ts';
import type { GreyRaster, Orientation, RasterLine, RecognitionRequest, Recognizer, Stroke } from './recognizer.ts';
import { removeSpecks } from './remove-specks.ts';
import { removeUprightRules } from './remove-upright-rules.ts';
import { measureSkew, toMeasuringSize } from './skew.ts';

/** The text of one page, on the page as it was prepared for reading: upright and level. */
export interface PageRecognition {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly lines: readonly RasterLine[];
  /** From its pixels to those of the raster that was given. */
  readonly toRaster: Affine;
  /** How far the given page must be turned clockwise to be upright. */
  readonly rotation: Orientation['rotation'];
  /** How far lines of the upright page fall to the right, in degrees; 0 when too little to matter. */
  readonly skewDegrees: number;
  /** Mean over the letters, 0–1; 0 without text. */
  readonly confidence: number;
}

/** The engine counts pixels of a side in 16 bits. */
const maxSidePx = 32_000;
/** Below the first the page is enlarged, above the second reduced, to the third: what the engine was trained on. */
const lowDpi = 150;
const highDpi = 450;
const readingDpi = 300;
/** In grey levels; scans of paper stay below 1, and those of a poor sensor lie above 3. */
const noticeableNoise = 2;
const noiseSmoothingPx = 0.6;
/** Orientation is told best at this; half of it already misleads. */
const orientationDpi = 200;
/** Smaller angles cost nothing to read; a doubtful one is left alone. */
const minSkewDegrees = 0.2;
const minSkewConfidence = 1.15;
/** Columns of a page hardly ever look as much like lines as this; those of a ruled table may. */
const certainLineStrength = 5;
/** Text read with less than this may be upside down; upright text of poor scans stays above it mostly. */
const doubtfulConfidence = 0.75;
const minOrientationConfidence = 1;
/** Upright text that was turned reads as well as before, give or take this; vertical Chinese reads much worse. */
const equalConfidence = 0.05;

/** A page on its way to the recognizer, with the map back to the raster that was given. */
interface Prepared {
  readonly raster: GreyRaster;
  readonly toRaster: Affine;
  readonly rotation: Orientation['rotation'];
  readonly skewDegrees: number;
}

/**
 * Reads one page: takes specks, shadows and noise off, finds which way up it is, levels it, brings it to a resolution the
 * recognizer likes, reads it.
 * Which way up is asked only when there is doubt: when columns of the picture look more like lines than its rows do,
 * or when what was read stands upright or makes little sense.
 */
export async function recognizePage(
  recognizer: Recognizer,
  page: GreyRaster,
  request: RecognitionRequest,
): Promise<PageRecognition> {
  const clean = await withoutNoise(await withinPixels(page));
  const prepared = await prepare(recognizer, clean, request);
  const first = await read(recognizer, prepared, request);
  const upright = isVertical(request) ? 0 : turnOfUprightText(first);
  if (upright !== 0) {
    const turned = await read(recognizer, await turn(prepared, upright), request);
    return turned.confidence > first.confidence - equalConfidence ? turned : first;
  }
  if (first.confidence >= doubtfulConfidence) return first;
  const orientation = await orient(recognizer, prepared.raster, request.signal);
  if (orientation === 0) return first;
  const second = await read(recognizer, await turn(prepared, orientation), request);
  return second.confidence > first.confidence ? second : first;
}

async function withinPixels(page: GreyRaster): Promise<Prepared> {
  const factor = largestFactor(page);
  const { raster, toSource } =
    factor < 1 ? await scaleRaster(page, factor) : { raster: page, toSource: identityAffine };
  return { raster, toRaster: toSource, rotation: 0, skewDegrees: 0 };
}

/** How much larger a page may become at most; below 1 it must become smaller. */
function largestFactor({ widthPx, heightPx }: GreyRaster): number {
  return Math.min(Math.sqrt(maxReadingPixels / (widthPx * heightPx)), maxSidePx / Math.max(widthPx, heightPx));
}

/** Noise makes the recognizer miss short lines. A stronger smoothing would cost small letters their shape. */
async function withoutNoise(page: Prepared): Promise<Prepared> {
  const raster = evenLight(removeSpecks(page.raster));
  const noisy = measureNoise(raster) >= noticeableNoise;
  return { ...page, raster: noisy ? await smoothRaster(raster, noiseSmoothingPx) : raster };
}

async function prepare(recognizer: Recognizer, page: Prepared, request: RecognitionRequest): Promise<Prepared> {
  const small = await toMeasuringSize(page.raster);
  const asItLies = measureSkew(small);
  if (asItLies.lineStrength >= certainLineStrength) return scaled(level(page, asItLies));
  const onItsSide = measureSkew((await turnRaster(small, 90)).raster);
  if (onItsSide.lineStrength <= asItLies.lineStrength) return scaled(level(page, asItLies));
  if (isVertical(request)) return scaled(level(page, onItsSide));
  const turned = level(await turn(page, 90), onItsSide);
  const orientation = await orient(recognizer, turned.raster, request.signal);
  // Ruled tables have strong columns too: the lines of text decide, and when they say "sideways" the page was upright.
  if (orientation === 90 || orientation === 270) return scaled(level(page, asItLies));
  return scaled(await turn(turned, orientation));
}

/** Chinese or Japanese set in columns was asked for: columns that look like lines are no sign of a page on its side. */
function isVertical({ languages }: RecognitionRequest): boolean {
  return languages.some((language) => language.endsWith('_vert'));
}

async function turn(page: Prepared, degrees: Orientation['rotation']): Promise<Prepared> {
  const { raster, toSource } = await turnRaster(page.raster, degrees);
  return {
    raster,
    toRaster: chainAffine(toSource, page.toRaster),
    rotation: ((page.rotation + degrees) % 360) as Orientation['rotation'],
    skewDegrees: page.skewDegrees,
  };
}

function level(page: Prepared, skew: { readonly degrees: number; readonly confidence: number }): Prepared {
  if (Math.abs(skew.degrees) < minSkewDegrees || skew.confidence < minSkewConfidence) return page;
  const { raster, toSource } = rotateRaster(page.raster, -skew.degrees);
  return { ...page, raster, toRaster: chainAffine(toSource, page.toRaster), skewDegrees: skew.degrees };
}

async function scaled(page: Prepared): Promise<Prepared> {
  const { dpi } = page.raster;
  if (dpi >= lowDpi && dpi <= highDpi) return page;
  const factor = Math.min(readingDpi / dpi, largestFactor(page.raster));
  const { raster, toSource } = await scaleRaster(page.raster, factor);
  return { ...page, raster, toRaster: chainAffine(toSource, page.toRaster) };
}

/** How far the page must be turned to be upright; 0 when that cannot be told. */
async function orient(
  recognizer: Recognizer,
  raster: GreyRaster,
  signal?: AbortSignal,
): Promise<Orientation['rotation']> {
  const factor = orientationDpi / raster.dpi;
  const small = factor < 1 ? (await scaleRaster(raster, factor)).raster : raster;
  const orientation = await recognizer.detectOrientation(small, signal);
  return orientation !== null && orientation.confidence >= minOrientationConfidence ? orientation.rotation : 0;
}

/**
 * How far a page must be turned on which the recognizer found most text running upwards or downwards, as it does in
 * tables whose columns look like lines; 0 for any other.
 */
function turnOfUprightText({ lines }: PageRecognition): Orientation['rotation'] {
  const words = (matches: (line: RasterLine) => boolean) =>
    lines.filter(matches).reduce((sum, line) => sum + line.words.length, 0);
  const upwards = words(({ baseline }) => runsUpright(baseline) && baseline.y1 < baseline.y0);
  const downwards = words(({ baseline }) => runsUpright(baseline) && baseline.y1 > baseline.y0);
  if (2 * (upwards + downwards) <= words(() => true)) return 0;
  return upwards > downwards ? 90 : 270;
}

function runsUpright({ x0, y0, x1, y1 }: Stroke): boolean {
  return Math.abs(y1 - y0) > Math.abs(x1 - x0);
}

async function read(recognizer: Recognizer, page: Prepared, request: RecognitionRequest): Promise<PageRecognition> {
  request.signal?.throwIfAborted();
  const lines = joinTableRows(await recognizer.recognize(removeUprightRules(page.raster), request));
  return {
    widthPx: page.raster.widthPx,
    heightPx: page.raster.heightPx,
    lines,
    toRaster: page.toRaster,
    rotation: page.rotation,
    skewDegrees: page.skewDegrees,
    confidence: meanConfidence(lines),
  };
}

function meanConfidence(lines: readonly RasterLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}
