import { chainMatrices, identityMatrix, type Matrix } from '../page-model/matrix.ts';
import { evenLight } from './even-light.ts';
import { measureNoise } from './noise.ts';
import { rotateRaster, scaleRaster, smoothRaster, turnRaster } from './raster.ts';
import { maxReadingPixels } from './reading-dpi.ts';
import type { GreyRaster, Orientation, RecognitionRequest, Recognizer } from './recognizer.ts';
import { removeSpecks } from './remove-specks.ts';
import { measureSkew, toMeasuringSize } from './skew.ts';
import { upright } from './thresholds.ts';

/** A page on its way to the recognizer, with the map back to the raster that was given. */
export interface Prepared {
  readonly raster: GreyRaster;
  readonly toRaster: Matrix;
  readonly rotation: Orientation['rotation'];
  readonly skewDegrees: number;
  /** Whether its pixels are others than those of the given page: cleaned or levelled, not only turned by quarters. */
  readonly isRemade: boolean;
  /** Whether upright rules were taken off it, as a ruled table has. */
  readonly isRuled: boolean;
}

/** The engine counts pixels of a side in 16 bits. */
const maxSidePx = 32_000;

/** A page as it was given, made smaller when it is too large for the recognizer. */
export async function withinPixels(page: GreyRaster): Promise<Prepared> {
  const reducing = page.dpi > upright.highDpi ? upright.readingDpi / page.dpi : 1;
  const factor = Math.min(reducing, largestFactor(page));
  const { raster, toSource } =
    factor < 1 ? await scaleRaster(page, factor) : { raster: page, toSource: identityMatrix };
  return { raster, toRaster: toSource, rotation: 0, skewDegrees: 0, isRemade: false, isRuled: false };
}

/** How much larger a page may become at most; below 1 it must become smaller. */
export function largestFactor({ widthPx, heightPx }: GreyRaster): number {
  return Math.min(Math.sqrt(maxReadingPixels / (widthPx * heightPx)), maxSidePx / Math.max(widthPx, heightPx));
}

/**
 * A page without specks, shadows and noise, upright and level, as far as a look at it can say; the same raster where
 * there is nothing to do. Which way up it is, is asked only when columns of the picture look more like lines than its rows do.
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
  if (isVertical(request)) return level(clean, onItsSide);
  const turned = level(await turnPage(clean, 90), onItsSide);
  const orientation = await orientationOf(recognizer, turned.raster, request.signal);
  // Ruled tables have strong columns too: the lines of text decide, and when they say "sideways" the page was upright.
  if (orientation === 90 || orientation === 270) return level(clean, asItLies);
  return turnPage(turned, orientation);
}

/** Noise makes the recognizer miss short lines. A stronger smoothing would cost small letters their shape. */
async function withoutNoise(page: Prepared): Promise<Prepared> {
  const raster = evenLight(removeSpecks(page.raster));
  const noisy = measureNoise(raster) >= upright.noticeableNoise;
  return {
    ...page,
    raster: noisy ? await smoothRaster(raster, upright.noiseSmoothingPx) : raster,
    isRemade: noisy || raster !== page.raster,
  };
}

/** Chinese or Japanese set in columns was asked for: columns that look like lines are no sign of a page on its side. */
export function isVertical({ languages }: RecognitionRequest): boolean {
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

/** How far the page must be turned to be upright; 0 when that is not known. */
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
