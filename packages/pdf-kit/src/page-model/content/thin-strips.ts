import { boxAround, boxHeight, boxWidth } from '../box.ts';
import type { Box, Point } from '../types.ts';

/** Tolerance for equal positions. */
const samePlacePt = 0.6;
/** Maximum points of bars; a shape with more is drawn by hand. */
const maxPoints = 16;

interface Edge {
  readonly level: boolean;
  readonly from: Point;
  readonly to: Point;
}

/**
 * The bars that a filled polygon is made of, if it consists only of bars up to this thickness; null otherwise.
 * `bent` allows them to form angles.
 */
export function stripsOf(
  points: readonly Point[],
  thickestPt: number,
  { bent }: { readonly bent: boolean },
): Box[] | null {
  if (points.length > maxPoints) return null;
  const bar = asMitredBar(points, thickestPt);
  if (bar !== null) return [bar];
  return bent ? asBentStrip(points, thickestPt) : null;
}

/** The box of a thin bar with slanted ends: a side of a CSS border, cut where it meets the next side. */
function asMitredBar(points: readonly Point[], thickestPt: number): Box | null {
  const corners = points.filter(
    ({ x, y }, index) => !points.slice(0, index).some((other) => near(x, other.x) && near(y, other.y)),
  );
  if (corners.length !== 4) return null;
  const box = boxAround(corners);
  const [width, height] = [boxWidth(box), boxHeight(box)];
  const thin = Math.min(width, height);
  if (thin > thickestPt || Math.max(width, height) <= 2 * thickestPt) return null;
  const isOnSide = (at: number, start: number, end: number) => near(at, start) || near(at, end);
  const isAtEnd = (at: number, start: number, end: number) =>
    Math.min(at - start, end - at) <= thickestPt + samePlacePt;
  const isCorner = ({ x, y }: Point) =>
    width > height
      ? isOnSide(y, box.y0, box.y1) && isAtEnd(x, box.x0, box.x1)
      : isOnSide(x, box.x0, box.x1) && isAtEnd(y, box.y0, box.y1);
  return corners.every(isCorner) ? box : null;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.5 * samePlacePt;
}

/** Two or all four sides of a border drawn as one polygon, as programs draw boxes in relief. */
function asBentStrip(points: readonly Point[], thickestPt: number): Box[] | null {
  if (points.length < 6) return null;
  const edges = edgesOf(points);
  const long = edges.filter(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y) > 2 * thickestPt);
  if (!long.every(isStraight)) return null;
  const bars: Box[] = [];
  const paired = new Set<Edge>();
  for (const [index, edge] of long.entries()) {
    for (const other of long.slice(index + 1)) {
      const bar = barBetween(edge, other, thickestPt);
      if (bar === null) continue;
      bars.push(bar);
      paired.add(edge).add(other);
    }
  }
  return bars.length >= 2 && paired.size === long.length ? bars : null;
}

function edgesOf(points: readonly Point[]): readonly Edge[] {
  return points.map((from, index) => {
    const to = points[(index + 1) % points.length] ?? from;
    return { level: Math.abs(to.x - from.x) > Math.abs(to.y - from.y), from, to };
  });
}

function isStraight({ level, from, to }: Edge): boolean {
  return Math.abs(level ? to.y - from.y : to.x - from.x) <= 0.5 * samePlacePt;
}

/** The bar between two parallel edges of opposite directions; null if they are too far apart. */
function barBetween(first: Edge, second: Edge, thickestPt: number): Box | null {
  const along = ({ level, from, to }: Edge) => (level ? to.x - from.x : to.y - from.y);
  if (first.level !== second.level || along(first) * along(second) > 0) return null;
  const shared = first.level ? sharedLength(first, second, 'x') : sharedLength(first, second, 'y');
  const bar = boxAround([first.from, first.to, second.from, second.to]);
  const thick = first.level ? boxHeight(bar) : boxWidth(bar);
  return thick <= thickestPt && shared > 0.5 * Math.abs(along(first)) ? bar : null;
}

function sharedLength(first: Edge, second: Edge, axis: 'x' | 'y'): number {
  const [a, b] = [first, second].map(({ from, to }) => [from[axis], to[axis]] as const);
  if (a === undefined || b === undefined) return 0;
  return Math.min(Math.max(...a), Math.max(...b)) - Math.max(Math.min(...a), Math.min(...b));
}
