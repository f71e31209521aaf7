import {
  type Block,
  type FlowTarget,
  type Inline,
  type Paragraph,
  type RunStyle,
  type SectionLayout,
  spacerParagraph,
} from '@platen/pdf-kit/flow-document';
import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import { belowMargin } from './below-margin.ts';
import { joinedFormat } from './join-paragraphs.ts';
import { type RunningText, runsIntoNext, runsOn } from './page-ends.ts';
import type { PageFlow } from './page-flow.ts';
import { type RunningSets, sectionKey, sectionLayout, topOf } from './section-layout.ts';

/** Blocks at the foot of a page may be this much lower than they were, in points. */
const loweredPt = 6;

/** Pages whose columns begin this close to the same height share a section, in points. */
const sameTopPt = 3;

/** How the pages of the source end. */
interface PageEnds {
  /** Null where each page begins with a break. */
  readonly text: RunningText | null;
  /** How far the bottom margin may be lowered, in points, where each page does. */
  readonly spareBelowPt: number;
}

interface OpenSection {
  readonly key: string;
  readonly layout: SectionLayout;
}

/**
 * Sets pages one after the other as running text: keeps track of where the last block ended, begins sections where the
 * columns or the size of the page change, and pages where the source begins one.
 */
// Long: the methods of one flow share its page, its section and the blocks held back.
export function createSectionFlow(
  target: FlowTarget,
  running: RunningSets,
  body: RunStyle,
  { text, spareBelowPt }: PageEnds,
): PageFlow {
  let section: OpenSection | null = null;
  let page: PageLayout | null = null;
  let pageBefore: PageLayout | null = null;
  let band: BandLayout | null = null;
  let pageIsFresh = false;
  /** What is due before the next block; over a full page or column, text runs on by itself. */
  let pendingBreak: 'page' | 'column' | 'none' | null = null;
  /** The two blocks written last, held back because what follows may change their spacing. */
  let beforeLast: Block | null = null;
  let last: Block | null = null;
  let cursorY = 0;
  let pageTop = 0;
  let bandTop = 0;
  let bandBottom = 0;
  let isFirstSection = true;
  /** By how much blocks of the column are higher than they were. */
  let raisedPt = 0;

  function flushLast(): void {
    if (beforeLast !== null) target.write(beforeLast);
    beforeLast = last;
    last = null;
  }

  function flushAll(): void {
    flushLast();
    flushLast();
  }

  /** Whether a column of the band reaches the foot of the page, so that the next one follows by itself. */
  function fillsColumn(index: number): boolean {
    const [column, next] = [band?.columns[index], band?.columns[index + 1]];
    if (page === null || column === undefined || next === undefined) return false;
    return text !== null && band === page.bands.at(-1) && runsIntoNext(column, next, page);
  }

  function endSection(): void {
    flushAll();
    if (section !== null) target.endSection(section.layout);
    section = null;
  }

  function openSection(band: BandLayout): void {
    if (page === null) return;
    const key = sectionKey(page, band);
    const start = pageIsFresh ? 'page' : 'continuous';
    const topY = topOf(page, band, start, text);
    const countsAnew = pageIsFresh && running.numberRestarts.has(page.page.number);
    if (
      section?.key === key &&
      !countsAnew &&
      (!pageIsFresh || Math.abs(topY - section.layout.marginTopPt) <= sameTopPt)
    ) {
      if (pageIsFresh) pendingBreak = pageBefore !== null && runsOn(pageBefore, page) ? 'none' : 'page';
    } else {
      endSection();
      section = {
        key,
        layout: sectionLayout(page, band, { start, running, isFirst: isFirstSection, text, spareBelowPt }),
      };
      isFirstSection = false;
      pendingBreak = null;
    }
    if (pageIsFresh) {
      pageTop = section.layout.marginTopPt;
      bandBottom = pageTop;
    }
  }

  /** Some readers repeat the space before a paragraph at the break inside it: the block before it takes it over. */
  function moveSpaceBefore(): void {
    if (last?.kind !== 'paragraph' || beforeLast?.kind !== 'paragraph' || last.pageBreakBefore) return;
    if (last.inlines[0]?.kind === 'break') return;
    const { spaceBeforePt } = last.format;
    const { format } = beforeLast;
    beforeLast = { ...beforeLast, format: { ...format, spaceAfterPt: format.spaceAfterPt + spaceBeforePt } };
    last = { ...last, format: { ...last.format, spaceBeforePt: 0 } };
  }

  /** Columns begin side by side: the space above them goes to the block before. */
  function alignColumns(band: BandLayout): void {
    const gap = band.y0 - bandBottom;
    if (band.columns.length < 2 || gap < 1 || last?.kind !== 'paragraph' || pageIsFresh) return;
    last = { ...last, format: { ...last.format, spaceAfterPt: last.format.spaceAfterPt + gap } };
    bandBottom = band.y0;
  }

  function applyBreak(block: Block): Block {
    const wanted = pendingBreak;
    pendingBreak = null;
    if (wanted === null) return block;
    // It did not fit on the page before, which may have a little more room here.
    if (wanted === 'none') return block.kind === 'paragraph' ? { ...block, keepsTogether: true } : block;
    if (block.kind === 'table') {
      flushLast();
      last = withBreak(spacerParagraph(body), wanted);
      return block;
    }
    return withBreak(block, wanted);
  }

  /** The last blocks of a page give up room before them: what is above may have grown by a little. */
  function raised(block: Block, bottomY: number): Block {
    if (text !== null || block.kind !== 'paragraph' || page === null || section === null) return block;
    const { spaceBeforePt } = block.format;
    const limitY = page.page.heightPt - section.layout.marginBottomPt - spareBelowPt + loweredPt;
    const lackingPt = Math.min(bottomY - raisedPt - limitY, 0.6 * spaceBeforePt);
    if (lackingPt <= 0) return block;
    raisedPt += lackingPt;
    return { ...block, format: { ...block.format, spaceBeforePt: spaceBeforePt - lackingPt } };
  }

  function place(block: Block, bottomY: number): void {
    const ready = applyBreak(raised(belowMargin(block, pageTop), bottomY));
    if (ready.kind === 'table' && last?.kind === 'table') {
      flushLast();
      last = spacerParagraph(body);
    }
    flushLast();
    last = ready;
    cursorY = bottomY;
    bandBottom = Math.max(bandBottom, bottomY);
  }

  return {
    keepsPlaces: false,
    get runsOn() {
      return pendingBreak === 'none';
    },
    get cursorY() {
      return cursorY;
    },
    beginPage(layout) {
      pageBefore = page;
      page = layout;
      pageIsFresh = true;
      cursorY = layout.frame.y0;
      bandBottom = cursorY;
    },
    beginBand(next) {
      band = next;
      alignColumns(next);
      openSection(next);
      bandTop = bandBottom;
      cursorY = bandTop;
      raisedPt = 0;
      pageIsFresh = false;
    },
    beginColumn(index) {
      if (index === 0) return;
      bandBottom = Math.max(bandBottom, cursorY);
      cursorY = bandTop;
      raisedPt = 0;
      pendingBreak = fillsColumn(index - 1) ? 'none' : 'column';
    },
    place,
    placeAside(block) {
      // It belongs to the paragraph after it, which must not begin the page: readers disagree on which page it is.
      if (pendingBreak !== null) place(spacerParagraph(body), cursorY);
      flushAll();
      target.write(belowMargin(block, pageTop));
      if (block.kind === 'table') target.write(spacerParagraph(body));
    },
    spaceOut(gapPt) {
      if (gapPt < 0.5) return;
      if (last?.kind === 'paragraph' && pendingBreak === null) {
        last = { ...last, format: { ...last.format, spaceAfterPt: last.format.spaceAfterPt + gapPt } };
        cursorY += gapPt;
      } else place(spacerParagraph(body, gapPt), cursorY + gapPt);
    },
    joinLast({ beforeBreak, inlines, bottomY, format, followsOneLine }) {
      if (last?.kind !== 'paragraph' || pendingBreak === null) return false;
      moveSpaceBefore();
      last = {
        ...last,
        format: joinedFormat(last.format, format, followsOneLine),
        // A column that is not full ends where its author balanced it; pages fill by themselves.
        inlines: [...last.inlines, ...beforeBreak, ...(pendingBreak === 'column' ? [columnBreak] : []), ...inlines],
      };
      pendingBreak = null;
      cursorY = bottomY;
      bandBottom = Math.max(bandBottom, bottomY);
      return true;
    },
    finish() {
      endSection();
    },
  };
}

const columnBreak: Inline = { kind: 'break', type: 'column' };

function withBreak(paragraph: Paragraph, type: 'page' | 'column'): Paragraph {
  if (type === 'page') return { ...paragraph, pageBreakBefore: true };
  return { ...paragraph, inlines: [{ kind: 'break', type }, ...paragraph.inlines] };
}
