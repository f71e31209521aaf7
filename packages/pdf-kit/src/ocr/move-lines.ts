import { type Matrix, transformPoint } from '../page-model/matrix.ts';
import type { PixelBox, RasterLine, Stroke } from './recognizer.ts';

/** Lines read on one raster, in the pixels of another. */
export function moveLines(lines: readonly RasterLine[], map: Matrix): readonly RasterLine[] {
  const scale = scaleOf(map);
  return lines.map((line) => ({
    ...line,
    heightPx: line.heightPx * scale,
    baseline: moveStroke(line.baseline, map),
    words: line.words.map((word) => ({ ...word, box: moveBox(word.box, map) })),
  }));
}

function moveStroke({ x0, y0, x1, y1 }: Stroke, map: Matrix): Stroke {
  const [start, end] = [transformPoint(map, x0, y0), transformPoint(map, x1, y1)];
  return { x0: start.x, y0: start.y, x1: end.x, y1: end.y };
}

/** Transforms the centre of a box and scales the box: the bounding box of a slightly rotated one would be larger. */
export function moveBox({ x0, y0, x1, y1 }: PixelBox, map: Matrix): PixelBox {
  const centre = transformPoint(map, (x0 + x1) / 2, (y0 + y1) / 2);
  const scale = scaleOf(map);
  const [halfWidth, halfHeight] = [((x1 - x0) * scale) / 2, ((y1 - y0) * scale) / 2];
  return {
    x0: centre.x - halfWidth,
    y0: centre.y - halfHeight,
    x1: centre.x + halfWidth,
    y1: centre.y + halfHeight,
  };
}

function scaleOf([a, b]: Matrix): number {
  return Math.hypot(a, b);
}
