import type { Block, Inline, Paragraph } from '@platen/pdf-kit/flow-document';
import type { Box } from '@platen/pdf-kit/page-model';
import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';

/** The part of a paragraph that is in the next column, or on the next page. */
export interface Continuation {
  /** A space at the break ends the line before it: the column must not begin with one. */
  readonly beforeBreak: readonly Inline[];
  readonly inlines: readonly Inline[];
  readonly bottomY: number;
  /** How it would be set on its own, and whether the part before it is of one line, which tells little. */
  readonly format: Paragraph['format'];
  readonly followsOneLine: boolean;
}

/** Takes the blocks of the pages, one after the other, and puts them where they were. */
export interface PageFlow {
  /** Begins a page of the source. */
  beginPage(layout: PageLayout): void;
  beginBand(band: BandLayout): void;
  /** Begins the next column of the band. */
  beginColumn(index: number): void;
  /** Each block has a place of its own, whatever is before it. */
  readonly keepsPlaces: boolean;
  /** Where the last block of the column ends, on the page: the space before the next is counted from there. */
  readonly cursorY: number;
  /** Writes a block that ends at `bottomY`. `box` is where it was on the page. */
  place(block: Block, bottomY: number, box?: Box): void;
  /** Writes a block that is apart from the running text: a paragraph in a frame, or a floating table. */
  placeAside(block: Block): void;
  /** Leaves room before a table, which cannot do so itself. */
  spaceOut(gapPt: number): void;
  /** The column or page before is full: what follows continues from it by itself. */
  readonly runsOn: boolean;
  /** Joins a paragraph to the last one, across the break that is due; false when there is none to join. */
  joinLast(continuation: Continuation): boolean;
  /** Ends the last section. */
  finish(): void;
}
