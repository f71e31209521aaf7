import { boxAround, boxHeight, boxWidth, containsBox, growBox, intersectBoxes, sharedArea } from '../box.ts';
import { matrixScale } from '../matrix.ts';
import type { Box, Drawing, Fill, Point, Rule } from '../types.ts';
import { type GraphicsState, isMasked } from './graphics-state.ts';
import { fillColorAt, strokeColorAt } from './ground-color.ts';
import type { PageContent, PictureSource } from './page-content.ts';
import { asRectangle, beginsInSide, cornerRadius, framesBetween, isCircle, type Ring, ringOf } from './path-shapes.ts';
import { isSamePoint, type SubPath } from './sub-path.ts';
import { stripsOf } from './thin-strips.ts';

/** A filled rectangle this thin is a stroke. */
const ruleThicknessPt = 3;
/** Maximum deviation of a horizontal or vertical line, in points and as a share of its length. */
const axisTolerancePt = 0.6;
const axisToleranceShare = 0.01;
/** A rule on the edge of its clip is half visible, so the clip is extended by this, or by half the width of the rule. */
const clipMarginPt = 0.5;

export interface Painting {
  readonly fill: boolean;
  readonly stroke: boolean;
  /** Whether it belongs to a form field: its angles are highlights and shadows, not borders. */
  readonly inRelief: boolean;
}

/** Classifies a painted path as rules, boxes, fills or drawings. Clipped parts are left out. */
export function readPaintedPath(
  painted: readonly SubPath[],
  painting: Painting,
  state: GraphicsState,
  out: PageContent,
) {
  // TeX draws boxes with round corners between two points: only strokes have ends that show.
  const paths = painting.stroke ? painted : painted.filter(({ points }) => !isPoint(points));
  if (isSeenInPart(painting, state)) {
    for (const path of paths) addDrawing(path, painting, state, out);
    return;
  }
  const frames = painting.fill && !painting.stroke ? framesBetween(paths, ruleThicknessPt) : null;
  if (frames !== null) {
    for (const side of frames) addFill(side, state, out);
    return;
  }
  const outlines = paths.length === 2 ? paths.map((path) => shapeOf(path, painting, state) ?? path) : paths;
  const ring = painting.fill && !painting.stroke ? ringOf(outlines, ruleThicknessPt) : null;
  if (ring !== null) {
    addRing(ring, state, out);
    return;
  }
  const shaped = paths.length === 1 ? shapeOf(paths[0], painting, state) : null;
  for (const path of shaped === null ? paths : [shaped]) {
    const rectangle = asRectangle(path);
    const mayBeBars = rectangle === null && painting.fill && !painting.stroke && !path.curved;
    const bars = mayBeBars ? stripsOf(path.points, ruleThicknessPt, { bent: !painting.inRelief }) : null;
    const cover = paths.length === 1 && isCover(painting, state) ? (rectangle ?? roundedBoxOf(path)) : null;
    if (cover !== null) addCover(cover, state, out);
    if (rectangle !== null) readRectangle(rectangle, painting, state, out, beginsInSide(path));
    else if (bars !== null) for (const bar of bars) addFill(bar, state, out);
    else if (!path.curved && painting.stroke && !painting.fill) readPolyline(path, state, out);
    else addDrawing(path, painting, state, out, paths.length === 1);
  }
}

function isPoint([first, ...others]: readonly Point[]): boolean {
  return others.every((point) => isSamePoint(point, first));
}

/** The curved clipping path that a filled rectangle covers all of: so some writers fill round corners and circles. */
function shapeOf(
  path: SubPath | undefined,
  { fill, stroke }: Painting,
  { clip, clipShapes }: GraphicsState,
): SubPath | null {
  const shape = clipShapes.at(-1);
  const [polygon, ...others] = shape?.polygons ?? [];
  const box = path === undefined ? null : asRectangle(path);
  if (box === null || polygon === undefined || others.length > 0 || !shape?.curved || !fill || stroke) return null;
  const outline = { points: [...polygon], curved: true, closed: true };
  const around = boxAround(polygon);
  const isWhole = containsBox(box, around, axisTolerancePt) && containsBox(clip, around, axisTolerancePt);
  return isWhole && (isCircle(outline, around) || cornerRadius(outline, around) !== null) ? outline : null;
}

