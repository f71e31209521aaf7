import { boxArea, boxHeight, boxSides, boxWidth, sharedArea, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import type { Border } from '../model/formats.ts';
import type { PageMark } from './page-marks.ts';

/** Edges this far apart, in points, are the same edge. */
export const sameEdgePt = 3;

/** A panel or a box of rules. */
export interface DrawnBox {
  readonly box: Box;
  readonly fill: string | null;
  readonly outline: Readonly<Record<'top' | 'right' | 'bottom' | 'left', Border | null>>;
  /** What it is drawn with. */
  readonly marks: readonly PageMark[];
}

/** Panels with what is drawn along their edges, and boxes with a rule or an outline on each side. One on another is a drawing. */
export function drawnBoxes(marks: readonly PageMark[]): readonly DrawnBox[] {
  const rules = marks.flatMap(drawnSides);
  const panels = marks.filter((mark) => mark.fill !== null && !hasRoundEnds(mark));
  const alone = panels.filter((panel) =>
    panels.every(
      (other) =>
        other === panel ||
        sharedArea(other.box, panel.box) < 0.02 * boxArea(panel.box) ||
        sideOfBar(other.box, panel.box) !== null,
    ),
  );
  // White hides what is below it, and paragraphs are on nothing.
  const filled = joinedPanels(alone.filter(({ fill }) => fill !== '#ffffff'));
  const level = rules.filter(({ box }) => box.y0 === box.y1);
  const framed = level.flatMap((top) => {
    const bottom = level
      .filter((rule) => rule.box.y0 > top.box.y0 + sameEdgePt && sameSpan(rule.box, top.box))
      .sort((first, second) => first.box.y0 - second.box.y0)[0];
    const box = bottom === undefined ? null : { ...top.box, y1: bottom.box.y1 };
    const isFree = box !== null && panels.every((panel) => sharedArea(panel.box, box) === 0);
    return isFree ? [box] : [];
  });
  const outlined = framed
    .map((box) => drawnBox(box, null, [], rules))
    .filter(({ outline }) => Object.values(outline).every((side) => side !== null));
  return [
    ...filled.map((group) => withBars(drawnBox(boxOf(group), group[0]?.fill ?? null, group, rules), panels)),
    ...outlined,
  ];
}

/** Word draws no border wider than this, in points. */
const widestBorderPt = 6;

/** Which upright side of a panel a narrow panel is along, within it or just outside; null where it is none of them. */
function sideOfBar(bar: Box, panel: Box): 'left' | 'right' | null {
  const isBar =
    boxWidth(bar) <= widestBorderPt &&
    boxWidth(bar) < boxWidth(panel) / 2 &&
    Math.abs(bar.y0 - panel.y0) <= sameEdgePt &&
    Math.abs(bar.y1 - panel.y1) <= sameEdgePt;
  if (!isBar) return null;
  if (bar.x0 >= panel.x0 - widestBorderPt - 1 && bar.x0 <= panel.x0 + 1) return 'left';
  return bar.x1 <= panel.x1 + widestBorderPt + 1 && bar.x1 >= panel.x1 - 1 ? 'right' : null;
}

/** The box with the bars along its upright sides as its borders: shaded paragraphs would hide them. */
function withBars(drawn: DrawnBox, panels: readonly PageMark[]): DrawnBox {
  let { box } = drawn;
  const outline = { ...drawn.outline };
  const bars: PageMark[] = [];
  for (const panel of panels) {
    const side = drawn.marks.includes(panel) ? null : sideOfBar(panel.box, drawn.box);
    if (side === null || panel.fill === null || bars.some((bar) => sideOfBar(bar.box, drawn.box) === side)) continue;
    const { x0, x1 } = panel.box;
    box = side === 'left' ? { ...box, x0: Math.max(x1, box.x0) } : { ...box, x1: Math.min(x0, box.x1) };
    outline[side] = { widthPt: x1 - x0, color: panel.fill, style: 'single' };
    bars.push(panel);
  }
  return { ...drawn, box, outline, marks: [...drawn.marks, ...bars] };
}

/** A radius of this share of the height makes a circle or a pill: as the ground of a paragraph, it would lose its ends. */
const roundEndShare = 0.45;

function hasRoundEnds({ box, radiusPt = 0 }: PageMark): boolean {
  return radiusPt > 0 && radiusPt >= roundEndShare * boxHeight(box);
}

function boxOf(panels: readonly PageMark[]): Box {
  return uniteBoxes(panels.map(({ box }) => box));
}

/** Panels of one color and width that touch, one below the other: shaded paragraphs are drawn one by one. */
function joinedPanels(panels: readonly PageMark[]): readonly (readonly PageMark[])[] {
  const groups: PageMark[][] = [];
  for (const panel of [...panels].sort((first, second) => first.box.y0 - second.box.y0)) {
    const group = groups.find((candidate) => {
      const last = candidate.at(-1);
      const touches = last !== undefined && Math.abs(panel.box.y0 - last.box.y1) <= 1;
      return touches && last.fill === panel.fill && sameSpan(last.box, panel.box);
    });
    if (group === undefined) groups.push([panel]);
    else group.push(panel);
  }
  return groups;
}

function drawnBox(box: Box, fill: string | null, panels: readonly PageMark[], rules: readonly DrawnSide[]): DrawnBox {
  const edges = boxSides(box);
  const along = (edge: Box) => rules.find((rule) => liesAlong(rule.box, edge));
  const sides = {
    top: along(edges.top),
    right: along(edges.right),
    bottom: along(edges.bottom),
    left: along(edges.left),
  };
  const { top, right, bottom, left } = sides;
  return {
    box,
    fill,
    outline: {
      top: top?.outline ?? null,
      right: right?.outline ?? null,
      bottom: bottom?.outline ?? null,
      left: left?.outline ?? null,
    },
    marks: [...panels, ...new Set(Object.values(sides).flatMap((side) => side?.mark ?? []))],
  };
}

/** A rule, or a side of an outline. */
interface DrawnSide {
  readonly box: Box;
  readonly outline: Border;
  readonly mark: PageMark;
}

function drawnSides(mark: PageMark): readonly DrawnSide[] {
  const { box, outline, fill, text } = mark;
  if (outline === null || fill !== null || text !== null || hasRoundEnds(mark)) return [];
  return (isRule(mark) ? [box] : Object.values(boxSides(box))).map((side) => ({ box: side, outline, mark }));
}

function liesAlong(rule: Box, edge: Box): boolean {
  return (['x0', 'y0', 'x1', 'y1'] as const).every((side) => Math.abs(rule[side] - edge[side]) <= sameEdgePt);
}

function isRule({ outline, fill, text, box }: PageMark): boolean {
  return outline !== null && fill === null && text === null && (box.x0 === box.x1 || box.y0 === box.y1);
}

/** A straight line from left to right. */
export function isLevelRule(mark: PageMark): boolean {
  return isRule(mark) && mark.box.y0 === mark.box.y1;
}

/** Whether an upright rule ends at a level one: they are parts of a frame. */
export function meetsUpright({ box }: PageMark, { box: other, outline }: PageMark): boolean {
  if (outline === null || other.x0 !== other.x1) return false;
  const ends = [other.y0, other.y1].some((y) => Math.abs(y - box.y0) <= sameEdgePt);
  return ends && other.x0 > box.x0 - sameEdgePt && other.x0 < box.x1 + sameEdgePt;
}

function sameSpan(first: Box, second: Box): boolean {
  return Math.abs(first.x0 - second.x0) <= sameEdgePt && Math.abs(first.x1 - second.x1) <= sameEdgePt;
}
