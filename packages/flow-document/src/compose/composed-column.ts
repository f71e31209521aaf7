import type { Box } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { Block, Inline, Paragraph } from '../model/blocks.ts';
import type { AnchoredInline } from './anchored-inline.ts';
import type { Bookmark } from './composition-facts.ts';

/** What a column consists of, from top to bottom. Heights are those of the page. */
export type ColumnItem = PlacedBlock | AsideBlock | TableGap | Continuation;

/** A block of the running text. */
export interface PlacedBlock {
  readonly kind: 'placed';
  readonly block: Block;
  /** Where it ends. */
  readonly bottomY: number;
  /** Where it was on the page; null for what was not on it. */
  readonly box: Box | null;
}

/** A block that is apart from the running text: a paragraph in a frame, or a floating table. */
export interface AsideBlock {
  readonly kind: 'aside';
  readonly block: Block;
}

/** Room before a table, which cannot have it itself. */
export interface TableGap {
  readonly kind: 'gap';
  readonly heightPt: number;
}

/** The part of a paragraph that is in the next column, or on the next page. */
export interface Continuation {
  readonly kind: 'continuation';
  /** A space at the break ends the line before it: the column must not begin with one. */
  readonly beforeBreak: readonly Inline[];
  readonly inlines: readonly Inline[];
  readonly bottomY: number;
  /** How it would be set on its own, and whether the part before it is of one line, which tells little. */
  readonly format: Paragraph['format'];
  readonly followsOneLine: boolean;
}

/** How the flow is where a column begins. */
export interface ColumnStart {
  /** Where the first block of the column may begin, on the page. */
  readonly cursorY: number;
  /** The column or page before is full: what follows continues from it by itself. */
  readonly runsOn: boolean;
  /** The last block is a paragraph and a break is due: a paragraph may continue over it. */
  readonly mayContinue: boolean;
}

/** What is handed on from column to column. */
export interface CarriedOver {
  /** Pictures and shapes still to be anchored to a paragraph of the page. */
  readonly drawings: readonly AnchoredInline[];
  /** Bookmarks of the page that no paragraph has yet, from top to bottom. */
  readonly bookmarks: readonly Bookmark[];
  /** The paragraph set last, which the next column or page may continue. */
  readonly open: ParagraphDraft | null;
}

/** A column as it goes into the flow. */
export interface ComposedColumn {
  readonly items: readonly ColumnItem[];
  readonly carried: CarriedOver;
}
