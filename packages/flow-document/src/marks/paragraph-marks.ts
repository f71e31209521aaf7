import { sharedArea } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import type { ColumnLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { ParagraphBorders } from '../model/formats.ts';
import { type DrawnBox, drawnBoxes, isLevelRule, meetsUpright, sameEdgePt } from './drawn-boxes.ts';
import type { PageMark } from './page-marks.ts';
import { textBottom, textTop } from './text-edges.ts';

/** What is drawn around a paragraph, as part of it: it moves with the text. */
export interface ParagraphMark {
  readonly fill: string | null;
  readonly borders: ParagraphBorders;
  /** The edges of the paragraph that its borders keep their distance from. */
  readonly x0: number;
  readonly x1: number;
  /** Its first and its last paragraph have what is above and below the box; one on its own has both. */
  readonly opens: boolean;
  readonly closes: boolean;
}

export interface ParagraphMarks {
  readonly of: ReadonlyMap<ParagraphDraft, ParagraphMark>;
  /** The marks that belong to the page. */
  readonly rest: readonly PageMark[];
}

/** Word lets a border are this far from its text, in points. */
const farthestPt = 31;
/** A rule this close to a paragraph belongs to it, in points. */
const rulePt = 14;
/** A panel that comes closer to its text has no padding, in points. */
const leastPaddingPt = 2;

/**
 * Finds the panels and boxes that are around whole paragraphs, and the rules above and below one, as wide as it is.
 * Everything else stays where it is on the page.
 */
export function findParagraphMarks(layout: Pick<PageLayout, 'bands'>, marks: readonly PageMark[]): ParagraphMarks {
  const of = new Map<ParagraphDraft, ParagraphMark>();
  const taken = new Set<PageMark>();
  const columns = layout.bands.flatMap((band) => band.columns);
  for (const box of drawnBoxes(marks)) {
    const group = groupIn(box.box, columns);
    const found = group === null ? null : boxedGroup(group, box);
    if (found === null) continue;
    for (const [draft, mark] of found) of.set(draft, mark);
    for (const mark of box.marks) taken.add(mark);
  }
  for (const mark of marks) {
    if (taken.has(mark) || !isLevelRule(mark) || marks.some((other) => meetsUpright(mark, other))) continue;
    const found = ruledParagraph(mark, columns);
    if (found === null || of.has(found[0])) continue;
    of.set(...found);
    taken.add(mark);
  }
  return { of, rest: marks.filter((mark) => !taken.has(mark)) };
}

/** The paragraphs in a box: all that is in it, one after the other in one column. */
function groupIn(box: Box, columns: readonly ColumnLayout[]): readonly ParagraphDraft[] | null {
  const group: ParagraphDraft[] = [];
  for (const { blocks, asides } of columns) {
    if (asides.some((aside) => aside.blocks.some((block) => sharedArea(block.box, box) > 0))) return null;
    const touched = blocks.filter((block) => sharedArea(block.box, box) > 0);
    if (touched.length > 0 && group.length > 0) return null;
    for (const block of touched) {
      const isInside = block.box.y0 > box.y0 - sameEdgePt && block.box.y1 < box.y1 + sameEdgePt;
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
    top: textTop(first) - box.y0,
    right: box.x1 - edges.x1,
    bottom: box.y1 - textBottom(last),
    left: edges.x0 - box.x0,
  };
  if (Object.values(spaces).some((space) => space < -sameEdgePt || space > farthestPt)) return null;
  const side = (name: keyof typeof spaces) => {
    // What is filled reaches as far as the borders are off.
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
    const isCentred = Math.abs(leftPt - (box.x1 - x1)) <= 2 * sameEdgePt;
    return isCentred ? { x0: box.x0 + Math.min(4, leftPt), x1: box.x1 - Math.min(4, leftPt) } : null;
  }
  if (alignment === 'right') return null;
  // A line on its own would break where its face runs a little wider.
  const lines = group.filter(({ fragments }) => fragments.length === 1).map((draft) => draft.box.x1);
  const neededX1 = x0 + 1.1 * (Math.max(x0, ...lines) - x0);
  if (neededX1 > box.x1) return null;
  const isFlush = group.some((draft) => draft.alignment === 'justify');
  return { x0, x1: isFlush ? x1 : Math.max(x1, neededX1, box.x1 - leftPt) };
}

/** The paragraph a rule is close below or above, when it is as wide as the rule. */
function ruledParagraph(
  { box, outline }: PageMark,
  columns: readonly ColumnLayout[],
): readonly [ParagraphDraft, ParagraphMark] | null {
  if (outline === null) return null;
  const drafts = columns
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.kind === 'paragraph')
    .filter((draft) => draft.box.x0 < box.x1 && draft.box.x1 > box.x0);
  const above = drafts.map((draft) => ({ draft, gapPt: box.y0 - textBottom(draft), isAbove: true }));
  const below = drafts.map((draft) => ({ draft, gapPt: textTop(draft) - box.y0, isAbove: false }));
  const [nearest] = [...above, ...below]
    .filter(({ gapPt }) => gapPt > -sameEdgePt && gapPt <= rulePt)
    .sort((first, second) => Math.abs(first.gapPt) - Math.abs(second.gapPt));
  if (nearest === undefined || !spans(box, nearest.draft)) return null;
  const { draft, gapPt, isAbove } = nearest;
  const border = { ...outline, spacePt: Math.max(0, gapPt) };
  const borders = { top: isAbove ? null : border, right: null, bottom: isAbove ? border : null, left: null };
  return [draft, { fill: null, borders, x0: box.x0, x1: box.x1, opens: true, closes: true }];
}

/** Whether a rule begins where the paragraph does and ends where its lines may end, or well behind them. */
function spans(rule: Box, { alignment, box, columnX1, direction, fragments }: ParagraphDraft): boolean {
  if (direction === 'rtl' || alignment === 'right' || box.x1 > rule.x1 + 2) return false;
  const sparePt = fragments.length > 1 ? 0 : 0.1 * (box.x1 - box.x0);
  if (rule.x1 < columnX1 - 2 * sameEdgePt && rule.x1 < box.x1 + sparePt) return false;
  if (alignment === 'center') return Math.abs(box.x0 + box.x1 - rule.x0 - rule.x1) <= 2 * sameEdgePt;
  return Math.abs(rule.x0 - box.x0) <= sameEdgePt;
}
