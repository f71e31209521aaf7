import type { Border, Borders, Frame, ListItem, ParagraphFormat, RunStyle } from './formats.ts';

/** The blocks of a flow document, and what is in their lines. */

/** Where a block comes from. */
export interface SourcePlace {
  /** The page of the PDF that it begins on, from 1; not given for what is between the blocks of a page. */
  readonly pageNumber?: number;
}

/** A paragraph, a heading or an item of a list, and its place. */
export interface Paragraph extends SourcePlace {
  readonly kind: 'paragraph';
  /** 1–9 for a heading, `titleLevel` for the title of the document; 0 for body text. */
  readonly headingLevel: number;
  readonly format: ParagraphFormat;
  readonly list: ListItem | null;
  readonly inlines: readonly Inline[];
  /** Names to which links of the document lead. */
  readonly bookmarks: readonly string[];
  readonly pageBreakBefore: boolean;
  /** True if its lines stay on one page. Absent if a page break may separate them. */
  readonly keepsTogether?: boolean;
  /** True for a heading that may end a page, as it does in the source. Absent if it stays with the next paragraph. */
  readonly mayEndPage?: boolean;
  /** The frame of the paragraph; null in running text. */
  readonly frame: Frame | null;
}

/** A cell of a table, at its first row and column. */
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
  /** True if the row does not grow with its content. Rotated text would grow with the row, and the row with the text. */
  readonly isExact: boolean;
  /** True if the row is repeated at the top of each page. */
  readonly header: boolean;
  /** The cells that begin in this row, in order. Together with cells that span into this row, they fill all columns. */
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
   * The place of the top-left corner if text flows around the table, from the left edge of the page and from its top margin.
   * Null for a table in the running text.
   */
  readonly floating: { readonly xPt: number; readonly yPt: number } | null;
  /**
   * True if the cells are adjacent boxes and the gaps between them, which have no meaning as rows and columns. Absent
   * otherwise.
   */
  readonly isLayout?: true;
  readonly rows: readonly TableRow[];
}

/** A part of a document, from top to bottom. */
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
  /** The mark of the note, if it is not the next number. */
  readonly mark: string | null;
  readonly style: RunStyle;
  readonly blocks: readonly Block[];
}

/** Text with a link to an address or to a place in the document. */
export interface LinkInline {
  readonly kind: 'link';
  readonly target: { readonly url: string } | { readonly bookmark: string };
  readonly children: readonly Inline[];
}

/**
 * From where the y of a drawing is counted: from the top of the page (the default), or from the top of the first line of its
 * paragraph, with which it then moves.
 */
export type AnchorEdge = 'page' | 'line';

/** The place of a picture. */
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

/** A picture, in a line or at a place of its page. */
export interface PictureInline {
  readonly kind: 'picture';
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly widthPt: number;
  readonly heightPt: number;
  readonly alternativeText: string;
  readonly placement: PicturePlacement;
  /** How far a picture in a line extends below the baseline. Absent if it is on the baseline. */
  readonly belowBaselinePt?: number;
  /** Its opacity, from 0 to 1. Absent if it is opaque. */
  readonly opacity?: number;
  /** Its border. Absent if it has none. */
  readonly outline?: Border;
  /** The parts that are cut off at each side, as shares of its width and height. Absent if nothing is cut off. */
  readonly crop?: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>;
  /** True if only the ellipse in its box is shown. Absent otherwise. */
  readonly round?: true;
  /** The same picture without its texts, and the texts, for formats that can group both. Absent if it has no texts. */
  readonly layers?: PictureLayers;
}

/** A drawing without its level and upright texts, as PNG, and these texts. */
export interface PictureLayers {
  readonly bytes: Uint8Array;
  readonly texts: readonly PictureText[];
  /** Those that run up or down, counted from the top-left corner of the picture. */
  readonly upright: readonly TextBoxInline[];
}

/** A line of text, vertically centred in a box. The box is measured from the top-left corner of the picture. */
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
  /** 0 for a vertical line. */
  readonly widthPt: number;
  /** 0 for a horizontal line. */
  readonly heightPt: number;
  readonly fill: string | null;
  readonly outline: Border | null;
  /** The radius of its corners; absent for square ones. */
  readonly radiusPt?: number;
  /** Painted over a picture; absent for others. */
  readonly overPicture?: true;
}

/** Text outside of the paragraphs, such as rotated text, at a place measured from the left edge of the page. */
export interface TextBoxInline {
  readonly kind: 'text-box';
  readonly xPt: number;
  readonly yPt: number;
  readonly yFrom?: AnchorEdge;
  /** True if it is in front of text and pictures at its place. Absent if it is behind them. */
  readonly inFront?: boolean;
  readonly widthPt: number;
  readonly heightPt: number;
  /** The direction of its lines inside the box. */
  readonly direction: 'level' | 'upwards' | 'downwards';
  /** Clockwise rotation of the box about its centre, in degrees. */
  readonly rotationDegrees: number;
  readonly paragraphs: readonly Paragraph[];
}

/** A part of a line of a paragraph. */
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
