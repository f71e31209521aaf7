import type { Box } from '../page-model/types.ts';
import { median } from '../statistics.ts';
import { findPhotographs } from './find-photographs.ts';
import type { GreyRaster } from './recognizer.ts';

/**
 * The photographs and drawings of a scan, in points from the top-left corner of the page as drawn. `words` are the
 * places of its text, in points as well; without any, it is not known how tall a line is, and none are found.
 */
export function pagePhotographs(raster: GreyRaster, words: readonly Box[]): readonly Box[] {
  if (words.length === 0) return [];
  const points = 72 / raster.dpi;
  const height = median(words.map(({ x0, y0, x1, y1 }) => Math.min(y1 - y0, x1 - x0)));
  const taken = words.map((box) => scaleBox(box, 1 / points));
  return findPhotographs(raster, taken, height / points).map((box) => scaleBox(box, points));
}

function scaleBox({ x0, y0, x1, y1 }: Box, factor: number): Box {
  return { x0: x0 * factor, y0: y0 * factor, x1: x1 * factor, y1: y1 * factor };
}
