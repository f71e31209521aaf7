import type { Box } from '@platen/pdf-kit/page-model';

/** The smallest box around all of them. At least one must be given. */
export function boxAround(boxes: readonly Box[]): Box {
  let [x0, y0, x1, y1] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}

/** The area two boxes share. */
export function sharedArea(first: Box, second: Box): number {
  const width = Math.min(first.x1, second.x1) - Math.max(first.x0, second.x0);
  const height = Math.min(first.y1, second.y1) - Math.max(first.y0, second.y0);
  return width > 0 && height > 0 ? width * height : 0;
}

export function areaOf({ x0, y0, x1, y1 }: Box): number {
  return (x1 - x0) * (y1 - y0);
}

/** Whether the middle of `inner` lies in `outer`. */
export function holdsCentre(outer: Box, inner: Box): boolean {
  const x = (inner.x0 + inner.x1) / 2;
  const y = (inner.y0 + inner.y1) / 2;
  return x >= outer.x0 && x <= outer.x1 && y >= outer.y0 && y <= outer.y1;
}

/** The box with a margin all around. */
export function grown({ x0, y0, x1, y1 }: Box, marginPt: number): Box {
  return { x0: x0 - marginPt, y0: y0 - marginPt, x1: x1 + marginPt, y1: y1 + marginPt };
}
