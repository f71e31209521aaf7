import type { ShapeInline } from '../document/types.ts';
import type { PageMark } from './page-marks.ts';

/** The mark as a shape where it stood. */
export function markShape({ box, fill, outline }: PageMark): ShapeInline {
  return {
    kind: 'shape',
    xPt: box.x0,
    yPt: box.y0,
    widthPt: box.x1 - box.x0,
    heightPt: box.y1 - box.y0,
    fill,
    outline,
  };
}
