import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { ColumnItem, ColumnStart } from './composed-column.ts';

/** Takes the columns of the pages, one after the other, and puts them into sections and pages of the document. */
export interface PageFlow {
  /** Begins a page of the source; `continues` where its first line goes on with the sentence of the page before. */
  beginPage(layout: PageLayout, continues: boolean): void;
  beginBand(band: BandLayout): void;
  /** Begins a column of the band. */
  beginColumn(index: number): ColumnStart;
  /** Writes what is in the column; returns where it ends on the page. */
  put(items: readonly ColumnItem[]): number;
  /** Ends the last section. Another page may still begin one. */
  finish(): void;
}
