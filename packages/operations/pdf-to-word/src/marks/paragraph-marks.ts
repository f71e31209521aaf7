import { type Box, boxArea, uniteBoxes } from '@platen/pdf-kit/page-model';
import { sharedArea } from '../analysis/box.ts';
import type { ColumnLayout, PageLayout } from '../analysis/page-layout.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { Border, ParagraphBorders } from '../document/types.ts';
import type { PageMark } from './page-marks.ts';

/** What is drawn around a paragraph, as part of it: it moves with the text. */
export interface ParagraphMark {
  readonly fill: string | null;
  readonly borders: ParagraphBorders;
  /** The edges of the paragraph that its borders keep their distance from. */
  readonly x0: number;
  readonly x1: number;
  /** Its first and its last paragraph have what stands above and below the box; one on its own has both. */
  readonly opens: boolean;
  readonly closes: boolean;
}

export interface ParagraphMarks {
  readonly of: ReadonlyMap<ParagraphDraft, ParagraphMark>;
  /** The marks that belong to the page. */
  readonly rest: readonly PageMark[];
}

/** Word lets a border stand this far from its text, in points. */
const farthestPt = 31;
/** A rule this close to a paragraph belongs to it, in points. */
const rulePt = 14;
/** Edges this far apart, in points, are the same edge. */
const tolerancePt = 3;
/** A panel that comes closer to its text has no padding, in points. */
const leastPaddingPt = 2;
/** Heights above and below the baseline that a line takes, in em. */
const [ascentEm, descentEm] = [0.93, 0.22];

/**
 * Finds the panels and boxes that stand around whole paragraphs, and the rules above and below one, as wide as it is.
 * Everything else stays where it is on the page.
 */
export function findParagraphMarks(layout: PageLayout, marks: readonly PageMark[]): ParagraphMarks {
  const of = new Map<ParagraphDraft, ParagraphMark>();
  const taken = new Set<PageMark>();
  const columns = layout.bands.flatMap((band) => band.columns);
  for (const box of boxesOf(marks)) {
    const group = groupIn(box.box, columns);
    const found = group === null ? null : boxedGroup(group, box);
    if (found === null) continue;
    for (const [draft, mark] of found) of.set(draft, mark);
    for (const mark of box.marks) taken.add(mark);
  }
  for (const mark of marks) {
    if (taken.has(mark) || !isLevelRule(mark)) continue;
    const found = ruledParagraph(mark, columns);
    if (found === null || of.has(found[0])) continue;
    of.set(...found);
    taken.add(mark);
  }
  return { of, rest: marks.filter((mark) => !taken.has(mark)) };
}

interface DrawnBox {
  readonly box: Box;
  readonly fill: string | null;
  readonly outline: Readonly<Record<'top' | 'right' | 'bottom' | 'left', Border | null>>;
  /** What it is drawn with. */
  readonly marks: readonly PageMark[];
}

