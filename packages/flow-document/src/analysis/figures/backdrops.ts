import {
  boxArea,
  boxHeight,
  boxSides,
  boxWidth,
  clusterBoxes,
  containsBox,
  containsMiddle,
  sharedWidth,
} from '@platen/pdf-kit/geometry';
import {
  type Box,
  colorChannels,
  type Drawing,
  type Fill,
  isSentencePart,
  type Line,
  type Page,
  type Rule,
} from '@platen/pdf-kit/page-model';
import { withPatterns } from './patterns.ts';

/** A smaller drawing, in points, is a mark between words rather than something behind lines. */
const smallestPt = 18;
/** Edges this close to each other are one. */
const sameEdgePt = 1;
/** This many lines of prose over a drawing show that it lies behind the text. */
const minLines = 2;

/**
 * The page without the drawings that its text is on: the letters of a watermark, a swash, a frame with round
 * corners, the soft shadow of a card. Taken for figures, they would swallow the text. What light text needs to be read
 * on stays as a panel.
 */
export function withoutBackdrops(source: Page): Page {
  const page = withPatterns(source);
  const { lines } = page;
  const prose = lines.filter(isSentenceLine);
  // First the shadows: they would hold together what lies on them.
  const drawings = page.drawings.filter((drawing) => !isShadow(drawing, lines));
  const behind = drawings.filter(
    (drawing) => isCard(drawing, page) || (isUnderProse(drawing, prose) && !holdsDrawings(drawing, drawings)),
  );
  const strips = drawings.filter((drawing) => isHighlight(drawing, prose));
  const cut = drawings.filter((drawing) => cutsLine(drawing, lines));
  const grounds = drawings.filter((drawing) => isGround(drawing, page));
  const gone = new Set([...behind, ...cut, ...banners(drawings, lines), ...strips, ...grounds]);
  if (gone.size === 0 && drawings.length === page.drawings.length) return page;
  const marks = new Set([...strips, ...grounds]);
  const panels = [...gone].flatMap((drawing) => (marks.has(drawing) ? filled(drawing) : panelOf(drawing, lines)));
  const isBelow = (fill: Page['fills'][number]) => panels.some(({ box }) => containsBox(fill.box, box, sameEdgePt));
  const { below = [], above = [] } = Object.groupBy(page.fills, (fill) => (isBelow(fill) ? 'below' : 'above'));
  return {
    ...page,
    drawings: drawings.filter((drawing) => !gone.has(drawing)),
    fills: [...below, ...panels, ...above],
    rules: [...page.rules, ...[...gone].flatMap(outlineOf)],
    boxes: [...page.boxes, ...[...gone].flatMap(outlinedBox)],
  };
}

/** Drawings that cover so much of the page are no figures: the ground of a poster. */
const groundShare = 0.6;

/** A gradient behind all of the page, in a colour that stands for it. */
function isGround({ kind, box, fillColor }: Drawing, { widthPt, heightPt }: Page): boolean {
  return kind === 'shading' && fillColor !== null && boxArea(box) >= groundShare * widthPt * heightPt;
}

/** Painted through a soft mask, with text on it. */
function isShadow({ kind, box }: Drawing, lines: readonly Line[]): boolean {
  return kind === 'masked' && lines.some((line) => containsMiddle(box, line.box));
}

/** A level line of a sentence rather than a label. */
export function isSentenceLine({ angle, words, text, box, style }: Line): boolean {
  return angle === 0 && isSentencePart({ text, words, box, sizePt: style.sizePt });
}

function isUnderProse({ box, kind }: Drawing, prose: readonly Line[]): boolean {
  if (boxWidth(box) < smallestPt || boxHeight(box) < smallestPt) return false;
  const over = prose.filter((line) => crosses(line, box));
  if (over.length >= minLines) return true;
  return kind === 'curve' && over.some((line) => containsBox(box, line.box, sameEdgePt));
}

/** Whether a good piece of a line is on a box. */
function crosses({ box: line, baseline, style }: Line, box: Box): boolean {
  const middle = baseline - 0.3 * style.sizePt;
  return middle > box.y0 && middle < box.y1 && sharedWidth(line, box) > 2 * style.sizePt;
}

/** The ground of dark text. */
const lightest = 0.8;
/** A line reaches so far, in em, over and out of what it is cut by. */
const leastReachEm = 2;

/** A pale shape without an outline, out of which a line goes on: what is written on it is not written in it. */
function cutsLine({ box, fillColor, strokeColor }: Drawing, lines: readonly Line[]): boolean {
  if (fillColor === null || strokeColor !== null || !isPale(fillColor)) return false;
  return lines.some((line) => crosses(line, box) && (goesOnAt(box.x0, line) || goesOnAt(box.x1, line)));
}

/** Whether dark text can be read on a colour. */
export function isPale(color: string): boolean {
  return brightness(color) >= lightest;
}

/** Whether an upright edge passes through a word of a level line, or the space between two. */
function goesOnAt(edge: number, { angle, box, words, style }: Line): boolean {
  const reach = leastReachEm * style.sizePt;
  if (angle !== 0 || edge - box.x0 < reach || box.x1 - edge < reach) return false;
  const after = words.findIndex((word) => word.box.x1 > edge);
  const [last, next] = [words[after - 1], words[after]];
  if (next === undefined) return false;
  return next.box.x0 < edge || (last !== undefined && next.box.x0 - last.box.x1 < style.sizePt);
}

