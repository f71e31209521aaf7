/** The JSON that `output: json` writes; `schema/tables.schema.json` describes it for other languages. */
export interface TablesDocument {
  readonly format: 'platen-tables';
  /** Increases when readers of the previous version would misread the file. */
  readonly version: 1;
  readonly tables: readonly TableJson[];
  /** Text outside tables, in the order of the pages. */
  readonly lines: readonly TextLineJson[];
}

/** Where a table or line begins in the workbook that the same options give: its sheet, and its row from 1. */
export interface SheetPlaceJson {
  readonly sheet: string;
  readonly row: number;
}

/** A table; one over several pages is one. */
export interface TableJson extends SheetPlaceJson {
  /** A `form` has labels with values, or addresses, without columns. */
  readonly kind: 'table' | 'form';
  /** The line that names the table, or null. */
  readonly title: string | null;
  /** Its first and last page, from 1. */
  readonly pages: readonly [first: number, last: number];
  /** The confidence that this is a table, 0 to 1. */
  readonly confidence: number;
  /** Number of header rows at the top; 0 if there are none or it is unknown. */
  readonly headerRows: number;
  readonly columnCount: number;
  /**
   * Its rows, each with `columnCount` entries. An entry is null if nothing is printed there, or if a spanning cell covers
   * it.
   */
  readonly rows: readonly (readonly (TableCellJson | null)[])[];
}

/** The type and value of a text. */
export type TextValueJson =
  | { readonly text: string; readonly type: 'text'; readonly value: string }
  /** A share of 14.5% is 0.145; an amount has the sign of its side. */
  | { readonly text: string; readonly type: 'number'; readonly value: number }
  /** A day in ISO 8601, such as `2024-03-05`. */
  | { readonly text: string; readonly type: 'date'; readonly value: string };

/** The place of a text, and whether it must be compared with the page. */
export interface PrintedTextJson {
  /** Left, top, right and bottom, in points from the top-left corner of the page. */
  readonly box: readonly [x0: number, y0: number, x1: number, y1: number];
  /** The confidence of the recognition, 0 to 1; null for text that the file contains. */
  readonly confidence: number | null;
  /** Codes of the warnings of the job that concern this text. */
  readonly warnings: readonly CellWarning[];
}

/** Why a value must be compared with the page. */
export type CellWarning = 'FIGURES_IN_DOUBT' | 'SUMS_DIFFER' | 'COLUMNS_BY_BALANCE';

/** A cell, at the top-left of the entries that it spans. */
export type TableCellJson = TextValueJson &
  PrintedTextJson & {
    /** The page that it is printed on, from 1. */
    readonly page: number;
    /** 1 when absent. */
    readonly rowSpan?: number;
    readonly columnSpan?: number;
  };

/** A line of text: one text, or a label with its value. */
export interface TextLineJson extends SheetPlaceJson {
  readonly page: number;
  readonly texts: readonly (TextValueJson & PrintedTextJson)[];
}