/** Whether a soft mask shows what is painted in part only. */
function isSeenInPart({ fill }: Painting, state: GraphicsState): boolean {
  return isMasked(state) || (fill && state.fillMasked);
}

function addRing({ outer, widthPt, radiusPt }: Ring, state: GraphicsState, out: PageContent) {
  const visible = intersectBoxes(outer, state.clip);
  if (visible === null) return;
  const roundedBox = { strokeWidthPt: widthPt, radiusPt };
  out.drawings.push({
    box: visible,
    kind: 'curve',
    strokeColor: fillColorAt(outer, state, out.grounds),
    fillColor: null,
    roundedBox,
  });
}

function readRectangle(box: Box, { fill, stroke }: Painting, state: GraphicsState, out: PageContent, isShape: boolean) {
  const fillColor = fillColorAt(box, state, out.grounds);
  if (fill && state.fillAlpha > 0)
    addBar(box, fillColor, state, out, { ...(isShape ? { isShape } : {}), ...patternOf(state) });
  if (!stroke || state.strokeAlpha === 0) return;
  const widthPt = strokeWidth(state);
  const visible = intersectBoxes(box, state.clip);
  if (visible === null) return;
  const { x0, y0, x1, y1 } = box;
  if (boxWidth(box) > axisTolerancePt && boxHeight(box) > axisTolerancePt) {
    const color = strokeColorAt(box, state, out.grounds);
    out.boxes.push({ box: visible, widthPt, color, fill: fill ? fillColor : null });
    addStroke({ x: x0, y: y0 }, { x: x1, y: y0 }, state, out);
    addStroke({ x: x0, y: y1 }, { x: x1, y: y1 }, state, out);
    addStroke({ x: x0, y: y0 }, { x: x0, y: y1 }, state, out);
    addStroke({ x: x1, y: y0 }, { x: x1, y: y1 }, state, out);
  } else {
    addStroke({ x: x0, y: y0 }, { x: x1, y: y1 }, state, out);
  }
}

/**
 * Whether a rectangle hides what is below it: several paths may leave a hole, and the background of a field may be that
 * of an answer on the page.
 */
function isCover({ fill, inRelief }: Painting, state: GraphicsState): boolean {
  return fill && !inRelief && !state.fillPatterned && hidesWhatIsBelow(state);
}

/** Whether what is painted in this state is neither translucent nor blended, and cut off at straight edges only. */
export function hidesWhatIsBelow(state: GraphicsState): boolean {
  const isMixed = state.fillAlpha * state.groupAlpha < 1 || state.blended || state.groupBlended;
  return !isMixed && state.clipShapes.length === 0;
}

function roundedBoxOf(path: SubPath): Box | null {
  const box = boxAround(path.points);
  return cornerRadius(path, box) === null ? null : box;
}

