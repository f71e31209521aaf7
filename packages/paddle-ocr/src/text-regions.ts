import { detection } from './thresholds.ts';

/** The probability that each pixel is text, 0–1: rows from the top. */
export interface ProbabilityMap {
  readonly data: Float32Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A rectangle around a line of text, or a piece of one. */
export interface TextRegion {
  readonly centreX: number;
  readonly centreY: number;
  /** Along `angle`, and across it. */
  readonly length: number;
  readonly height: number;
  /** Clockwise from the x axis, between −45° and 45°, in radians. */
  readonly angle: number;
}

/**
 * The regions of text in the output of a detection model: the rectangles of least area around connected pixels, grown by
 * what the model was taught to leave out. Post-processing of differentiable binarization (Liao et al. 2020,
 * https://arxiv.org/abs/1911.08947), as in PP-OCR with `box_type: quad`, whose quads are such rectangles.
 */
export function findTextRegions(map: ProbabilityMap): readonly TextRegion[] {
  const open = dilated(map);
  const stack = new Int32Array(open.length);
  const regions: TextRegion[] = [];
  for (let start = 0; start < open.length && regions.length < detection.maxRegions; start += 1) {
    if (open[start] === 0) continue;
    const rectangle = smallestRectangle(convexHull(takeComponent(open, stack, start, map)));
    if (rectangle === null || Math.min(rectangle.length, rectangle.height) < detection.minSizePx) continue;
    if (meanInside(map, rectangle) >= detection.minRegion) regions.push(grown(rectangle));
  }
  return regions;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** 1 where a pixel, its left, its upper or its upper left neighbour is text. */
function dilated({ data, widthPx, heightPx }: ProbabilityMap): Uint8Array {
  const text = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const at = y * widthPx + x;
      if ((data[at] ?? 0) <= detection.minPixel) continue;
      text[at] = 1;
      if (x + 1 < widthPx) text[at + 1] = 1;
      if (y + 1 < heightPx) text[at + widthPx] = 1;
      if (x + 1 < widthPx && y + 1 < heightPx) text[at + widthPx + 1] = 1;
    }
  }
  return text;
}

/** Erases the component (of eight neighbours) of a pixel; gives the first and the last pixel of each of its rows. */
function takeComponent(
  open: Uint8Array,
  stack: Int32Array,
  start: number,
  { widthPx, heightPx }: ProbabilityMap,
): readonly Point[] {
  const rows = new Map<number, { first: number; last: number }>();
  let size = 1;
  stack[0] = start;
  open[start] = 0;
  while (size > 0) {
    size -= 1;
    const at = stack[size] ?? 0;
    const y = Math.floor(at / widthPx);
    const x = at - y * widthPx;
    const row = rows.get(y);
    if (row === undefined) rows.set(y, { first: x, last: x });
    else if (x < row.first) row.first = x;
    else if (x > row.last) row.last = x;
    for (let v = Math.max(0, y - 1); v <= Math.min(heightPx - 1, y + 1); v += 1) {
      for (let u = Math.max(0, x - 1); u <= Math.min(widthPx - 1, x + 1); u += 1) {
        const next = v * widthPx + u;
        if (open[next] !== 1) continue;
        open[next] = 0;
        stack[size] = next;
        size += 1;
      }
    }
  }
  return [...rows].flatMap(([y, { first, last }]) => [
    { x: first, y },
    { x: last, y },
  ]);
}

/** The convex hull of points (Andrew's monotone chain), in order. */
function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(points: readonly Point[]): readonly Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    for (;;) {
      const [before, last] = [hull.at(-2), hull.at(-1)];
      if (before === undefined || last === undefined || turn(before, last, point) > 0) break;
      hull.pop();
    }
    hull.push(point);
  }
  // The last point begins the other half.
  return hull.slice(0, -1);
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** The rectangle of least area around a convex hull, one side of which lies on an edge of it; null for a single point. */
function smallestRectangle(hull: readonly Point[]): TextRegion | null {
  let smallest: TextRegion | null = null;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    if (to.x === from.x && to.y === from.y) continue;
    const rectangle = rectangleAlong(hull, quarterAngle(Math.atan2(to.y - from.y, to.x - from.x)));
    if (smallest === null || areaOf(rectangle) < areaOf(smallest)) smallest = rectangle;
  }
  return smallest;
}

/** The angle between −45° and 45° that differs by quarter turns. */
function quarterAngle(angle: number): number {
  const quarter = Math.PI / 2;
  return angle - quarter * Math.round(angle / quarter);
}

function rectangleAlong(hull: readonly Point[], angle: number): TextRegion {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = hull.map(({ x, y }) => x * cos + y * sin);
  const across = hull.map(({ x, y }) => y * cos - x * sin);
  const [left, right] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...across), Math.max(...across)];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return {
    centreX: u * cos - v * sin,
    centreY: u * sin + v * cos,
    length: right - left,
    height: bottom - top,
    angle,
  };
}

function areaOf({ length, height }: TextRegion): number {
  return length * height;
}

/** The mean probability of the pixels inside a rectangle. */
function meanInside({ data, widthPx, heightPx }: ProbabilityMap, region: TextRegion): number {
  const { centreX, centreY, length, height, angle } = region;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [reachX, reachY] = [(length * cos + height * Math.abs(sin)) / 2, (length * Math.abs(sin) + height * cos) / 2];
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, Math.floor(centreY - reachY)); y <= Math.min(heightPx - 1, centreY + reachY); y += 1) {
    for (let x = Math.max(0, Math.floor(centreX - reachX)); x <= Math.min(widthPx - 1, centreX + reachX); x += 1) {
      const [dx, dy] = [x - centreX, y - centreY];
      if (Math.abs(dx * cos + dy * sin) > length / 2 || Math.abs(dy * cos - dx * sin) > height / 2) continue;
      sum += data[y * widthPx + x] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

function grown(region: TextRegion): TextRegion {
  const { length, height } = region;
  const distance = (length * height * detection.unclip) / (2 * (length + height));
  return { ...region, length: length + 2 * distance, height: height + 2 * distance };
}