/** A strip this many times as high as the letters on it still marks them; a bar of a chart is higher. */
const highestStrip = 1.9;
/** Letters cover nearly all of it. */
const markedShare = 0.9;

/** Drawn by hand of a reader: a strip behind words of a sentence, with ends that need not be straight. */
function isHighlight({ box, kind, fillColor, strokeColor }: Drawing, prose: readonly Line[]): boolean {
  if (kind !== 'curve' || fillColor === null || strokeColor !== null) return false;
  return prose.some(
    (line) =>
      crosses(line, box) &&
      boxHeight(box) < highestStrip * line.style.sizePt &&
      sharedWidth(line.box, box) >= markedShare * boxWidth(box),
  );
}

function filled(drawing: Drawing): Page['fills'] {
  const { fillColor } = drawing;
  return fillColor === null ? [] : [{ ...placeOf(drawing), color: fillColor }];
}

/** Where it is on the page, and on what. */
export function placeOf({ box, overPicture }: Drawing): Pick<Fill, 'box' | 'overPicture'> {
  return overPicture === undefined ? { box } : { box, overPicture };
}

/** Maximum share of a card that is drawn on: an icon of 48 pt takes 0.15 of a card of 150 by 100 pt, a chart or a photograph most of it. */
const drawnShare = 0.2;

/** A rectangle with round corners and text in it, and with little that is drawn in it. */
function isCard({ box, roundedBox }: Drawing, { drawings, pictures, lines }: Page): boolean {
  if (roundedBox === undefined || !lines.some((line) => containsBox(box, line.box, sameEdgePt))) return false;
  const inside = [...drawings, ...pictures].filter(
    (other) => containsMiddle(box, other.box) && !containsBox(other.box, box, sameEdgePt),
  );
  const drawn = clusterBoxes(inside.map((other) => other.box)).reduce((sum, cluster) => sum + boxArea(cluster.box), 0);
  return drawn <= drawnShare * boxArea(box);
}

/** Whether it is the frame of a figure. */
function holdsDrawings({ box }: Drawing, drawings: readonly Drawing[]): boolean {
  return drawings.filter((other) => containsBox(box, other.box, sameEdgePt)).length > 3;
}

/** An outline around a text is at most so many times as high as its letters: the curve of a chart is higher. */
const highestOutline = 6;

/** Drawings of one or two parts with whole lines of text in them: the shape of a button or of a heading's bar. */
function banners(drawings: readonly Drawing[], lines: readonly Line[]): readonly Drawing[] {
  return clusterBoxes(drawings.map(({ box }) => box))
    .filter(({ members, box }) => members.length <= 2 && lines.some((line) => containsBox(box, line.box, sameEdgePt)))
    .flatMap(({ members }) => members.flatMap((index) => drawings[index] ?? []))
    .filter((drawing) => drawing.kind === 'curve' && lines.some((line) => isAround(drawing, line)));
}

function isAround({ box, fillColor, roundedBox }: Drawing, line: Line): boolean {
  const isShape = fillColor !== null || roundedBox !== undefined;
  return containsBox(box, line.box, sameEdgePt) && (isShape || boxHeight(box) <= highestOutline * line.style.sizePt);
}

/** The outline of a circle or of a rectangle with round corners. */
function outlinedBox(drawing: Drawing): Page['boxes'] {
  const { box, strokeColor, fillColor } = drawing;
  const radiusPt = radiusOf(drawing);
  const widthPt = (drawing.roundedBox ?? drawing.circle)?.strokeWidthPt ?? 0;
  return radiusPt === null || strokeColor === null
    ? []
    : [{ box, widthPt, color: strokeColor, fill: fillColor, radiusPt }];
}

/** The sides of a rectangle with round corners, among the rules that tables are found by. */
function outlineOf({ box, strokeColor, roundedBox }: Drawing): readonly Rule[] {
  if (roundedBox === undefined || strokeColor === null) return [];
  const look = { widthPt: roundedBox.strokeWidthPt, color: strokeColor, dashed: false };
  const { top, right, bottom, left } = boxSides(box);
  return [
    { orientation: 'horizontal', ...top, ...look },
    { orientation: 'horizontal', ...bottom, ...look },
    { orientation: 'vertical', ...left, ...look },
    { orientation: 'vertical', ...right, ...look },
  ];
}

/**
 * A path says where it is, not whether it is a ring: only light text proves that it is filled. A rectangle with round
 * corners and a circle are no rings.
 */
function panelOf(drawing: Drawing, lines: readonly Line[]): Page['fills'] {
  const { box, fillColor } = drawing;
  if (fillColor === null) return [];
  const radiusPt = radiusOf(drawing);
  if (radiusPt !== null) return [{ ...placeOf(drawing), color: fillColor, radiusPt }];
  if (brightness(fillColor) > 0.6) return [];
  const inside = lines.filter((line) => containsMiddle(box, line.box));
  return inside.some(({ style }) => brightness(style.color) > 0.8) ? [{ ...placeOf(drawing), color: fillColor }] : [];
}

/** The radius of the corners of a circle or a rectangle with round corners; null for other shapes. */
export function radiusOf({ box, roundedBox, circle }: Drawing): number | null {
  if (circle !== undefined) return boxWidth(box) / 2;
  return roundedBox?.radiusPt ?? null;
}

/** 0 for black, 1 for white. */
function brightness(color: string): number {
  const [red, green, blue] = colorChannels(color);
  return 0.3 * (red / 255) + 0.6 * (green / 255) + 0.1 * (blue / 255);
}
