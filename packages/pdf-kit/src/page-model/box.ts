import type { Box, Point } from './types.ts';

/** The size in the unit of the box: points for boxes of a page. */
export function boxWidth(box: Box): number {
  return box.x1 - box.x0;
}

/** The size in the unit of the box: points for boxes of a page. */
export function boxHeight(box: Box): number {
  return box.y1 - box.y0;
}

/** The area in square units of the box. */
export function boxArea(box: Box): number {
  return boxWidth(box) * boxHeight(box);
}

/** The intersection of two boxes; null if they do not touch. */
export function intersectBoxes(a: Box, b: Box): Box | null {
  const box = {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  };
  return box.x0 <= box.x1 && box.y0 <= box.y1 ? box : null;
}

/** The smallest box that contains all boxes. There must be at least one. */
export function uniteBoxes(boxes: Iterable<Box>): Box {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}

/** The smallest box around points, of which there must be at least one. */
export function boxAround(points: readonly Point[]): Box {
  return uniteBoxes(points.map(({ x, y }) => ({ x0: x, y0: y, x1: x, y1: y })));
}

/** True if the point is in the box or on its edge. */
export function containsPoint(box: Box, x: number, y: number): boolean {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

/** True if the inner box is within the outer one, or exceeds it by no more than the slack. */
export function containsBox(outer: Box, inner: Box, slack = 0): boolean {
  const { x0, y0, x1, y1 } = growBox(outer, slack);
  return x0 <= inner.x0 && y0 <= inner.y0 && x1 >= inner.x1 && y1 >= inner.y1;
}

/** True if the middle of `inner` is in `outer`. */
export function containsMiddle(outer: Box, inner: Box): boolean {
  return containsPoint(outer, (inner.x0 + inner.x1) / 2, (inner.y0 + inner.y1) / 2);
}

/** The box, enlarged by a margin on all sides. */
export function growBox({ x0, y0, x1, y1 }: Box, margin: number): Box {
  return { x0: x0 - margin, y0: y0 - margin, x1: x1 + margin, y1: y1 + margin };
}

/** The four sides of a box, as boxes without a height or a width. */
export function boxSides({ x0, y0, x1, y1 }: Box): Readonly<Record<'top' | 'right' | 'bottom' | 'left', Box>> {
  return {
    top: { x0, y0, x1, y1: y0 },
    right: { x0: x1, y0, x1, y1 },
    bottom: { x0, y0: y1, x1, y1 },
    left: { x0, y0, x1: x0, y1 },
  };
}

/** The area of the intersection of two boxes; 0 if they do not touch. */
export function sharedArea(first: Box, second: Box): number {
  const shared = intersectBoxes(first, second);
  return shared === null ? 0 : boxArea(shared);
}

/** The width that two boxes have in common. If there is a gap between them, minus the width of the gap. */
export function sharedWidth(first: HorizontalExtent, second: HorizontalExtent): number {
  return Math.min(first.x1, second.x1) - Math.max(first.x0, second.x0);
}

/** The height that two boxes have in common. If there is a gap between them, minus the height of the gap. */
export function sharedHeight(first: VerticalExtent, second: VerticalExtent): number {
  return Math.min(first.y1, second.y1) - Math.max(first.y0, second.y0);
}

type HorizontalExtent = Pick<Box, 'x0' | 'x1'>;
type VerticalExtent = Pick<Box, 'y0' | 'y1'>;
