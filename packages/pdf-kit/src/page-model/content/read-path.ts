import { boxAround, boxHeight, boxWidth, intersectBoxes } from '../box.ts';
import { matrixScale, transformPoint } from '../matrix.ts';
import type { Box, Point, Rule } from '../types.ts';
import { fillPaint, type GraphicsState, isMasked, strokePaint } from './graphics-state.ts';
import type { PageContent } from './page-content.ts';
import { pathOpcode } from './path-opcode.ts';
import { stripsOf } from './thin-strips.ts';

/** A filled rectangle this thin is a stroke. */
const ruleThicknessPt = 3;
/** A line that leaves its axis by no more than this is level or upright. */
const axisTolerancePt = 0.6;
/** Points this close are one. */
const samePointPt = 0.01;
/** A rectangle with round corners is drawn with no more points: each corner of four curves at most, and four lines. */
const maxCornerPoints = 64;

export interface SubPath {
  readonly points: Point[];
  curved: boolean;
  closed: boolean;
}

export interface Painting {
  readonly fill: boolean;
  readonly stroke: boolean;
  /** Of a form's field: its angles are light and shade, not borders. */
  readonly inRelief: boolean;
}

/** The sub-paths of an encoded path in page points. */
export function readSubPaths(encoded: ArrayLike<number>, state: GraphicsState): SubPath[] {
  const paths: SubPath[] = [];
  let current: SubPath | null = null;
  const add = (index: number) => {
    current?.points.push(transformPoint(state.matrix, encoded[index] ?? 0, encoded[index + 1] ?? 0));
  };
  for (let index = 0; index < encoded.length; ) {
    const code = encoded[index];
    index += 1;
    if (code === pathOpcode.moveTo) {
      current = { points: [], curved: false, closed: false };
      paths.push(current);
      add(index);
      index += 2;
    } else if (code === pathOpcode.lineTo) {
      add(index);
      index += 2;
    } else if (code === pathOpcode.curveTo || code === pathOpcode.quadraticCurveTo) {
      const length = code === pathOpcode.curveTo ? 6 : 4;
      const start = current?.points.length ?? 0;
      for (let offset = 0; offset < length; offset += 2) add(index + offset);
      if (current !== null && !dropTurn(current.points, start)) current.curved = true;
      index += length;
    } else if (current !== null) {
      current.closed = true;
    }
  }
  return paths.filter(({ points }) => points.length > 0);
}

/** Takes back the points from `start` on where they all lie on the one before them: a corner of radius 0, and no curve. */
function dropTurn(points: Point[], start: number): boolean {
  const corner = points[start - 1];
  const isThere = ({ x, y }: Point) =>
    corner !== undefined && Math.abs(x - corner.x) < samePointPt && Math.abs(y - corner.y) < samePointPt;
  if (!points.slice(start).every(isThere)) return false;
  points.length = start;
  return true;
}

/** Sorts one painted path into rules, boxes, fills and drawings. What is clipped away is left out. */
export function readPaintedPath(paths: readonly SubPath[], painting: Painting, state: GraphicsState, out: PageContent) {
  if (isMasked(state)) {
    for (const path of paths) addDrawing(path, painting, state, out);
    return;
  }
  const frame = painting.fill && !painting.stroke ? frameBetween(paths) : null;
  if (frame !== null) {
    for (const side of frame) addFill(side, state, out);
    return;
  }
  const ring = painting.fill && !painting.stroke ? ringOf(paths) : null;
  if (ring !== null) {
    addRing(ring, state, out);
    return;
  }
  for (const path of paths) {
    const rectangle = asRectangle(path);
    const mayBeBars = rectangle === null && painting.fill && !painting.stroke && !path.curved;
    const bars = mayBeBars ? stripsOf(path.points, ruleThicknessPt, { bent: !painting.inRelief }) : null;
    if (rectangle !== null) readRectangle(rectangle, painting, state, out, beginsInSide(path));
    else if (bars !== null) for (const bar of bars) addFill(bar, state, out);
    else if (!path.curved && painting.stroke && !painting.fill) readPolyline(path, state, out);
    else addDrawing(path, painting, state, out, paths.length === 1);
  }
}

