import type { Box } from '@platen/pdf-kit/page-model';
import type { BandLayout, PageLayout } from '../analysis/page-layout.ts';
import type { Block, FurnitureSet, Inline, Paragraph, RunStyle, SectionLayout } from '../document/types.ts';
import { spacerParagraph } from '../emit/spacer-paragraph.ts';

/** Where blocks and sections go: the writer of the document, or a list in a test. */
export interface FlowTarget {
  write(block: Block): void;
  endSection(section: SectionLayout): void;
}

export interface RunningSets {
  readonly headers: FurnitureSet;
  readonly footers: FurnitureSet;
  readonly headerDistancePt: number;
  readonly footerDistancePt: number;
}

/**
 * Sets pages one after the other: keeps track of where the last block ended, begins sections where the columns or the
 * size of the page change, and pages where the source begins one.
 */
export interface SectionFlow {
  /** Begins a page of the source. */
  beginPage(layout: PageLayout): void;
  beginBand(band: BandLayout): void;
  /** Begins the next column of the band. */
  beginColumn(index: number): void;
  /** Where the last block of the column ends, on the page. */
  readonly cursorY: number;
  /** Writes a block that ends at `bottomY`. `box` is where it stands on the page, for a layout of exact places. */
  place(block: Block, bottomY: number, box?: Box): void;
  /** Leaves room before a table, which cannot do so itself. */
  spaceOut(gapPt: number): void;
  /** Joins a paragraph to the last one, across the break that is due; false when there is none to join. */
  joinLast(inlines: readonly Inline[], bottomY: number): boolean;
  /** Ends the last section. */
  finish(): void;
}

/** Room kept free above the bottom margin, in points. */
const reservePt = 36;

/** No column is set narrower than this. */
const narrowestPt = 18;

interface OpenSection {
  readonly key: string;
  readonly layout: SectionLayout;
}

