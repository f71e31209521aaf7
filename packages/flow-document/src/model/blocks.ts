import type { Border, Borders, Frame, ListItem, ParagraphFormat, RunStyle } from './formats.ts';

/** The blocks of a flow document, and what is in their lines. */

/** Where a block comes from. */
export interface SourcePlace {
  /** The page of the PDF that it begins on, from 1; not given for what is between the blocks of a page. */
  readonly pageNumber?: number;
}

/** A paragraph, a heading or an item of a list, and where it stands. */
export interface Paragraph extends SourcePlace {
  readonly kind: 'paragraph';
  /** 1–9 for a heading, `titleLevel` for the title of the document; 0 for body text. */
  readonly headingLevel: number;
  readonly format: ParagraphFormat;
  readonly list: ListItem | null;
  readonly inlines: readonly Inline[];
  /** Names that links of the document point at. */
  readonly bookmarks: readonly string[];
  readonly pageBreakBefore: boolean;
  /** Its lines stay on one page; not given where they may part. */
  readonly keepsTogether?: boolean;
  /** A heading that may end a page, as it does in the source; not given where it stays with the paragraph after it. */
  readonly mayEndPage?: boolean;
  /** Null in running text, which is where paragraphs belong unless positions come first. */
  readonly frame: Frame | null;
}

/** A cell, at its first row and column. */
export interface TableCellContent {
  readonly columnSpan: number;
  readonly rowSpan: number;
  readonly fill: string | null;
  readonly borders: Borders;
  readonly verticalAlignment: 'top' | 'center' | 'bottom';
  readonly textDirection: 'level' | 'downwards' | 'upwards';
  readonly blocks: readonly Block[];
}

/** A row of a table. */
export interface TableRow {
  readonly heightPt: number;
  /** It does not grow with its content: turned text would grow with the row, and the row with the text. */
  readonly isExact: boolean;
  /** Repeated at the top of each page. */
  readonly header: boolean;
  /** Those that begin in this row, in order. Together with those that reach down into it they fill all columns. */
  readonly cells: readonly TableCellContent[];
}

/** A table of fixed column widths. */
export interface TableBlock extends SourcePlace {
  readonly kind: 'table';
  readonly columnWidthsPt: readonly number[];
  readonly indentLeftPt: number;
  readonly cellPaddingPt: number;
  readonly rightToLeft: boolean;
  /**
   * Where its top-left corner is when text flows around it, from the left of the page and from its top margin; null for
   * a table of the running text.
   */
  readonly floating: { readonly xPt: number; readonly yPt: number } | null;
  /** Its cells are boxes side by side and the gaps between them: no rows and columns to be read as such. Absent for others. */
  readonly isLayout?: true;
  readonly rows: readonly TableRow[];
}

/** What a document consists of from top to bottom. */
export type Block = Paragraph | TableBlock;

/** Text of one look. */
export interface TextRun {
  readonly kind: 'text';
  readonly text: string;
  readonly style: RunStyle;
}

/** A tab, which leads to the next stop of the paragraph. */
export interface TabInline {
  readonly kind: 'tab';
  readonly style: RunStyle;
}

/** A break inside a paragraph. `line` only where the author broke the line by hand. */
export interface BreakInline {
  readonly kind: 'break';
  readonly type: 'line' | 'column' | 'page';
}

/** The number of the page, as a field. */
export interface PageNumberInline {
  readonly kind: 'page-number';
  readonly field: 'page' | 'page-count';
  readonly style: RunStyle;
  /** What the field shows until it is updated. */
  readonly text: string;
}

/** A reference to a note, with the note. */
export interface FootnoteInline {
  readonly kind: 'footnote';
  /** What refers to it, where it is not the number that follows the note before. */
  readonly mark: string | null;
  readonly style: RunStyle;
  readonly blocks: readonly Block[];
}

/** Text that leads to an address or to a place in the document. */
export interface LinkInline {
  readonly kind: 'link';
  readonly target: { readonly url: string } | { readonly bookmark: string };
  readonly children: readonly Inline[];
}

/**
 * What the y of a drawing is counted from: the top of the page, or that of the first line of the paragraph that it is in,
 * which it moves with. The page where it is not given.
 */
export type AnchorEdge = 'page' | 'line';

/** Where a picture is. */
export type PicturePlacement =
  | { readonly kind: 'inline' }
  | {
      readonly kind: 'anchored';
      /** From the top-left corner of the page. */
      readonly xPt: number;
      readonly yPt: number;
      /** Whether text flows around it or over it. */
      readonly wrap: 'around' | 'behind';
    };

/** A picture, in its line or at a place of its page. */
export interface PictureInline {
  readonly kind: 'picture';
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly widthPt: number;
  readonly heightPt: number;
  readonly alternativeText: string;
  readonly placement: PicturePlacement;
  /** How far a picture in its line reaches below the baseline; not given where it is on it. */
  readonly belowBaselinePt?: number;
  /** How much of it covers what is below, from 0 to 1; not given where all of it does. */
  readonly opacity?: number;
  /** A border around it; not given where it has none. */
  readonly outline?: Border;
  /** What of it is not shown at each side, as shares of its width and height; not given where all of it is. */
  readonly crop?: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>;
  /** Only the ellipse in its box is shown; not given where all of the box is. */
  readonly round?: true;
  /** The same picture with its texts as text, for formats that can group the two; not given where it has none. */
  readonly layers?: PictureLayers;
}

/** A drawing without its level and upright texts, as PNG, and these texts. */
export interface PictureLayers {
  readonly bytes: Uint8Array;
  readonly texts: readonly PictureText[];
  /** Those that run up or down, counted from the top-left corner of the picture. */
  readonly upright: readonly TextBoxInline[];
}

/** A line of text at half the height of a box, which is counted from the top-left corner of its picture. */
export interface PictureText {
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly alignment: 'left' | 'center' | 'right';
  readonly runs: readonly TextRun[];
}

/** A rectangle or a straight line behind the text, counted from the left edge of the page. */
export interface ShapeInline {
  readonly kind: 'shape';
  readonly xPt: number;
  readonly yPt: number;
  readonly yFrom?: AnchorEdge;
  /** Nothing for an upright line. */
  readonly widthPt: number;
  /** Nothing for a level line. */
  readonly heightPt: number;
  readonly fill: string | null;
  readonly outline: Border | null;
  /** The radius of its corners; absent for square ones. */
  readonly radiusPt?: number;
}

/** Text that does not run with the paragraphs: turned, at a place counted from the left edge of the page. */
export interface TextBoxInline {
  readonly kind: 'text-box';
  readonly xPt: number;
  readonly yPt: number;
  readonly yFrom?: AnchorEdge;
  /** Whether it is on the text and the pictures of its place; it is behind them where this is not given. */
  readonly inFront?: boolean;
  readonly widthPt: number;
  readonly heightPt: number;
  /** Where its lines run inside the box. */
  readonly direction: 'level' | 'upwards' | 'downwards';
  /** How far the box is turned clockwise about its middle. */
  readonly rotationDegrees: number;
  readonly paragraphs: readonly Paragraph[];
}

/** What a line of a paragraph consists of. */
export type Inline =
  | TextRun
  | TabInline
  | BreakInline
  | PageNumberInline
  | FootnoteInline
  | LinkInline
  | PictureInline
  | ShapeInline
  | TextBoxInline;
