import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { Block, Paragraph } from '../model/blocks.ts';
import type { FlowTarget } from '../model/flow-document-writer.ts';
import type { RunStyle } from '../model/formats.ts';
import { spacerParagraph } from '../model/spacer-paragraph.ts';
import { belowMargin } from './below-margin.ts';
import type { ColumnItem, Continuation } from './composed-column.ts';
import { createFlowCursor } from './flow-cursor.ts';
import { createHeldBlocks } from './held-blocks.ts';
import { createOpenSection, type PageEnds } from './open-section.ts';
import { endsWithNotes, lastBlock, runsIntoNext, runsOn } from './page-ends.ts';
import type { PageFlow } from './page-flow.ts';
import type { OpenPart, RunningLookup } from './section-layout.ts';
import type { WrittenHeights } from './written-heights.ts';

/** Blocks at the foot of a page may move down this far, in points, before space above them is cut. */
const loweredPt = 6;
/** At most this share of the space before a block is removed to keep it on its page. */
const maxSpaceReduction = 0.6;

/** Columns at the foot of a page need so much room below them, in points: LibreOffice lays them out forever where they just fit. */
const columnsSparePt = 15;

/** What is due before the next block; a soft break comes by itself where a page or column is full. */
type PendingBreak = 'page' | 'column' | 'soft';

/**
 * Sets pages one after the other as running text: keeps track of where the last block ended, begins sections where the
 * columns or the size of the page change, and pages where the source begins one.
 */