export function createSectionFlow(
  target: FlowTarget,
  running: RunningSets,
  body: RunStyle,
  layout: 'flow' | 'exact' = 'flow',
): SectionFlow {
  let section: OpenSection | null = null;
  let page: PageLayout | null = null;
  let pageIsFresh = false;
  let pendingBreak: 'page' | 'column' | null = null;
  /** The two blocks written last, held back because what follows may change their spacing. */
  let beforeLast: Block | null = null;
  let last: Block | null = null;
  let cursorY = 0;
  let bandTop = 0;
  let bandBottom = 0;
  let isFirstSection = true;
  /** By how much blocks of the column stand higher than they stood. */
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

  function endSection(): void {
    flushAll();
    if (section !== null) target.endSection(section.layout);
    section = null;
  }

  function openSection(band: BandLayout): void {
    if (page === null) return;
    const key = sectionKey(page, band);
    if (section?.key === key) {
      if (pageIsFresh) pendingBreak = 'page';
      return;
    }
    endSection();
    const start = pageIsFresh ? 'page' : 'continuous';
    section = { key, layout: sectionLayout(page, band, start, running, isFirstSection) };
    isFirstSection = false;
    pendingBreak = null;
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
    if (block.kind === 'table') {
      flushLast();
      last = withBreak(spacerParagraph(body), wanted);
      return block;
    }
    return withBreak(block, wanted);
  }

  /** The last blocks of a page give up room before them: what stands above may have grown by a little. */
  function raised(block: Block, bottomY: number): Block {
    if (block.kind !== 'paragraph' || page === null || section === null) return block;
    const { spaceBeforePt } = block.format;
    const limitY = page.page.heightPt - section.layout.marginBottomPt - reservePt;
    const lackingPt = Math.min(bottomY - raisedPt - limitY, 0.6 * spaceBeforePt);
    if (lackingPt <= 0) return block;
    raisedPt += lackingPt;
    return { ...block, format: { ...block.format, spaceBeforePt: spaceBeforePt - lackingPt } };
  }

  function place(block: Block, bottomY: number, box?: Box): void {
    const framed = layout === 'exact' && box !== undefined && block.kind === 'paragraph';
    const ready = applyBreak(framed ? framedParagraph(block, box) : raised(block, bottomY));
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
    get cursorY() {
      return cursorY;
    },
    beginPage(layout) {
      page = layout;
      pageIsFresh = true;
      cursorY = layout.frame.y0;
      bandBottom = cursorY;
    },
    beginBand(band) {
      alignColumns(band);
      openSection(band);
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
      pendingBreak = 'column';
    },
    place,
    spaceOut(gapPt) {
      if (gapPt < 0.5) return;
      if (last?.kind === 'paragraph' && pendingBreak === null) {
        last = { ...last, format: { ...last.format, spaceAfterPt: last.format.spaceAfterPt + gapPt } };
        cursorY += gapPt;
      } else place(spacerParagraph(body, gapPt), cursorY + gapPt);
    },
    joinLast(inlines, bottomY) {
      if (last?.kind !== 'paragraph' || pendingBreak === null || layout === 'exact') return false;
      moveSpaceBefore();
      last = { ...last, inlines: [...last.inlines, { kind: 'break', type: pendingBreak }, ...inlines] };
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

/** The paragraph in a frame where it stood: nothing moves, whatever the fonts of the reader do. */
function framedParagraph(paragraph: Paragraph, { x0, y0, x1, y1 }: Box): Paragraph {
  const format = { ...paragraph.format, indentLeftPt: 0, indentRightPt: 0, spaceBeforePt: 0, spaceAfterPt: 0 };
  return { ...paragraph, format, frame: { xPt: x0, yPt: y0, widthPt: x1 - x0 + 2, heightPt: y1 - y0 } };
}

function withBreak(paragraph: Paragraph, type: 'page' | 'column'): Paragraph {
  if (type === 'page') return { ...paragraph, pageBreakBefore: true };
  return { ...paragraph, inlines: [{ kind: 'break', type }, ...paragraph.inlines] };
}

/** Pages and bands with the same key are in the same section. */
function sectionKey({ page, frame }: PageLayout, { columns }: BandLayout): string {
  const edges = columns.length === 1 ? [] : columns.flatMap(({ x0, x1 }) => [Math.round(x0 / 4), Math.round(x1 / 4)]);
  return [Math.round(page.widthPt), Math.round(page.heightPt), Math.round(frame.x0), columns.length, ...edges].join(
    ' ',
  );
}

/** Room for the lines the pages have and three more, should a font run wider; pages are begun by breaks anyway. */
function bottomMargin({ page, frame }: PageLayout, { footers, footerDistancePt }: RunningSets): number {
  const footer = footers.default === null ? 14 : footerDistancePt + 12;
  const below = page.heightPt - frame.y1;
  return Math.max(Math.min(footer, below), Math.min(below - 42, 72));
}

function sectionLayout(
  layout: PageLayout,
  { columns }: BandLayout,
  start: 'page' | 'continuous',
  running: RunningSets,
  isFirst: boolean,
): SectionLayout {
  const { page, frame } = layout;
  const { headers, footers, headerDistancePt, footerDistancePt } = running;
  const ordered = [...columns].sort((first, second) => first.x0 - second.x0);
  const x0 = columns.length === 1 ? frame.x0 : (ordered[0]?.x0 ?? frame.x0);
  const x1 = columns.length === 1 ? frame.marginX1 : (ordered.at(-1)?.x1 ?? frame.marginX1);
  return {
    widthPt: page.widthPt,
    heightPt: page.heightPt,
    marginTopPt: frame.y0,
    marginRightPt: Math.max(0, page.widthPt - x1 - 0.5),
    marginBottomPt: bottomMargin(layout, running),
    marginLeftPt: x0,
    headerDistancePt,
    footerDistancePt,
    columns:
      columns.length === 1
        ? null
        : {
            // A little wider than the lines, so that rounding pushes no word down.
            widthsPt: ordered.map((column) => Math.max(narrowestPt, column.x1 - column.x0 + 0.5)),
            gapsPt: ordered
              .slice(1)
              .map((column, index) => column.x0 - (ordered[index]?.x1 ?? column.x0) - 0.5)
              .map((gap) => Math.max(0, gap)),
            separator: false,
          },
    start,
    firstPageNumber: null,
    rightToLeft: (columns[0]?.x0 ?? 0) > (columns.at(-1)?.x0 ?? 0),
    headers: { ...headers, first: isFirst ? headers.first : null },
    footers: { ...footers, first: isFirst ? footers.first : null },
  };
}