/** A frame with round corners. */
interface Ring {
  readonly outer: Box;
  readonly widthPt: number;
}

/** Two nested boxes with round corners filled in one go draw the ring between them, as browsers draw borders. */
function ringOf(paths: readonly SubPath[]): Ring | null {
  if (paths.length !== 2) return null;
  const [first, second] = paths.map((path) => ({ path, box: boxAround(path.points) }));
  if (first === undefined || second === undefined) return null;
  const [outer, inner] = boxWidth(first.box) > boxWidth(second.box) ? [first, second] : [second, first];
  const widthPt = inner.box.x0 - outer.box.x0;
  const nested =
    widthPt > 0 && inner.box.x1 < outer.box.x1 && inner.box.y0 > outer.box.y0 && inner.box.y1 < outer.box.y1;
  const round = [outer, inner].every(({ path, box }) => isRoundedBox(path, box));
  return nested && round && widthPt <= ruleThicknessPt ? { outer: outer.box, widthPt } : null;
}

function addRing({ outer, widthPt }: Ring, state: GraphicsState, out: PageContent) {
  const visible = intersectBoxes(outer, state.clip);
  if (visible === null) return;
  const roundedBox = { strokeWidthPt: widthPt };
  out.drawings.push({ box: visible, kind: 'curve', strokeColor: fillPaint(state), fillColor: null, roundedBox });
}

/** Two nested rectangles filled in one go draw the frame between them: its four sides. */
function frameBetween(paths: readonly SubPath[]): Box[] | null {
  const [first, second] = paths;
  if (paths.length !== 2 || first === undefined || second === undefined) return null;
  const a = asRectangle(first);
  const b = asRectangle(second);
  if (a === null || b === null) return null;
  const [outer, inner] = boxWidth(a) > boxWidth(b) ? [a, b] : [b, a];
  const nested = inner.x0 > outer.x0 && inner.x1 < outer.x1 && inner.y0 > outer.y0 && inner.y1 < outer.y1;
  if (!nested || inner.x0 - outer.x0 > ruleThicknessPt || inner.y0 - outer.y0 > ruleThicknessPt) return null;
  return [
    { ...outer, y1: inner.y0 },
    { ...outer, y0: inner.y1 },
    { ...outer, x1: inner.x0 },
    { ...outer, x0: inner.x1 },
  ];
}

/**
 * The box of a sub-path that goes round an upright rectangle, or there and back along a line: what writers make of a
 * rectangle without height, which viewers fill as a hairline (ISO 32000-2, 8.5.3.3.1).
 */
export function asRectangle({ points, curved, closed }: SubPath): Box | null {
  if (curved || points.length === 0) return null;
  const once = withoutReturn(points);
  const corners = cornersOf(once);
  const isOpen = !closed && once.length === points.length;
  if (corners.length < 2 || corners.length > 8 || (isOpen && corners.length < 4)) return null;
  const box = boxAround(points);
  const onSide = ({ x, y }: Point) => (near(x, box.x0) || near(x, box.x1)) && (near(y, box.y0) || near(y, box.y1));
  if (!corners.every(onSide)) return null;
  const thin = boxWidth(box) <= axisTolerancePt || boxHeight(box) <= axisTolerancePt;
  return corners.length >= 4 || thin ? box : null;
}

/** Whether a rectangle begins in the middle of a side, as office programs draw shapes, text boxes and the grounds of charts. */
function beginsInSide({ points }: SubPath): boolean {
  const once = withoutReturn(points);
  return cornersOf(once).length < once.length;
}

/** The points of a path without a last one that returns to the first. */
function withoutReturn(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length === 1) return points;
  const isBack = Math.abs(first.x - last.x) < samePointPt && Math.abs(first.y - last.y) < samePointPt;
  return isBack ? points.slice(0, -1) : points;
}

