import type { Box, Line, TextStyle, Word } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import type { Alignment, ListLevel } from '../model/formats.ts';

/** Words of one line that are in one column. */
export interface Fragment {
  readonly kind: 'text';
  readonly line: Line;
  readonly words: readonly Word[];
  readonly box: Box;
  readonly baseline: number;
  readonly style: TextStyle;
  readonly direction: 'ltr' | 'rtl';
  /** Words behind a tab that is no wider than a space; other rows show that it is one. */
  readonly tabbed?: ReadonlySet<Word>;
}

/** A table of the page, to be set where it is. */
export interface TableItem {
  readonly kind: 'table';
  readonly box: Box;
  readonly table: Table;
  /** Pictures in its cells. */
  readonly figures: readonly FigureItem[];
  /** Its cells are cards, and the gaps between them. */
  readonly isCards: boolean;
}

/** A picture, or a region of drawings that becomes one. */
export interface FigureItem {
  readonly kind: 'figure';
  readonly box: Box;
  /** Which raster picture of the page it is; null for a region that has to be drawn. */
  readonly pictureIndex: number | null;
  readonly alternativeText: string;
  /** What is written in a region of drawings, line by line. */
  readonly texts: readonly Fragment[];
  /** Text flows over it: a background or a frame. */
  readonly behindText: boolean;
}

/** A displayed formula that no line of text can hold: it becomes a picture, its number stays text. */
export interface FormulaItem {
  readonly kind: 'formula';
  readonly box: Box;
  /** What it consists of. */
  readonly words: ReadonlySet<Word>;
  /** How it is read aloud. */
  readonly alternativeText: string;
  /** Its number at the edge of the column. */
  readonly number: Fragment | null;
}

export type Item = Fragment | TableItem | FigureItem | FormulaItem;

/** Items that follow each other from top to bottom between two edges. */
export interface Column {
  readonly x0: number;
  /** Where the column ends, and with it the paragraphs set in it. */
  readonly x1: number;
  /** How far its lines reach: what the fit of words is measured against. */
  readonly reachX1: number;
  readonly items: readonly Item[];
}

/** A column of a band: stretches one below the other, narrower than it where something is beside them. */
export interface BandColumn {
  readonly x0: number;
  readonly x1: number;
  readonly stretches: readonly Column[];
  /** What is beside them, apart from the text that runs on. */
  readonly asides: readonly Column[];
}

/** A stretch of the page, full width, with its columns side by side in reading order. */
export interface Band {
  readonly y0: number;
  readonly y1: number;
  readonly columns: readonly BandColumn[];
}

/** A mark before the text of a list item. */
export interface ListLabel {
  readonly kind: 'bullet' | 'number';
  /** The label as it is: `•`, `(a)`, `2.1.` */
  readonly text: string;
  /** How many of the first fragment's words it takes. */
  readonly wordCount: number;
  /** What is around the number: `(`, `)`. */
  readonly prefix: string;
  readonly suffix: string;
  /** What the label counts, as far as it is known: an `i` may be a letter or a roman one. */
  readonly readings: readonly LabelReading[];
}

export interface LabelReading {
  readonly format: Exclude<ListLevel['format'], 'bullet'>;
  readonly value: number;
}

/** A paragraph as it was found: its lines, and how they are in their column. */
export interface ParagraphDraft {
  readonly kind: 'paragraph';
  readonly fragments: readonly Fragment[];
  readonly box: Box;
  readonly alignment: Alignment;
  readonly direction: 'ltr' | 'rtl';
  readonly columnX0: number;
  readonly columnX1: number;
  /** Distance of its baselines; null for a single line. */
  readonly pitchPt: number | null;
  readonly label: ListLabel | null;
  /** The author's tags say that it is a list item. */
  readonly taggedItem: boolean;
  /** Its last line has no room left: what follows on the next page may belong to it. */
  readonly endsFull: boolean;
  /** How much room its last line leaves, in points. */
  readonly roomPt: number;
  /** Where its column ends for the eye: left of `columnX1`, where nothing is written. Absent where that is not known. */
  readonly sharedX1?: number;
}

export type BlockDraft = ParagraphDraft | TableItem | FigureItem | FormulaItem;
