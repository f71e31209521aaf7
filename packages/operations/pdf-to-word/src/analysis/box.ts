import { type Box, boxArea, intersectBoxes } from '@platen/pdf-kit/page-model';

/** The area two boxes share. */
export function sharedArea(first: Box, second: Box): number {
  const shared = intersectBoxes(first, second);
  return shared === null ? 0 : boxArea(shared);
}

/** The box with a margin all around. */
export function grown({ x0, y0, x1, y1 }: Box, marginPt: number): Box {
  return { x0: x0 - marginPt, y0: y0 - marginPt, x1: x1 + marginPt, y1: y1 + marginPt };
}
