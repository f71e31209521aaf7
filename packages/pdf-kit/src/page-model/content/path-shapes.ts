import { boxAround, boxHeight, boxWidth } from '../box.ts';
import type { Box, Point } from '../types.ts';
import { isSamePoint, type SubPath } from './sub-path.ts';

/** Tolerance for points on the sides of a box. */
const onSidePt = 0.3;
/** Tolerance for points on the line between two others. */
const onLinePt = 0.01;
/** A rectangle thinner than this is a line. */
const thinPt = 0.6;
/** Maximum points of a rectangle: lines of no length may be between its corners. */
const maxRectanglePoints = 8;
/** Maximum points of a rectangle with round corners: browsers draw each corner as up to 32 curves of three points, the larger the more. */
const maxCornerPoints = 400;
/** Minimum length of a rectangle with round corners, in radii of these: shorter ones are circles and pills. */
const minLengthRadii = 3;

/**
 * The box of a sub-path along the sides of an upright rectangle, or along a line and back: writers draw rectangles
 * without height so, which viewers fill as a hairline (ISO 32000-2, 8.5.3.3.1).
 */
export function asRectangle({ points, curved, closed }: SubPath): Box | null {
  if (curved || points.length === 0) return null;
  const once = withoutReturn(points);
  const corners = cornersOf(once);
  const isOpen = !closed && once.length === points.length;
  if (corners.length < 2 || corners.length > maxRectanglePoints || (isOpen && corners.length < 4)) return null;
  const box = boxAround(points);
  const onSide = ({ x, y }: Point) => (near(x, box.x0) || near(x, box.x1)) && (near(y, box.y0) || near(y, box.y1));
  if (!corners.every(onSide)) return null;
  const thin = boxWidth(box) <= thinPt || boxHeight(box) <= thinPt;
  return corners.length >= 4 || thin ? box : null;
}

/** Whether a rectangle begins in the middle of a side, as office programs draw shapes, text boxes and chart backgrounds. */
export function beginsInSide({ points }: SubPath): boolean {
  const once = withoutReturn(points);
  return cornersOf(once).length < once.length;
}

/** The points of a path without a last one that equals the first. */
function withoutReturn(points: readonly Point[]): readonly Point[] {
  return points.length > 1 && isSamePoint(points[0], points.at(-1)) ? points.slice(0, -1) : points;
}

/** The points where a closed path turns. */
function cornersOf(points: readonly Point[]): readonly Point[] {
  return points.filter((point, index) => {
    const [before, after] = [points.at(index - 1) ?? point, points[(index + 1) % points.length] ?? point];
    return !isBetween(point, before, after, 'x', 'y') && !isBetween(point, before, after, 'y', 'x');
  });
}

/** Whether a point is on the horizontal or vertical line between two others. */
function isBetween(point: Point, before: Point, after: Point, along: 'x' | 'y', across: 'x' | 'y'): boolean {
  const isOnLine = (other: Point) => Math.abs(point[across] - other[across]) < onLinePt;
  return isOnLine(before) && isOnLine(after) && (point[along] - before[along]) * (after[along] - point[along]) > 0;
}

/**
 * Rectangles nested in each other and filled in one go draw the frames between each and the next one inside it, one
 * for a single border, two for a double one: their sides.
 */
export function framesBetween(paths: readonly SubPath[], maxWidthPt: number): readonly Box[] | null {
  const rectangles = paths.map(asRectangle).filter((box) => box !== null);
  if (paths.length === 0 || paths.length % 2 === 1 || rectangles.length < paths.length) return null;
  const nested = rectangles.sort((a, b) => boxWidth(b) - boxWidth(a));
  const frames: Box[] = [];
  for (let index = 0; index < nested.length; index += 2) {
    const [around, outer, inner] = [nested[index - 1], nested[index], nested[index + 1]];
    if (outer === undefined || inner === undefined || (around !== undefined && !isInside(outer, around))) return null;
    if (!isInside(inner, outer) || inner.x0 - outer.x0 > maxWidthPt || inner.y0 - outer.y0 > maxWidthPt) return null;
    frames.push(
      { ...outer, y1: inner.y0 },
      { ...outer, y0: inner.y1 },
      { ...outer, x1: inner.x0 },
      { ...outer, x0: inner.x1 },
    );
  }
  return frames;
}

