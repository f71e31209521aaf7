import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { RunningPart } from '../analysis/running/running-parts.ts';
import type { BlockDraft } from '../analysis/types.ts';
import type { FurnitureSet, SectionLayout } from '../model/sections.ts';
import type { MarginBelowBreaks, RunningText } from './page-ends.ts';

/** The running lines of a part of the document, and how far from the edges of the page they are. */
export interface RunningSets {
  readonly headers: FurnitureSet;
  readonly footers: FurnitureSet;
  readonly headerDistancePt: number;
  readonly footerDistancePt: number;
  /** Where the headers end, from the top of the page; 0 without any. */
  readonly headerBottomPt: number;
  /** How its pages are numbered. */
  readonly numbering: Pick<RunningPart, 'numberOffset' | 'numberFormat' | 'countsOn'>;
}

/** Whose running lines and numbers were written last: only the first section of a part begins them. */
export interface OpenPart {
  running: RunningSets | null;
}

/** The running lines of the part that a page is in. */
export type RunningLookup = (page: PageLayout['page']) => RunningSets;

/** No column is set narrower than this. */
const narrowestPt = 18;

/** Edges of columns this close to each other are the same, in points, and those of pages. */
const sameColumnPt = 2;
const samePagePt = 0.5;

/** What all pages and bands of a section share: the size of the page, its margin, the edges of its columns. */
export interface SectionShape {
  readonly page: readonly number[];
  readonly columns: readonly number[];
}

export function sectionShape({ page, frame }: PageLayout, { columns }: BandLayout): SectionShape {
  return {
    page: [page.widthPt, page.heightPt, frame.x0],
    columns: columns.length === 1 ? [] : columns.flatMap(({ x0, x1 }) => [x0, x1]),
  };
}

export function haveSameShape(first: SectionShape, second: SectionShape): boolean {
  return areNear(first.page, second.page, samePagePt) && areNear(first.columns, second.columns, sameColumnPt);
}

function areNear(first: readonly number[], second: readonly number[], distancePt: number): boolean {
  return (
    first.length === second.length &&
    first.every((value, index) => Math.abs(value - (second[index] ?? Number.NaN)) <= distancePt)
  );
}

/** Height above the baseline of a first line, in em, that its face needs. */
const ascentEm = 1;

/**
 * Where the text of a page begins. Columns begin where the highest of them did: LibreOffice sets all columns lower by
 * the space before the first paragraph of the first one.
 */
export function topOf(
  { frame }: PageLayout,
  { columns }: Pick<BandLayout, 'columns'>,
  runningText: RunningText | null,
  { headerBottomPt }: Pick<RunningSets, 'headerBottomPt'>,
): number {
  // A header that reaches into the body, as a letterhead beside a logo does, pushes it down.
  const top = Math.max(frame.y0, headerBottomPt);
  if (columns.length === 1) return Math.max(top, frame.y0 + (runningText?.headroomPt ?? 0));
  const tops = columns.flatMap(({ blocks }) => blocks.slice(0, 1)).map(topOfBlock);
  return Math.max(top, Math.min(...tops));
}

function topOfBlock(block: BlockDraft): number {
  const first = block.kind === 'paragraph' ? block.fragments[0] : undefined;
  return first === undefined ? block.box.y0 : first.baseline - ascentEm * first.style.sizePt;
}

/**
 * Where text runs on from page to page, the margin it had. Elsewhere room for the lines the pages have and some more,
 * should a font run wider: those pages are begun by breaks anyway.
 */
function bottomMargin(
  { page, frame }: PageLayout,
  { footers, footerDistancePt }: RunningSets,
  { runningText, spareBelowPt, widestBelowPt }: Pick<SectionContext, 'runningText' | keyof MarginBelowBreaks>,
): number {
  const footer = footers.default === null ? 14 : footerDistancePt + 12;
  const below = page.heightPt - frame.y1;
  if (runningText !== null) return Math.max(Math.min(footer, below), below - runningText.spareBelowPt);
  return Math.max(Math.min(footer, below), Math.min(below - spareBelowPt, widestBelowPt));
}

/** Null where pages just count on. Word knows no numbers below 0. */
function firstNumberOf({ number }: PageLayout['page'], { numbering }: RunningSets): number | null {
  const printed = number + numbering.numberOffset;
  return numbering.countsOn || printed < 0 ? null : printed;
}

export interface SectionContext extends MarginBelowBreaks {
  readonly start: SectionLayout['start'];
  /** Where the first section of its page begins, from the top of the page. */
  readonly topPt: number;
  readonly running: RunningSets;
  /** The first section of the part. */
  readonly isFirst: boolean;
  /** Null where each page ends with a break. */
  readonly runningText: RunningText | null;
}

/** The section of a band: margins and columns as they were, with the running lines of the document. */
export function sectionLayout(
  layout: PageLayout,
  { columns }: BandLayout,
  { start, topPt, running, isFirst, ...ends }: SectionContext,
): SectionLayout {
  const { page, frame } = layout;
  const { headers, footers, headerDistancePt, footerDistancePt } = running;
  const ordered = [...columns].sort((first, second) => first.x0 - second.x0);
  const x0 = columns.length === 1 ? frame.x0 : (ordered[0]?.x0 ?? frame.x0);
  const x1 = columns.length === 1 ? frame.marginX1 : (ordered.at(-1)?.x1 ?? frame.marginX1);
  return {
    widthPt: page.widthPt,
    heightPt: page.heightPt,
    marginTopPt: topPt,
    marginRightPt: Math.max(0, page.widthPt - x1 - 0.5),
    marginBottomPt: bottomMargin(layout, running, ends),
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
    firstPageNumber: isFirst ? firstNumberOf(page, running) : null,
    pageNumberFormat: running.numbering.numberFormat,
    rightToLeft: (columns[0]?.x0 ?? 0) > (columns.at(-1)?.x0 ?? 0),
    headers: { ...headers, first: isFirst ? headers.first : null },
    footers: { ...footers, first: isFirst ? footers.first : null },
  };
}