// Long: the methods of one flow share its page, its band and the break that is due.
export function createSectionFlow(
  target: FlowTarget,
  runningOn: RunningLookup,
  part: OpenPart,
  body: RunStyle,
  ends: PageEnds,
  heights: WrittenHeights,
): PageFlow {
  const held = createHeldBlocks(target, body);
  const endsWithBreaks = ends.runningText === null;
  const section = createOpenSection(runningOn, part, ends, held.endSection);
  const cursor = createFlowCursor();
  let page: PageLayout | null = null;
  let pageBefore: PageLayout | null = null;
  let band: BandLayout | null = null;
  let atPageStart = false;
  let continues = false;
  let atBandStart = false;
  let pendingBreak: PendingBreak | null = null;

  /** Whether a column of the band reaches the foot of the page, so that the next one follows by itself. */
  function fillsColumn(index: number): boolean {
    const [column, next] = [band?.columns[index], band?.columns[index + 1]];
    if (page === null || column === undefined || next === undefined) return false;
    // Where lines may move up to the page before, text must not follow them below the notes of the column.
    if (continues && endsWithNotes(column, next)) return false;
    return !endsWithBreaks && band === page.bands.at(-1) && runsIntoNext(column, next, page, heights);
  }

  /** Columns begin side by side: the space above them goes to the block before. */
  function alignColumns(next: BandLayout): void {
    const gapPt = next.y0 - cursor.bandBottom;
    if (next.columns.length < 2 || gapPt < 1 || atPageStart) return;
    if (held.addSpaceBelow(gapPt - cutAbove(next, gapPt))) cursor.extendBand(next.y0);
  }

  /** How much of the space above columns at the foot of a page goes, so that they have room to spare; none if they run on. */
  function cutAbove(next: BandLayout, gapPt: number): number {
    if (page === null || section.layout === null || next !== page.bands.at(-1)) return 0;
    if (next.columns.some((_, index) => fillsColumn(index))) return 0;
    const lowestY = page.page.heightPt - section.layout.marginBottomPt - columnsSparePt;
    return Math.min(Math.max(0, next.y1 - lowestY), maxSpaceReduction * gapPt);
  }

  function enterSection(next: BandLayout): void {
    if (page === null) return;
    if (section.enter(page, next, { isFirstOfPage: atPageStart, continues })) pendingBreak = null;
    else if (atPageStart) pendingBreak = pageBefore !== null && runsOn(pageBefore, page, heights) ? 'soft' : 'page';
    if (pendingBreak === 'soft') held.endPage();
    if (atPageStart) cursor.beginText(section.layout?.marginTopPt ?? 0);
  }

  /** Shrinks space before the last blocks: rendered text above may be slightly taller than in the source. */
  function withReducedSpaceBefore(block: Block, bottomY: number): Block {
    if (!endsWithBreaks || block.kind !== 'paragraph' || page === null || section.layout === null) return block;
    const { spaceBeforePt } = block.format;
    const lowestY = page.page.heightPt - section.layout.marginBottomPt - ends.spareBelowPt + loweredPt;
    const lackingPt = Math.min(bottomY - cursor.raisedPt - lowestY, maxSpaceReduction * spaceBeforePt);
    if (lackingPt <= 0) return block;
    cursor.raise(lackingPt);
    return { ...block, format: { ...block.format, spaceBeforePt: spaceBeforePt - lackingPt } };
  }

  /**
   * A paragraph that text runs on to has no space above it, but may stand in the middle of a page later. It has the space
   * that was counted on where it was found not to fit on the page before.
   */
  function withUsualSpaceBefore(block: Block): Block {
    const above = lastBlock(pageBefore ?? undefined);
    const [first] = band?.columns.length === 1 ? (band.columns[0]?.blocks ?? []) : [];
    if (pendingBreak !== 'soft' || block.kind !== 'paragraph' || above === undefined || first === undefined)
      return block;
    const spaceBeforePt = Math.max(block.format.spaceBeforePt, heights.usualSpaceBetween(above, first));
    return { ...block, format: { ...block.format, spaceBeforePt } };
  }

  function place(block: Block, bottomY: number): void {
    const fitted = withUsualSpaceBefore(withReducedSpaceBefore(belowMargin(block, cursor.pageTop), bottomY));
    const lowered = atBandStart && band !== null && band.columns.length > 1 ? withSpacer(fitted, body) : [fitted];
    atBandStart = false;
    for (const [index, each] of lowered.entries()) {
      for (const broken of withPendingBreak(each, index === 0 ? pendingBreak : null, body)) held.add(broken);
    }
    pendingBreak = null;
    cursor.endBlock(bottomY);
  }

  function placeAside(block: Block): void {
    // It belongs to the paragraph after it, which must not begin the page: word processors disagree on which page it is.
    if (pendingBreak !== null) place(spacerParagraph(body), cursor.y);
    held.addAside(belowMargin(block, cursor.pageTop));
  }

  function leaveGap(heightPt: number): void {
    if (pendingBreak === null && held.addSpaceBelow(heightPt)) cursor.moveDown(heightPt);
    else place(spacerParagraph(body, heightPt), cursor.y + heightPt);
  }

  function continueLast(continuation: Continuation): void {
    // A column that is not full ends where its author balanced it; pages fill by themselves.
    held.continueLast(continuation, pendingBreak === 'column');
    pendingBreak = null;
    cursor.endBlock(continuation.bottomY);
  }

  function putItem(item: ColumnItem): void {
    if (item.kind === 'placed') place(item.block, item.bottomY);
    else if (item.kind === 'aside') placeAside(item.block);
    else if (item.kind === 'gap') leaveGap(item.heightPt);
    else continueLast(item);
  }

  return {
    beginPage(layout, continuesSentence) {
      pageBefore = page;
      continues = continuesSentence;
      page = layout;
      atPageStart = true;
      cursor.beginPage(layout.frame.y0);
    },
    beginBand(next) {
      band = next;
      // A band of drawings alone, which the text below it holds, leaves its page to the next band to begin.
      atPageStart ||= pendingBreak === 'page';
      alignColumns(next);
      enterSection(next);
      cursor.beginBand();
      atPageStart = false;
      atBandStart = true;
    },
    beginColumn(index) {
      if (index > 0) {
        cursor.beginNextColumn();
        pendingBreak = fillsColumn(index - 1) ? 'soft' : 'column';
      }
      const mayContinue = held.lastKind === 'paragraph' && pendingBreak !== null;
      return { cursorY: cursor.y, runsOn: pendingBreak === 'soft', mayContinue };
    },
    put(items) {
      for (const item of items) putItem(item);
      return cursor.y;
    },
    finish: () => section.end(),
  };
}

/** More space than this, in points, is no rounding. */
const leastSpacerPt = 4;

/** LibreOffice sets all columns lower by the space before the first paragraph of the first one: a paragraph takes it. */
function withSpacer(block: Block, body: RunStyle): readonly Block[] {
  if (block.kind !== 'paragraph' || block.format.spaceBeforePt < leastSpacerPt) return [block];
  const { spaceBeforePt } = block.format;
  return [spacerParagraph(body, spaceBeforePt), { ...block, format: { ...block.format, spaceBeforePt: 0 } }];
}

/** The block with the break due before it; a table cannot have one itself. */
function withPendingBreak(block: Block, type: PendingBreak | null, body: RunStyle): readonly Block[] {
  if (type === null) return [block];
  // It did not fit on the page before, which may have a little more room here.
  if (type === 'soft') return [block.kind === 'paragraph' ? { ...block, keepsTogether: true } : block];
  return block.kind === 'table' ? [withBreak(spacerParagraph(body), type), block] : [withBreak(block, type)];
}

function withBreak(paragraph: Paragraph, type: 'page' | 'column'): Paragraph {
  if (type === 'page') return { ...paragraph, pageBreakBefore: true };
  return { ...paragraph, inlines: [{ kind: 'break', type }, ...paragraph.inlines] };
}
