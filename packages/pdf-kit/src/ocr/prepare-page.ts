import { chainMatrices, identityMatrix, type Matrix } from '../page-model/matrix.ts';
import { correctIllumination } from './correct-illumination.ts';
import { measureLetterHeight } from './letter-height.ts';
import { measureNoise } from './noise.ts';
import { rotateRaster, scaleRaster, smoothRaster, turnRaster } from './raster.ts';
import { maxReadingPixels } from './reading-dpi.ts';
import type { GreyRaster, Orientation, RecognitionRequest, Recognizer } from './recognizer.ts';
import { removeSpecks } from './remove-specks.ts';
import { measureSkew, toMeasuringSize } from './skew.ts';
import { letters, upright } from './thresholds.ts';

/** A page prepared for the recognizer, with the transform back to the raster that was given. */
export interface Prepared {
  readonly raster: GreyRaster;
  readonly toRaster: Matrix;
  readonly rotation: Orientation['rotation'];
  readonly skewDegrees: number;
  /** Whether its pixels differ from those of the given page by more than quarter turns: it was cleaned, deskewed or rid of rules. */
  readonly isRemade: boolean;
  /** Whether vertical rules were removed from it, as of a ruled table. */
  readonly isRuled: boolean;
}

/** Tesseract counts the pixels of a side in 16 bits. */
const maxSidePx = 32_000;

/**
 * A page as it was given, at the resolution that its letters tell, whatever its file states: reduced if they are larger than
 * reads better, or if it is too large for the recognizer.
 */
export async function toReadingSize(given: GreyRaster): Promise<Prepared> {
  const page = { ...given, dpi: (await lettersDpi(given)) ?? given.dpi };
  const reducing = page.dpi > upright.highDpi ? upright.readingDpi / page.dpi : 1;
  const factor = Math.min(reducing, largestFactor(page));
  const { raster, toSource } =
    factor < 1 ? await scaleRaster(page, factor) : { raster: page, toSource: identityMatrix };
  return { raster, toRaster: toSource, rotation: 0, skewDegrees: 0, isRemade: false, isRuled: false };
}

/** The resolution at which the letters of a page have their usual size; null if it has none. */
async function lettersDpi(page: GreyRaster): Promise<number | null> {
  const factor = Math.sqrt(letters.maxPixels / (page.widthPx * page.heightPx));
  const measured = factor < 1 ? (await scaleRaster(page, factor)).raster : page;
  const height = measureLetterHeight(measured);
  if (height === null) return null;
  const dpi = (height / Math.min(1, factor)) * letters.dpiPerLinePx;
  return Math.min(letters.maxDpi, Math.max(letters.minDpi, dpi));
}

/** The largest factor by which a page may be scaled; below 1 if it must be reduced. */
export function largestFactor({ widthPx, heightPx }: GreyRaster): number {
  return Math.min(Math.sqrt(maxReadingPixels / (widthPx * heightPx)), maxSidePx / Math.max(widthPx, heightPx));
}

/**
 * Removes specks, shadows and noise from a page, turns it upright and deskews it; returns the same raster if there is nothing
 * to do. Its orientation is detected only if the columns of pixels look more like lines of text than the rows.
 */
export async function preparePage(
  recognizer: Recognizer,
  page: Prepared,
  request: RecognitionRequest,
): Promise<Prepared> {
  const clean = await withoutNoise(page);
  const small = await toMeasuringSize(clean.raster);
  const asItLies = measureSkew(small);
  if (asItLies.lineStrength >= upright.certainLineStrength) return level(clean, asItLies);
  const onItsSide = measureSkew((await turnRaster(small, 90)).raster);
  if (onItsSide.lineStrength <= asItLies.lineStrength) return level(clean, asItLies);
  if (requestsVertical(request)) return level(clean, onItsSide);
  const turned = level(await turnPage(clean, 90), onItsSide);
  const orientation = await orientationOf(recognizer, turned.raster, request.signal);
  // The columns of a ruled table look like lines too. If the detected orientation is sideways, the page was upright.
  if (orientation === 90 || orientation === 270) return level(clean, asItLies);
  return turnPage(turned, orientation);
}

/** Noise makes the recognizer miss short lines. Stronger smoothing would blur small letters. */
async function withoutNoise(page: Prepared): Promise<Prepared> {
  const raster = correctIllumination(removeSpecks(page.raster));
  const noisy = measureNoise(raster) >= upright.noticeableNoise;
  return {
    ...page,
    raster: noisy ? await smoothRaster(raster, upright.noiseSmoothingPx) : raster,
    isRemade: noisy || raster !== page.raster,
  };
}

/** Whether vertical Chinese or Japanese was requested, whose columns look like lines although the page is upright. */
export function requestsVertical({ languages }: RecognitionRequest): boolean {
  return languages.some((language) => language.endsWith('_vert'));
}

export async function turnPage(page: Prepared, degrees: Orientation['rotation']): Promise<Prepared> {
  const { raster, toSource } = await turnRaster(page.raster, degrees);
  return {
    raster,
    toRaster: chainMatrices(toSource, page.toRaster),
    rotation: ((page.rotation + degrees) % 360) as Orientation['rotation'],
    skewDegrees: page.skewDegrees,
    isRemade: page.isRemade,
    isRuled: page.isRuled,
  };
}

function level(page: Prepared, skew: { readonly degrees: number; readonly confidence: number }): Prepared {
  if (Math.abs(skew.degrees) < upright.minSkewDegrees || skew.confidence < upright.minSkewConfidence) return page;
  const { raster, toSource } = rotateRaster(page.raster, -skew.degrees);
  return {
    ...page,
    raster,
    toRaster: chainMatrices(toSource, page.toRaster),
    skewDegrees: skew.degrees,
    isRemade: true,
  };
}

/** The clockwise rotation that makes the page upright; 0 if that is unknown. */
export async function orientationOf(
  recognizer: Recognizer,
  raster: GreyRaster,
  signal?: AbortSignal,
): Promise<Orientation['rotation']> {
  const factor = upright.orientationDpi / raster.dpi;
  const small = factor < 1 ? (await scaleRaster(raster, factor)).raster : raster;
  const orientation = await recognizer.detectOrientation(small, signal);
  return orientation !== null && orientation.confidence >= upright.minOrientationConfidence ? orientation.rotation : 0;
}
