import type { Box, Line } from '../page-model.ts';

/** One cell of a table. Rows and columns are counted from 0; a spanning cell is at its top-left position. */
export interface TableCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly box: Box;
  /** Its text from top to bottom: pieces of the page's lines. */
  readonly lines: readonly Line[];
  /** The lines joined by line feeds. */
  readonly text: string;
  /** Colour of its background, or null. */
  readonly fill: string | null;
  /** The sides that are ruled. */
  readonly borders: {
    readonly top: boolean;
    readonly right: boolean;
    readonly bottom: boolean;
    readonly left: boolean;
  };
}

/** How a table was found. */
export type TableKind = 'tagged' | 'ruled' | 'half-ruled' | 'unruled';

/** A table on one page. Cells cover the grid without overlap; positions without text have an empty cell. */
export interface Table {
  readonly pageNumber: number;
  readonly kind: TableKind;
  readonly box: Box;
  readonly rowCount: number;
  readonly columnCount: number;
  /** Borders between columns, left to right, `columnCount + 1` of them, in points. */
  readonly columnCuts: readonly number[];
  /** Borders between rows, top to bottom, `rowCount + 1` of them, in points. */
  readonly rowCuts: readonly number[];
  /** In row order, then column order. */
  readonly cells: readonly TableCell[];
  /** How many rows at the top are header; 0 when there is none or it is not known. */
  readonly headerRows: number;
  /** 0–1. */
  readonly confidence: number;
  /**
   * Clockwise rotation of the table on its page in degrees: 0, 90 or 270. Its boxes are in page coordinates; its rows,
   * columns, cuts and the lines in its cells are in those of the rotated page.
   */
  readonly angle: number;
}

/** Adjacent headings, each in a box, which determine the columns below. */
export interface HeaderBoxes {
  readonly box: Box;
  /** The positions where the boxes meet, including the outer sides. */
  readonly cuts: readonly number[];
}
