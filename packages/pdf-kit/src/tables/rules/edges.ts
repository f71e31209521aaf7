import { boxArea, boxHeight, boxWidth, containsPoint, growBox } from '../../page-model/box.ts';
import { createPlaceIndex, type PlaceIndex } from '../../page-model/place-index.ts';
import type { Box, Fill, Line, Page, Rule } from '../../page-model/types.ts';

/** A straight border: at `at` across its direction, from `start` to `end` along it. */
export interface Edge {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** The side of a filled area rather than a drawn rule. */
  readonly soft: boolean;
}

/** The borders on a page that a table may be made of. */
export interface PageEdges {
  readonly horizontal: readonly Edge[];
  readonly vertical: readonly Edge[];
}

/** Pieces closer than this, across and along, are one border. */
const joinAcrossPt = 1.5;
const joinAlongPt = 3;
/** A fill that covers this share of the page is its background, */
const backgroundShare = 0.6;
/** and so is one in a corner of the page, such as the panel at the side of a résumé, that covers this share. */
const panelShare = 0.1;
/** Fills this close to the edge of the page reach it. */
const edgePt = 1;
/** The distance from a rule at which the colour beside it is sampled, in points. */
const groundPt = 0.5;
/** A page with more fills than this is a picture drawn in rectangles. */
export const maxFills = 4000;

/** Rules and sides of fills, without underlines and what cannot be seen, joined where they continue each other. */
export function collectEdges(page: Page): PageEdges {
  const distinct = distinctFills(page.fills);
  const places = createPlaceIndex(distinct.map((fill) => [fill, fill.box]));
  const fills = distinct.filter((fill) => !isBackground(fill, page));
  const colored = fills.filter(({ color }) => !isWhite(color));
  const byColor = Map.groupBy(colored.slice(0, maxFills), ({ color }) => color);
  const rules = page.rules.filter(
    (rule) =>
      isVisible(rule, colored) && !isGround(rule, byColor.get(rule.color) ?? []) && !isUnderline(rule, page.lines),
  );
  const cells = fills.filter(
    ({ box }) =>
      boxWidth(box) > 4 && boxHeight(box) > 4 && !isHighlight(box, page.lines) && !isBarBeside(box, page.lines),
  );
  const sides = cells.slice(0, maxFills).flatMap((fill) => visibleSides(fill, places, page));
  const drawn = rules.map(toEdge);
  return {
    horizontal: joinEdges([...drawn, ...sides].filter(({ level }) => level)),
    vertical: joinEdges([...drawn, ...sides].filter(({ level }) => !level)),
  };
}

/** A bar is lower than this share of the line that it is beside: no text fits into it. */
const barShare = 0.6;

/** Whether a fill is a bar before or behind a line of text, as at the headings of résumés, and so no cell. */
function isBarBeside(bar: Box, lines: readonly Line[]): boolean {
  return lines.some(
    ({ angle, box }) =>
      angle === 0 &&
      boxHeight(bar) < barShare * boxHeight(box) &&
      bar.y0 > box.y0 &&
      bar.y1 < box.y1 &&
      (bar.x1 <= box.x0 || bar.x0 >= box.x1),
  );
}

/** The last of fills that are equal, as those of fields on top of each other: it hides the ones before. */
export function distinctFills(fills: readonly Fill[]): readonly Fill[] {
  const keyOf = ({ box: { x0, y0, x1, y1 }, color }: Fill) => [x0, y0, x1, y1, color].join();
  const last = new Map(fills.map((fill) => [keyOf(fill), fill]));
  return fills.length === last.size ? fills : fills.filter((fill) => last.get(keyOf(fill)) === fill);
}

function isBackground({ box }: Fill, { widthPt, heightPt }: Page): boolean {
  const share = boxArea(box) / (widthPt * heightPt);
  const isInCorner = (box.x0 < edgePt || box.x1 > widthPt - edgePt) && (box.y0 < edgePt || box.y1 > heightPt - edgePt);
  return share >= (isInCorner ? panelShare : backgroundShare);
}

/** Rules that cannot be seen, white on white: a layout, or a table whose borders were painted over. */
export function collectHiddenEdges(page: Page): PageEdges {
  const colored = page.fills.filter(({ color }) => !isWhite(color));
  const hidden = page.rules.filter((rule) => !isVisible(rule, colored)).map(toEdge);
  return {
    horizontal: joinEdges(hidden.filter(({ level }) => level)),
    vertical: joinEdges(hidden.filter(({ level }) => !level)),
  };
}

export function isWhite(color: string): boolean {
  return color === '#ffffff' || /^#f[c-f]f[c-f]f[c-f]$/.test(color);
}

/** Joins edges that overlap or continue each other. */
function joinEdges(edges: readonly Edge[]): Edge[] {
  const tracks: Edge[][] = [];
  for (const edge of [...edges].sort((a, b) => a.at - b.at)) {
    const track = tracks.at(-1);
    const last = track?.at(-1);
    if (track !== undefined && last !== undefined && edge.at - last.at <= joinAcrossPt) track.push(edge);
    else tracks.push([edge]);
  }
  return tracks.flatMap(joinTrack);
}

interface OrientedEdge extends Edge {
  readonly level: boolean;
}

function toEdge({ orientation, x0, y0, x1, y1 }: Rule): OrientedEdge {
  return orientation === 'horizontal'
    ? { at: y0, start: x0, end: x1, soft: false, level: true }
    : { at: x0, start: y0, end: y1, soft: false, level: false };
}

