import { type Box, boxArea, intersectBoxes } from '@platen/pdf-kit/page-model';

/** The area two boxes share. */
export function sharedArea(first: Box, second: Box): number {
  const shared = intersectBoxes(first, second);
  return shared === null ? 0 : boxArea(shared);
}

/** The width two boxes share, below zero when they stand apart from left to right. */
export function sharedWidth(first: Span, second: Span): number {
  return Math.min(first.x1, second.x1) - Math.max(first.x0, second.x0);
}

/** The height two boxes share, below zero when they stand apart from top to bottom. */
export function sharedHeight(first: Box, second: Box): number {
  return Math.min(first.y1, second.y1) - Math.max(first.y0, second.y0);
}

type Span = Pick<Box, 'x0' | 'x1'>;

/** The box with a margin all around. */
export function grown({ x0, y0, x1, y1 }: Box, marginPt: number): Box {
  return { x0: x0 - marginPt, y0: y0 - marginPt, x1: x1 + marginPt, y1: y1 + marginPt };
}
