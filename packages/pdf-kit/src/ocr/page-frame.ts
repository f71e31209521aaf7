import type { Matrix } from '../page-model/matrix.ts';

/** The visible box of a page in user space, and how it is shown. */
export interface PageFrame {
  /** The CropBox within the MediaBox. */
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  /** `/Rotate`: clockwise degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Points in one unit of user space. */
  readonly userUnit: number;
}

/** From points on the page as it is shown (top-left origin, y downwards) to user space of its content. */
export function pageToUserSpace({ left, bottom, right, top, rotation, userUnit }: PageFrame): Matrix {
  const unit = 1 / userUnit;
  switch (rotation) {
    case 0:
      return [unit, 0, 0, -unit, left, top];
    case 90:
      return [0, unit, unit, 0, left, bottom];
    case 180:
      return [-unit, 0, 0, unit, right, bottom];
    case 270:
      return [0, -unit, -unit, 0, right, top];
  }
}

/** Size of the page as it is shown, in points. */
export function shownSize({ left, bottom, right, top, rotation, userUnit }: PageFrame): {
  readonly widthPt: number;
  readonly heightPt: number;
} {
  const width = (right - left) * userUnit;
  const height = (top - bottom) * userUnit;
  return rotation === 90 || rotation === 270
    ? { widthPt: height, heightPt: width }
    : { widthPt: width, heightPt: height };
}