/** Notes what hides a rectangle of the page, before it is added to the content; `picture` is what may be transparent in part. */
export function addCover(box: Box, state: GraphicsState, out: PageContent, picture: PictureSource | null = null) {
  const visible = intersectBoxes(box, state.clip);
  if (visible === null || Math.min(boxWidth(visible), boxHeight(visible)) <= ruleThicknessPt) return;
  out.covers.push({
    box: visible,
    run: out.glyphs.at(-1)?.run ?? -1,
    rules: out.rules.length,
    fills: out.fills.length,
    pictures: out.pictures.length,
    picture,
  });
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

/** A straight stroke: a rule if horizontal or vertical, a bar if thick, a drawing if slanted. */
function addStroke(from: Point, to: Point, state: GraphicsState, out: PageContent) {
  const width = Math.abs(to.x - from.x);
  const height = Math.abs(to.y - from.y);
  const widthPt = strokeWidth(state);
  const box = boxAround([from, to]);
  if (
    width > axisTolerancePt &&
    height > axisTolerancePt &&
    Math.min(width, height) > axisToleranceShare * Math.max(width, height)
  ) {
    const visible = intersectBoxes(box, state.clip);
    if (visible === null) return;
    out.drawings.push({
      box: visible,
      kind: 'line',
      strokeColor: strokeColorAt(box, state, out.grounds),
      fillColor: null,
    });
    return;
  }
  if (widthPt > ruleThicknessPt) {
    const half = widthPt / 2;
    const [dx, dy] = width >= height ? [0, half] : [half, 0];
    const bar = { x0: box.x0 - dx, y0: box.y0 - dy, x1: box.x1 + dx, y1: box.y1 + dy };
    addBar(bar, strokeColorAt(bar, state, out.grounds), state, out);
    return;
  }
  const color = strokeColorAt(box, state, out.grounds);
  addRule(box, width >= height ? 'horizontal' : 'vertical', widthPt, color, state, out);
}

/** Fills the rectangle: a rule when it is thin and long, else a fill. */
function addFill(box: Box, state: GraphicsState, out: PageContent) {
  addBar(box, fillColorAt(box, state, out.grounds), state, out, patternOf(state));
}

type FillTraits = Pick<Fill, 'isShape' | 'patterned'>;

function patternOf({ fillPatterned }: GraphicsState): Pick<Fill, 'patterned'> {
  return fillPatterned ? { patterned: true } : {};
}

/** A filled bar, which may also be drawn as a mask of one pixel or a stretched picture. */
export function addBar(box: Box, color: string, state: GraphicsState, out: PageContent, traits: FillTraits = {}) {
  const visible = intersectBoxes(box, state.clip);
  if (visible === null) return;
  const width = boxWidth(visible);
  const height = boxHeight(visible);
  // What touches its clip from outside shows nothing; what has no width itself is a hairline.
  if ((width === 0 && boxWidth(box) > 0) || (height === 0 && boxHeight(box) > 0)) return;
  const thin = Math.min(width, height);
  const long = Math.max(width, height);
  if (thin <= ruleThicknessPt && (long >= 2 * thin + 1 || long > ruleThicknessPt)) {
    addRule(visible, width >= height ? 'horizontal' : 'vertical', thin, color, state, out);
  } else if (width > 0 && height > 0) {
    out.fills.push({ box: visible, color, ...traits, ...overPicture(visible, out) });
    out.grounds.push({ box: visible, color });
  }
}

/** So many shapes are kept for one place of a page, which bounds the time of looking them up. */
const keptOverPicture = 16;

/** Whether the page has a picture at this place already, or what is painted over one: what is on that is over it too. */
function overPicture(box: Box, { picturePlaces }: PageContent): Pick<Fill, 'overPicture'> {
  const below = picturePlaces.touching(box).filter((place) => sharedArea(place, box) > 0);
  if (below.length === 0) return {};
  if (below.length < keptOverPicture && !below.some((place) => containsBox(place, box))) picturePlaces.add(box, box);
  return { overPicture: true };
}

function addRule(
  box: Box,
  orientation: Rule['orientation'],
  widthPt: number,
  color: string,
  state: GraphicsState,
  out: PageContent,
) {
  const visible = intersectBoxes(box, growBox(state.clip, Math.max(clipMarginPt, widthPt / 2)));
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

function addDrawing(path: SubPath, painting: Painting, state: GraphicsState, out: PageContent, alone = false) {
  const { points, curved } = path;
  const { fill, stroke } = painting;
  const box = boxAround(path.points);
  const visible = intersectBoxes(box, state.clip);
  if (visible === null) return;
  const fillColor = fill ? fillColorAt(box, state, out.grounds) : null;
  const traits = alone ? roundTraits(path, box, stroke ? strokeWidth(state) : 0) : {};
  const isSeenWhole = !isSeenInPart(painting, state);
  out.drawings.push({
    box: visible,
    kind: !isSeenWhole ? 'masked' : curved ? 'curve' : points.length > 2 ? 'polygon' : 'line',
    strokeColor: stroke ? strokeColorAt(box, state, out.grounds) : null,
    fillColor,
    ...(fill ? patternOf(state) : {}),
    ...traits,
    ...(fill ? overPicture(visible, out) : {}),
  });
  const isArea = traits.circle !== undefined || traits.roundedBox !== undefined;
  if (fillColor !== null && isArea && isSeenWhole) out.grounds.push({ box: visible, color: fillColor });
}

function roundTraits(path: SubPath, box: Box, strokeWidthPt: number): Pick<Drawing, 'roundedBox' | 'circle'> {
  if (isCircle(path, box)) return { circle: { strokeWidthPt } };
  const radiusPt = cornerRadius(path, box);
  return radiusPt === null ? {} : { roundedBox: { strokeWidthPt, radiusPt } };
}