/** The points where a closed path turns. */
function cornersOf(points: readonly Point[]): readonly Point[] {
  return points.filter((point, index) => {
    const [before, after] = [points.at(index - 1) ?? point, points[(index + 1) % points.length] ?? point];
    return !isBetween(point, before, after, 'x', 'y') && !isBetween(point, before, after, 'y', 'x');
  });
}

/** Whether a point is on the level or upright line between two others. */
function isBetween(point: Point, before: Point, after: Point, along: 'x' | 'y', across: 'x' | 'y'): boolean {
  const isOnLine = (other: Point) => Math.abs(point[across] - other[across]) < samePointPt;
  return isOnLine(before) && isOnLine(after) && (point[along] - before[along]) * (after[along] - point[along]) > 0;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.3;
}

function readRectangle(box: Box, { fill, stroke }: Painting, state: GraphicsState, out: PageContent, isShape: boolean) {
  if (fill && state.fillAlpha > 0) addBar(box, fillPaint(state), state, out, isShape);
  if (!stroke || state.strokeAlpha === 0) return;
  const widthPt = strokeWidth(state);
  const visible = intersectBoxes(box, state.clip);
  if (visible === null) return;
  const { x0, y0, x1, y1 } = box;
  if (boxWidth(box) > axisTolerancePt && boxHeight(box) > axisTolerancePt) {
    out.boxes.push({ box: visible, widthPt, color: strokePaint(state), fill: fill ? fillPaint(state) : null });
    addStroke({ x: x0, y: y0 }, { x: x1, y: y0 }, state, out);
    addStroke({ x: x0, y: y1 }, { x: x1, y: y1 }, state, out);
    addStroke({ x: x0, y: y0 }, { x: x0, y: y1 }, state, out);
    addStroke({ x: x1, y: y0 }, { x: x1, y: y1 }, state, out);
  } else {
    addStroke({ x: x0, y: y0 }, { x: x1, y: y1 }, state, out);
  }
}

function readPolyline({ points, closed }: SubPath, state: GraphicsState, out: PageContent) {
  if (state.strokeAlpha === 0) return;
  const [first] = points;
  const ends = closed && first !== undefined ? [...points.slice(1), first] : points.slice(1);
  let from = first;
  for (const to of ends) {
    if (from !== undefined) addStroke(from, to, state, out);
    from = to;
  }
}

function strokeWidth(state: GraphicsState): number {
  return state.lineWidth * matrixScale(state.matrix);
}

/** A straight stroke: a rule when it is level or upright, a bar when it is thick, a drawing when it is slanted. */
function addStroke(from: Point, to: Point, state: GraphicsState, out: PageContent) {
  const width = Math.abs(to.x - from.x);
  const height = Math.abs(to.y - from.y);
  const widthPt = strokeWidth(state);
  const box = boxAround([from, to]);
  if (width > axisTolerancePt && height > axisTolerancePt && Math.min(width, height) > 0.01 * Math.max(width, height)) {
    const visible = intersectBoxes(box, state.clip);
    if (visible === null) return;
    out.drawings.push({ box: visible, kind: 'line', strokeColor: strokePaint(state), fillColor: null });
    return;
  }
  if (widthPt > ruleThicknessPt) {
    const half = widthPt / 2;
    const [dx, dy] = width >= height ? [0, half] : [half, 0];
    addBar({ x0: box.x0 - dx, y0: box.y0 - dy, x1: box.x1 + dx, y1: box.y1 + dy }, strokePaint(state), state, out);
    return;
  }
  addRule(box, width >= height ? 'horizontal' : 'vertical', widthPt, strokePaint(state), state, out);
}

/** Fills the rectangle: a rule when it is thin and long, else a fill. */
function addFill(box: Box, state: GraphicsState, out: PageContent) {
  addBar(box, fillPaint(state), state, out);
}