/** The visible sides of a fill: where another colour begins, on the page. */
function visibleSides({ box, color }: Fill, fills: PlaceIndex<Fill>, { widthPt, heightPt }: Page): OrientedEdge[] {
  const { x0, y0, x1, y1 } = box;
  const along = [0.1, 0.3, 0.5, 0.7, 0.9];
  const xs = along.map((share) => x0 + share * (x1 - x0));
  const ys = along.map((share) => y0 + share * (y1 - y0));
  const outside = 1;
  const near = fills.touching(growBox(box, outside));
  const paper = { x0: 0, y0: 0, x1: widthPt, y1: heightPt };
  const differs = (x: number, y: number) => containsPoint(paper, x, y) && colorAt(near, x, y) !== color;
  const most = (tests: readonly boolean[]) => tests.filter(Boolean).length >= 3;
  const sides: OrientedEdge[] = [];
  if (most(xs.map((x) => differs(x, y0 - outside))))
    sides.push({ at: y0, start: x0, end: x1, soft: true, level: true });
  if (most(xs.map((x) => differs(x, y1 + outside))))
    sides.push({ at: y1, start: x0, end: x1, soft: true, level: true });
  if (most(ys.map((y) => differs(x0 - outside, y))))
    sides.push({ at: x0, start: y0, end: y1, soft: true, level: false });
  if (most(ys.map((y) => differs(x1 + outside, y))))
    sides.push({ at: x1, start: y0, end: y1, soft: true, level: false });
  return sides;
}

/** The colour of the page at a point: that of the last fill drawn there, white without one. */
function colorAt(fills: readonly Fill[], x: number, y: number): string {
  return fills.findLast(({ box }) => containsPoint(box, x, y))?.color ?? '#ffffff';
}

function joinTrack(track: readonly Edge[]): Edge[] {
  const total = track.reduce((sum, { start, end }) => sum + (end - start), 0);
  const at = track.reduce((sum, edge) => sum + edge.at * (edge.end - edge.start), 0) / Math.max(total, 0.001);
  const joined: Edge[] = [];
  for (const edge of [...track].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && edge.start - last.end <= joinAlongPt) {
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, edge.end), soft: last.soft && edge.soft };
    } else {
      joined.push({ ...edge, at });
    }
  }
  return joined;
}

/** A white rule shows only on a coloured ground. */
function isVisible(rule: Rule, colored: readonly { readonly box: Box }[]): boolean {
  if (!isWhite(rule.color)) return true;
  const x = (rule.x0 + rule.x1) / 2;
  const y = (rule.y0 + rule.y1) / 2;
  const reach = 2;
  return colored.some(({ box }) =>
    containsPoint({ x0: box.x0 - reach, y0: box.y0 - reach, x1: box.x1 + reach, y1: box.y1 + reach }, x, y),
  );
}

/** Whether a rule fills the gap between areas of its own colour on both sides, and so is part of their background. */
function isGround({ orientation, x0, y0, x1, y1, widthPt }: Rule, alike: readonly Fill[]): boolean {
  const aside = widthPt / 2 + groundPt;
  const [dx, dy] = orientation === 'horizontal' ? [0, aside] : [aside, 0];
  return [0.1, 0.5, 0.9].every((share) => {
    const [x, y] = [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
    const before = alike.filter(({ box }) => containsPoint(box, x - dx, y - dy));
    const behind = alike.filter(({ box }) => containsPoint(box, x + dx, y + dy));
    // It is visible on an area that extends across it: other colours lie between the two.
    return before.length > 0 && behind.length > 0 && !before.some((fill) => behind.includes(fill));
  });
}

/** A rule right below a piece of text and no longer than it. */
function isUnderline(rule: Rule, lines: readonly Line[]): boolean {
  if (rule.orientation !== 'horizontal') return false;
  return lines.some(({ words, baseline, angle, style }) => {
    const below = rule.y0 - baseline;
    if (angle !== 0 || below < -0.05 * style.sizePt || below > 0.22 * style.sizePt) return false;
    const over = words.filter(({ box }) => box.x1 > rule.x0 + 1 && box.x0 < rule.x1 - 1);
    const first = over[0];
    const last = over.at(-1);
    if (first === undefined || last === undefined) return false;
    const slack = 0.35 * style.sizePt;
    const left = Math.min(first.box.x0, last.box.x0);
    const right = Math.max(first.box.x1, last.box.x1);
    return Math.abs(left - rule.x0) <= slack && Math.abs(right - rule.x1) <= slack;
  });
}

/** A fill just behind part of a line: highlighted text, not a cell. */
function isHighlight(box: Box, lines: readonly Line[]): boolean {
  return lines.some((line) => {
    const inside = line.words.filter(
      ({ box: word }) => word.x0 >= box.x0 - 2 && word.x1 <= box.x1 + 2 && word.y1 > box.y0 && word.y0 < box.y1,
    );
    if (inside.length === 0) return false;
    const left = Math.min(...inside.map(({ box: word }) => word.x0));
    const right = Math.max(...inside.map(({ box: word }) => word.x1));
    const tight = left - box.x0 < 1.2 && box.x1 - right < 1.2;
    return tight && boxHeight(box) < 1.3 * line.style.sizePt && inside.length < line.words.length;
  });
}