function isInside(inner: Box, outer: Box): boolean {
  return inner.x0 > outer.x0 && inner.x1 < outer.x1 && inner.y0 > outer.y0 && inner.y1 < outer.y1;
}

/** A frame with round corners. */
export interface Ring {
  readonly outer: Box;
  readonly widthPt: number;
  readonly radiusPt: number;
}

/** Two nested boxes with round corners filled in one go draw the ring between them, as browsers draw borders. */
export function ringOf(paths: readonly SubPath[], maxWidthPt: number): Ring | null {
  if (paths.length !== 2) return null;
  const [first, second] = paths.map((path) => ({ path, box: boxAround(path.points) }));
  if (first === undefined || second === undefined) return null;
  const [outer, inner] = boxWidth(first.box) > boxWidth(second.box) ? [first, second] : [second, first];
  const widthPt = inner.box.x0 - outer.box.x0;
  const nested =
    widthPt > 0 && inner.box.x1 < outer.box.x1 && inner.box.y0 > outer.box.y0 && inner.box.y1 < outer.box.y1;
  const radiusPt = roundness(outer);
  const round = radiusPt !== null && roundness(inner) !== null;
  return nested && round && widthPt <= maxWidthPt ? { outer: outer.box, widthPt, radiusPt } : null;
}

function roundness({ path, box }: { path: SubPath; box: Box }): number | null {
  return isCircle(path, box) ? boxWidth(box) / 2 : cornerRadius(path, box);
}

/**
 * The radius of the corners of a path along the four sides of a box, with all its points at the corners; null for ellipses
 * and other shapes.
 */
export function cornerRadius(path: SubPath, box: Box): number | null {
  const { points, curved } = path;
  if (!curved || points.length > maxCornerPoints || !isClosed(path)) return null;
  const fromSide = ({ x, y }: Point) => [Math.min(x - box.x0, box.x1 - x), Math.min(y - box.y0, box.y1 - y)];
  const radius = Math.max(...points.flatMap(fromSide));
  const [width, height] = [boxWidth(box), boxHeight(box)];
  if (radius > 0.5 * Math.min(width, height) + thinPt || Math.max(width, height) < minLengthRadii * radius) return null;
  const reach = (places: readonly number[]) => (places.length < 2 ? 0 : Math.max(...places) - Math.min(...places));
  const along = (side: 'x0' | 'x1') => reach(points.filter(({ x }) => near(x, box[side])).map(({ y }) => y));
  const across = (side: 'y0' | 'y1') => reach(points.filter(({ y }) => near(y, box[side])).map(({ x }) => x));
  const slack = 2 * radius + thinPt;
  const isAlongSides =
    Math.min(along('x0'), along('x1')) >= height - slack && Math.min(across('y0'), across('y1')) >= width - slack;
  return isAlongSides ? radius : null;
}

/** Least points of a circle: four curves of three each. */
const minCirclePoints = 12;
/** Distances of the points of a circle from its middle, in radii: those that bend four curves are at 1.142. */
const [nearestRadii, farthestRadii] = [0.98, 1.16] as const;

/** Browsers round the sides of a circle to whole pixels: they differ by this share. */
const maxSideDifference = 0.02;

/** Whether a path is a whole circle. */
export function isCircle(path: SubPath, box: Box): boolean {
  const [radiusX, radiusY] = [boxWidth(box) / 2, boxHeight(box) / 2];
  if (!path.curved || path.points.length < minCirclePoints || !isClosed(path) || radiusX < thinPt) return false;
  if (Math.abs(radiusX - radiusY) > onSidePt + maxSideDifference * radiusX) return false;
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return path.points.every((point) => {
    const radii = Math.hypot((point.x - x) / radiusX, (point.y - y) / radiusY);
    return radii >= nearestRadii && radii <= farthestRadii;
  });
}

function isClosed({ points, closed }: SubPath): boolean {
  const [first, last] = [points[0], points.at(-1)];
  return closed || (first !== undefined && last !== undefined && near(first.x, last.x) && near(first.y, last.y));
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= onSidePt;
}
