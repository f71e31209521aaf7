import type { Block, Border, Paragraph } from './types.ts';

/** How characters look. */
export interface RunStyle {
  /** The family a reader of the document would pick in the font box. */
  readonly fontName: string;
  readonly sizePt: number;
  readonly color: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly highlight: string | null;
  readonly script: 'normal' | 'superscript' | 'subscript';
  /** Added between characters, so that a substitute font keeps the width of the lines. */
  readonly letterSpacingPt: number;
  /** The width of characters as a factor of their own: below 1 where a substitute stands in for a condensed face. */
  readonly widthScale: number;
  readonly rightToLeft: boolean;
}

export interface TextRun {
  readonly kind: 'text';
  readonly text: string;
  readonly style: RunStyle;
}

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

export interface FootnoteInline {
  readonly kind: 'footnote';
  readonly style: RunStyle;
  readonly blocks: readonly Block[];
}

export interface LinkInline {
  readonly kind: 'link';
  readonly target: { readonly url: string } | { readonly bookmark: string };
  readonly children: readonly Inline[];
}

export type PicturePlacement =
  | { readonly kind: 'inline' }
  | {
      readonly kind: 'anchored';
      /** From the top-left corner of the page. */
      readonly xPt: number;
      readonly yPt: number;
      readonly wrap: 'square' | 'top-and-bottom' | 'behind' | 'in-front';
    };

export interface PictureInline {
  readonly kind: 'picture';
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly widthPt: number;
  readonly heightPt: number;
  readonly alternativeText: string;
  readonly placement: PicturePlacement;
}

/** A rectangle or a straight line behind the text, counted from the top-left corner of the page. */
export interface ShapeInline {
  readonly kind: 'shape';
  readonly xPt: number;
  readonly yPt: number;
  /** Nothing for an upright line. */
  readonly widthPt: number;
  /** Nothing for a level line. */
  readonly heightPt: number;
  readonly fill: string | null;
  readonly outline: Border | null;
}

/** Text that does not run with the paragraphs: turned, behind them, at a place counted from the corner of the page. */
export interface TextBoxInline {
  readonly kind: 'text-box';
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
  readonly heightPt: number;
  /** Where its lines run inside the box. */
  readonly direction: 'level' | 'upwards' | 'downwards';
  /** How far the box is turned clockwise about its middle. */
  readonly rotationDegrees: number;
  readonly paragraphs: readonly Paragraph[];
}

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
