import type { Block } from './blocks.ts';

/** A running header or footer. */
export interface Furniture {
  readonly blocks: readonly Block[];
}

/** The headers or footers of a section; null where it has none of a kind. */
export interface FurnitureSet {
  readonly default: Furniture | null;
  readonly first: Furniture | null;
  readonly even: Furniture | null;
}

/** The columns of a section. */
export interface ColumnLayout {
  /** Widths of the columns and of the gaps after them; null for one column. */
  readonly widthsPt: readonly number[];
  readonly gapsPt: readonly number[];
  readonly separator: boolean;
}

/** The numerals that pages are numbered in. */
export type NumberFormat = 'decimal' | 'lower-roman' | 'upper-roman';

/** The pages of a section: size, margins, columns, headers and footers. */
export interface SectionLayout {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly marginTopPt: number;
  readonly marginRightPt: number;
  readonly marginBottomPt: number;
  readonly marginLeftPt: number;
  readonly headerDistancePt: number;
  readonly footerDistancePt: number;
  readonly columns: ColumnLayout | null;
  /** Whether the section begins on a new page or below the previous one. */
  readonly start: 'page' | 'continuous';
  /** The number of its first page, if the numbering does not continue. */
  readonly firstPageNumber: number | null;
  readonly pageNumberFormat: NumberFormat;
  readonly rightToLeft: boolean;
  readonly headers: FurnitureSet;
  readonly footers: FurnitureSet;
}

/** Numbers in the margin that count the lines of the text. */
export interface LineNumbering {
  /** A number is shown every this many lines. */
  readonly countBy: number;
  /** The number of the first line. */
  readonly start: number;
  readonly restart: 'page' | 'never';
  /** Distance from the text. */
  readonly distancePt: number;
}
