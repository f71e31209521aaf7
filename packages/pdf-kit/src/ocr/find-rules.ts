import { chainMatrices, type Matrix } from '../page-model/matrix.ts';
import type { Box } from '../page-model/types.ts';
import { findBands, type RasterBand } from './find-bands.ts';
import { findLevelStrokes, type LevelStroke } from './level-strokes.ts';
import { medianGrey } from './median-grey.ts';
import { rotateRaster, scaleRaster, turnRaster } from './raster.ts';
import type { PageRecognition } from './recognize-page.ts';
import type { GreyRaster } from './recognizer.ts';
import { photographs, rules } from './thresholds.ts';
import { transposeRaster } from './transpose-raster.ts';

/** A rule of a scan, from the start of its middle to its end, in pixels of the level raster. */
export interface RasterRule extends Box {
  readonly orientation: 'horizontal' | 'vertical';
  readonly thicknessPx: number;
  readonly grey: number;
}

/** The rules and filled bands of a page turned upright and levelled, and the transform from its pixels to those of the raster that was given. */
export interface FoundRules {
  readonly rules: readonly RasterRule[];
  readonly bands: readonly RasterBand[];
  readonly toRaster: Matrix;
}

/**
 * Finds the level and upright rules of a page that was read: thin strokes, longer than those of its letters, which are `unitPx` high,
 * and its filled bands. A page that is mostly dark has none. The page is reduced first if its letters are large, which bounds time and memory.
 */
export async function findRules(
  given: GreyRaster,
  { rotation, skewDegrees }: Pick<PageRecognition, 'rotation' | 'skewDegrees'>,
  unitPx: number,
): Promise<FoundRules | null> {
  if (medianGrey(given) < photographs.minPaper) return null;
  const most = Math.sqrt(rules.maxPixels / (given.widthPx * given.heightPx));
  const factor = Math.min(1, rules.unitPx / unitPx, most);
  const unit = unitPx * factor;
  if (unit < rules.minUnitPx) return null;
  const small = factor < 1 ? await scaleRaster(given, factor) : null;
  const turned = await turnRaster(small?.raster ?? given, rotation);
  const level = skewDegrees === 0 ? null : rotateRaster(turned.raster, -skewDegrees);
  const raster = level?.raster ?? turned.raster;
  const across = findLevelStrokes(raster, unit, rules.minLevelLength * unit);
  const upright = findLevelStrokes(transposeRaster(raster), unit, rules.minUprightLength * unit);
  if (across.length + upright.length > rules.most) return null;
  const parts = [level, turned, small].flatMap((step) => (step === null ? [] : [step.toSource]));
  const [first = turned.toSource, ...others] = parts;
  return {
    rules: [...across.map(levelRule), ...upright.map(uprightRule)],
    bands: findBands(raster, unit),
    toRaster: chainMatrices(first, ...others),
  };
}

function levelRule({ x0, x1, y, thicknessPx, grey }: LevelStroke): RasterRule {
  return { orientation: 'horizontal', x0, x1, y0: y, y1: y, thicknessPx, grey };
}

function uprightRule({ x0, x1, y, thicknessPx, grey }: LevelStroke): RasterRule {
  return { orientation: 'vertical', x0: y, x1: y, y0: x0, y1: x1, thicknessPx, grey };
}