/** A filled bar, which also a mask of one pixel or a stretched picture may draw. */
export function addBar(box: Box, color: string, state: GraphicsState, out: PageContent, isShape = false) {
  const visible = intersectBoxes(box, state.clip);
  if (visible === null) return;
  const width = boxWidth(visible);
  const height = boxHeight(visible);
  const thin = Math.min(width, height);
  const long = Math.max(width, height);
  if (thin <= ruleThicknessPt && (long >= 2 * thin + 1 || long > ruleThicknessPt)) {
    addRule(visible, width >= height ? 'horizontal' : 'vertical', thin, color, state, out);
  } else if (width > 0 && height > 0) {
    out.fills.push({ box: visible, color, ...(isShape ? { isShape } : {}) });
  }
}

function addRule(
  box: Box,
  orientation: Rule['orientation'],
  widthPt: number,
  color: string,
  state: GraphicsState,
  out: PageContent,
) {
  // A rule right on the edge of its clip is half visible, so the clip is taken a little wider.
  const margin = Math.max(0.5, widthPt / 2);
  const { clip } = state;
  const wide = { x0: clip.x0 - margin, y0: clip.y0 - margin, x1: clip.x1 + margin, y1: clip.y1 + margin };
  const visible = intersectBoxes(box, wide);
  if (visible === null) return;
  const middleX = (visible.x0 + visible.x1) / 2;
  const middleY = (visible.y0 + visible.y1) / 2;
  const ends =
    orientation === 'horizontal'
      ? { x0: visible.x0, y0: middleY, x1: visible.x1, y1: middleY }
      : { x0: middleX, y0: visible.y0, x1: middleX, y1: visible.y1 };
  if (ends.x1 - ends.x0 + ends.y1 - ends.y0 <= 0) return;
  out.rules.push({ orientation, ...ends, widthPt, color, dashed: state.dashed });
}

function addDrawing(path: SubPath, { fill, stroke }: Painting, state: GraphicsState, out: PageContent, alone = false) {
  const { points, curved } = path;
  const box = boxAround(path.points);
  const visible = intersectBoxes(box, state.clip);
  if (visible === null) return;
  out.drawings.push({
    box: visible,
    kind: isMasked(state) ? 'masked' : curved ? 'curve' : points.length > 2 ? 'polygon' : 'line',
    strokeColor: stroke ? strokePaint(state) : null,
    fillColor: fill ? fillPaint(state) : null,
    ...(alone && isRoundedBox(path, box) ? { roundedBox: { strokeWidthPt: stroke ? strokeWidth(state) : 0 } } : {}),
  });
}

/** Whether a path goes round a box along its four sides, all its points in the corners: not an ellipse, nor a shape. */
function isRoundedBox({ points, curved, closed }: SubPath, box: Box): boolean {
  const [first, last] = [points[0], points.at(-1)];
  const back = first !== undefined && last !== undefined && near(first.x, last.x) && near(first.y, last.y);
  if (!curved || points.length > maxCornerPoints || !(closed || back)) return false;
  const fromSide = ({ x, y }: Point) => [Math.min(x - box.x0, box.x1 - x), Math.min(y - box.y0, box.y1 - y)];
  const radius = Math.max(...points.flatMap(fromSide));
  const [width, height] = [boxWidth(box), boxHeight(box)];
  if (radius > 0.5 * Math.min(width, height) + axisTolerancePt || Math.max(width, height) < 3 * radius) return false;
  const reach = (places: readonly number[]) => (places.length < 2 ? 0 : Math.max(...places) - Math.min(...places));
  const along = (side: 'x0' | 'x1') => reach(points.filter(({ x }) => near(x, box[side])).map(({ y }) => y));
  const across = (side: 'y0' | 'y1') => reach(points.filter(({ y }) => near(y, box[side])).map(({ x }) => x));
  const slack = 2 * radius + axisTolerancePt;
  return Math.min(along('x0'), along('x1')) >= height - slack && Math.min(across('y0'), across('y1')) >= width - slack;
}
