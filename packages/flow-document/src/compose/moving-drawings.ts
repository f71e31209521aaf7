import { boxHeight, createPlaceIndex, growBox, sharedArea } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { AnchoredInline } from './anchored-inline.ts';

/** LibreOffice counts the height of pictures from a line the other way round: they stay at their places. */
type MovingDrawing = Exclude<AnchoredInline, { kind: 'picture' }>;

/** What is drawn on a page: what moves with its text, and what stays at its place of the page. */
export interface MovingDrawings {
  readonly of: ReadonlyMap<ParagraphDraft, readonly MovingDrawing[]>;
  readonly rest: readonly AnchoredInline[];
}

/** A drawing taller than this share of the page is a background. */
const tallestShare = 0.5;
/** A drawing this close to the edge of the page, in points, runs off it. */
const bleedPt = 4;
/** A rule or a mark this far from a paragraph, in points, belongs to it. */
const nearPt = 24;

/**
 * Finds the paragraph that each drawing of a page is behind or next to: text that is written above them then moves both.
 * What is drawn over another never comes before it.
 */
export function findMovingDrawings(layout: PageLayout, drawings: readonly AnchoredInline[]): MovingDrawings {
  const { page, frame } = layout;
  const paragraphs = layout.bands.flatMap(movingParagraphs);
  const of = new Map<ParagraphDraft, MovingDrawing[]>();
  const rest: AnchoredInline[] = [];
  const placed = createPlaceIndex<{ readonly box: Box; readonly index: number }>();
  for (const drawing of drawings) {
    const box = boxOf(drawing);
    const bleeds =
      box.x0 < bleedPt || box.y0 < bleedPt || box.x1 > page.widthPt - bleedPt || box.y1 > page.heightPt - bleedPt;
    const isOfPage =
      bleeds || boxHeight(box) > tallestShare * page.heightPt || sharedArea(growBox(box, 1), frame) === 0;
    const own = isOfPage || drawing.kind === 'picture' ? -1 : indexOfNearest(paragraphs, box);
    const below = own < 0 ? [] : placed.touching(growBox(box, 1));
    const index = below
      .filter((other) => sharedArea(growBox(other.box, 1), growBox(box, 1)) > 0)
      .reduce((last, other) => Math.max(last, other.index), own);
    const draft = paragraphs[index];
    placed.add({ box, index }, growBox(box, 1));
    if (draft === undefined || drawing.kind === 'picture') rest.push(drawing);
    else if (!of.get(draft)?.push(drawing)) of.set(draft, [drawing]);
  }
  return { of, rest };
}

/**
 * The paragraphs that drawings can be anchored to: none apart from the running text, none behind a column break, where
 * LibreOffice takes the space before a paragraph with drawings away, and none from right to left, where it mirrors them.
 */
function movingParagraphs({ columns }: BandLayout): readonly ParagraphDraft[] {
  const blocks = columns.flatMap((column, index) => {
    const first = column.blocks.findIndex(({ kind }) => kind !== 'figure');
    return index === 0 ? column.blocks : column.blocks.slice(first + 1);
  });
  return blocks.filter((block) => block.kind === 'paragraph').filter(({ direction }) => direction !== 'rtl');
}

/** The first paragraph that a box is behind, or else the nearest one that is level with it, above or below; -1 for none. */
function indexOfNearest(paragraphs: readonly ParagraphDraft[], box: Box): number {
  const gaps = paragraphs.map(({ box: own }) => gapBetween(own, box));
  const least = Math.min(Number.POSITIVE_INFINITY, ...gaps);
  return least <= nearPt ? gaps.indexOf(least) : -1;
}

/** Nothing where boxes touch; infinite where one is neither beside the other nor above or below it. */
function gapBetween(first: Box, second: Box): number {
  const across = Math.max(0, first.x0 - second.x1, second.x0 - first.x1);
  const down = Math.max(0, first.y0 - second.y1, second.y0 - first.y1);
  return across > 0 && down > 0 ? Number.POSITIVE_INFINITY : across + down;
}

function boxOf(drawing: AnchoredInline): Box {
  const { xPt, yPt } = drawing.kind === 'picture' ? placeOf(drawing) : drawing;
  return { x0: xPt, y0: yPt, x1: xPt + drawing.widthPt, y1: yPt + drawing.heightPt };
}

function placeOf({ placement }: AnchoredInline & { kind: 'picture' }): { readonly xPt: number; readonly yPt: number } {
  return placement.kind === 'anchored' ? placement : { xPt: 0, yPt: 0 };
}

/** The drawing at its place from the line that begins at `lineY` of the page. */
export function fromLine(drawing: MovingDrawing, lineY: number): MovingDrawing {
  return { ...drawing, yPt: drawing.yPt - lineY, yFrom: 'line' };
}
