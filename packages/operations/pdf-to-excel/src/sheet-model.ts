import type { Box } from '@platen/pdf-kit/page-model';

/** A table as it goes into a workbook: light enough to cross from one worker to another. */
export interface SheetTable {
  readonly firstPage: number;
  readonly lastPage: number;
  readonly rowCount: number;
  /** Borders between columns, left to right, in points. */
  readonly columnCuts: readonly number[];
  /** Whether only running lines are above it on its first page, or below it on its last. */
  readonly fromTop: boolean;
  /** The line right above it on its first page, or null. */
  readonly caption: string | null;
  readonly toBottom: boolean;
  readonly isCarried: boolean;
  readonly hasTextBelow: boolean;
  readonly headerRows: number;
  /** The line that names the table, or null. */
  readonly title: string | null;
  /** The same for parts of one table on several pages; null where that is not known. */
  readonly chain: string | null;
  /** Labels with values and addresses. */
  readonly isForm: boolean;
  /** The confidence that this is a table, 0 to 1. */
  readonly confidence: number;
  readonly cells: readonly SheetCell[];
}

export interface SheetCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** Where it is printed: its page, and its box on that in points from the top-left corner. */
  readonly page: number;
  readonly box: Box;
  /** Its lines, parted by line feeds. */
  readonly text: string;
  /** The text in pieces by style, if it has superscripts or subscripts; null for plain text. */
  readonly runs: readonly TextRun[] | null;
  readonly recognition: Recognition | null;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string;
  readonly fill: string | null;
  readonly align: 'left' | 'center' | 'right';
  readonly borders: {
    readonly top: boolean;
    readonly right: boolean;
    readonly bottom: boolean;
    readonly left: boolean;
  };
}

/** How a recognised text was read; null for text of the file. */
export interface Recognition {
  /** The lowest confidence of its words, 0–1. */
  readonly confidence: number;
  /** The same of those with figures; null without any. */
  readonly figureConfidence: number | null;
  /** Whether another reading of the page had a different amount there. */
  readonly disputed: boolean;
}

export interface TextRun {
  readonly text: string;
  readonly script: 'normal' | 'superscript' | 'subscript';
}

/** A line of text between tables: one text, or a label with what is beside it. */
export interface SheetLine {
  readonly page: number;
  readonly texts: readonly {
    readonly text: string;
    readonly box: Box;
    readonly bold: boolean;
    readonly recognition: Recognition | null;
  }[];
}

/** What a page contributes to the workbook, from top to bottom. */
export interface SheetPage {
  readonly pageNumber: number;
  /** All dates with a year on the page, as printed. */
  readonly dates: readonly string[];
  readonly items: readonly SheetItem[];
  /** Amounts, dates and identifiers of the page, as printed, that are in none of the items. */
  readonly leftOut: readonly string[];
}

export type SheetItem =
  | { readonly kind: 'table'; readonly table: SheetTable }
  /** `isDetail`: a line with a value, where only tables are asked for. */
  | { readonly kind: 'line'; readonly line: SheetLine; readonly isDetail: boolean };