/** Panels with the rules along their edges, and boxes of four rules. One on another is a drawing. */
function boxesOf(marks: readonly PageMark[]): readonly DrawnBox[] {
  const rules = marks.filter(isRule);
  const panels = marks.filter((mark) => mark.fill !== null);
  const alone = panels.filter((panel) =>
    panels.every((other) => other === panel || sharedArea(other.box, panel.box) < 0.02 * boxArea(panel.box)),
  );
  // White hides what is below it, and paragraphs stand on nothing.
  const filled = joinedPanels(alone.filter(({ fill }) => fill !== '#ffffff'));
  const framed = rules.filter(isLevelRule).flatMap((top) => {
    const bottom = rules
      .filter((rule) => isLevelRule(rule) && rule.box.y0 > top.box.y0 + tolerancePt && sameSpan(rule.box, top.box))
      .sort((first, second) => first.box.y0 - second.box.y0)[0];
    const box = bottom === undefined ? null : { ...top.box, y1: bottom.box.y1 };
    const isFree = box !== null && panels.every((panel) => sharedArea(panel.box, box) === 0);
    return isFree ? [box] : [];
  });
  const outlined = framed
    .map((box) => drawnBox(box, null, [], rules))
    .filter(({ outline }) => Object.values(outline).every((side) => side !== null));
  return [...filled.map((group) => drawnBox(boxOf(group), group[0]?.fill ?? null, group, rules)), ...outlined];
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

function drawnBox(box: Box, fill: string | null, panels: readonly PageMark[], rules: readonly PageMark[]): DrawnBox {
  const { x0, y0, x1, y1 } = box;
  const along = (edge: Box) => rules.find((rule) => liesAlong(rule.box, edge));
  const sides = {
    top: along({ x0, x1, y0, y1: y0 }),
    right: along({ x0: x1, x1, y0, y1 }),
    bottom: along({ x0, x1, y0: y1, y1 }),
    left: along({ x0, x1: x0, y0, y1 }),
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
    marks: [...panels, ...Object.values(sides).filter((side) => side !== undefined)],
  };
}

function liesAlong(rule: Box, edge: Box): boolean {
  return (['x0', 'y0', 'x1', 'y1'] as const).every((side) => Math.abs(rule[side] - edge[side]) <= tolerancePt);
}

function isRule({ outline, fill, text, box }: PageMark): boolean {
  return outline !== null && fill === null && text === null && (box.x0 === box.x1 || box.y0 === box.y1);
}

function isLevelRule(mark: PageMark): boolean {
  return isRule(mark) && mark.box.y0 === mark.box.y1;
}

function sameSpan(first: Box, second: Box): boolean {
  return Math.abs(first.x0 - second.x0) <= tolerancePt && Math.abs(first.x1 - second.x1) <= tolerancePt;
}

/** The paragraphs in a box: all that stands in it, one after the other in one column. */
function groupIn(box: Box, columns: readonly ColumnLayout[]): readonly ParagraphDraft[] | null {
  const group: ParagraphDraft[] = [];
  for (const { blocks, asides } of columns) {
    if (asides.some((aside) => aside.blocks.some((block) => sharedArea(block.box, box) > 0))) return null;
    const touched = blocks.filter((block) => sharedArea(block.box, box) > 0);
    if (touched.length > 0 && group.length > 0) return null;
    for (const block of touched) {
      const isInside = block.box.y0 > box.y0 - tolerancePt && block.box.y1 < box.y1 + tolerancePt;
      if (block.kind !== 'paragraph' || !isInside || block.direction === 'rtl') return null;
      group.push(block);
    }
  }
  return group.length === 0 ? null : group;
}

/** Paragraphs of one box must have the same edges: word processors join the borders of those alone. */
function boxedGroup(
  group: readonly ParagraphDraft[],
  { box, fill, outline }: DrawnBox,
): readonly (readonly [ParagraphDraft, ParagraphMark])[] | null {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (group.length > 1 && group.some((draft) => !isLike(draft, first))) return null;
  const edges = edgesIn(box, group, first);
  if (edges === null) return null;
  const spaces = {
    top: topOf(first) - box.y0,
    right: box.x1 - edges.x1,
    bottom: box.y1 - bottomOf(last),
    left: edges.x0 - box.x0,
  };
  if (Object.values(spaces).some((space) => space < -tolerancePt || space > farthestPt)) return null;
  const side = (name: keyof typeof spaces) => {
    // What is filled reaches as far as the borders stand off.
    const isPadded = fill !== null && spaces[name] >= leastPaddingPt;
    const border = outline[name] ?? (isPadded ? { widthPt: 0.25, color: fill, style: 'single' as const } : null);
    return border === null ? null : { ...border, spacePt: Math.max(0, spaces[name]) };
  };
  const borders = { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
  return group.map((draft) => [draft, { fill, borders, ...edges, opens: draft === first, closes: draft === last }]);
}

function isLike(draft: ParagraphDraft, first: ParagraphDraft): boolean {
  const isSet = draft.alignment === 'left' || draft.alignment === 'justify';
  return (
    isSet &&
    draft.label === null &&
    draft.columnX0 === first.columnX0 &&
    draft.columnX1 === first.columnX1 &&
    Math.abs(draft.box.x0 - first.box.x0) <= 1.5
  );
}

/** Where the paragraphs begin and end between the edges of their box. */
function edgesIn(box: Box, group: readonly ParagraphDraft[], { alignment }: ParagraphDraft) {
  const x0 = Math.min(...group.map((draft) => draft.box.x0));
  const x1 = Math.max(...group.map((draft) => draft.box.x1));
  const leftPt = x0 - box.x0;
  if (alignment === 'center') {
    const isCentred = Math.abs(leftPt - (box.x1 - x1)) <= 2 * tolerancePt;
    return isCentred ? { x0: box.x0 + Math.min(4, leftPt), x1: box.x1 - Math.min(4, leftPt) } : null;
  }
  if (alignment === 'right') return null;
  return { x0, x1: group.some((draft) => draft.alignment === 'justify') ? x1 : Math.max(x1, box.x1 - leftPt) };
}

/** The paragraph a rule stands close below or above, when it is as wide as the rule. */
function ruledParagraph(
  { box, outline }: PageMark,
  columns: readonly ColumnLayout[],
): readonly [ParagraphDraft, ParagraphMark] | null {
  if (outline === null) return null;
  const drafts = columns
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.kind === 'paragraph' && block.box.x0 < box.x1 && block.box.x1 > box.x0)
    .filter((block) => block.kind === 'paragraph');
  const above = drafts.map((draft) => ({ draft, gapPt: box.y0 - bottomOf(draft), isAbove: true }));
  const below = drafts.map((draft) => ({ draft, gapPt: topOf(draft) - box.y0, isAbove: false }));
  const [nearest] = [...above, ...below]
    .filter(({ gapPt }) => gapPt > -tolerancePt && gapPt <= rulePt)
    .sort((first, second) => Math.abs(first.gapPt) - Math.abs(second.gapPt));
  if (nearest === undefined || !spans(box, nearest.draft)) return null;
  const { draft, gapPt, isAbove } = nearest;
  const border = { ...outline, spacePt: Math.max(0, gapPt) };
  const borders = { top: isAbove ? null : border, right: null, bottom: isAbove ? border : null, left: null };
  return [draft, { fill: null, borders, x0: box.x0, x1: box.x1, opens: !isAbove, closes: isAbove }];
}

/** Whether a rule begins where the paragraph does and ends where its lines may end, or well behind them. */
function spans(rule: Box, { alignment, box, columnX1, direction, fragments }: ParagraphDraft): boolean {
  if (direction === 'rtl' || alignment === 'right' || box.x1 > rule.x1 + 2) return false;
  const sparePt = fragments.length > 1 ? 0 : 0.1 * (box.x1 - box.x0);
  if (rule.x1 < columnX1 - 2 * tolerancePt && rule.x1 < box.x1 + sparePt) return false;
  if (alignment === 'center') return Math.abs(box.x0 + box.x1 - rule.x0 - rule.x1) <= 2 * tolerancePt;
  return Math.abs(rule.x0 - box.x0) <= tolerancePt;
}

function topOf({ fragments, box }: ParagraphDraft): number {
  const [first] = fragments;
  return first === undefined ? box.y0 : first.baseline - ascentEm * first.style.sizePt;
}

function bottomOf({ fragments, box }: ParagraphDraft): number {
  const last = fragments.at(-1);
  return last === undefined ? box.y1 : last.baseline + descentEm * last.style.sizePt;
}
