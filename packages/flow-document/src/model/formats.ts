/** How text, paragraphs and lists of a flow document look. Lengths are in points, colours `#rrggbb`. */

export type Alignment = 'left' | 'center' | 'right' | 'justify';

/** How far baselines are apart, in points but for a multiple. */
export type LineSpacing =
  /** A multiple of the font's own line height. */
  | { readonly rule: 'multiple'; readonly value: number }
  | { readonly rule: 'exact' | 'at-least'; readonly value: number };

/** Where a tab leads to, and what fills the way there. */
export interface TabStop {
  /** From the left edge of the column. */
  readonly positionPt: number;
  readonly alignment: 'left' | 'center' | 'right' | 'decimal';
  readonly leader: 'none' | 'dot' | 'hyphen' | 'underscore';
}

/** A line along an edge. */
export interface Border {
  readonly widthPt: number;
  readonly color: string;
  readonly style: 'single' | 'dashed';
}

/** The borders of a cell. */
export interface Borders {
  readonly top: Border | null;
  readonly right: Border | null;
  readonly bottom: Border | null;
  readonly left: Border | null;
}

/** A border of a paragraph, and how far it is from the text. */
export interface ParagraphBorder extends Border {
  readonly spacePt: number;
}

/** Paragraphs with the same borders and indents that follow each other are in one box. */
export interface ParagraphBorders {
  readonly top: ParagraphBorder | null;
  readonly right: ParagraphBorder | null;
  readonly bottom: ParagraphBorder | null;
  readonly left: ParagraphBorder | null;
}

/** How a paragraph is set. */
export interface ParagraphFormat {
  readonly alignment: Alignment;
  readonly indentLeftPt: number;
  readonly indentRightPt: number;
  /** Indent of the first line against the others; negative for a hanging one. */
  readonly firstLinePt: number;
  readonly spaceBeforePt: number;
  readonly spaceAfterPt: number;
  readonly lineSpacing: LineSpacing;
  readonly rightToLeft: boolean;
  readonly tabStops: readonly TabStop[];
  readonly fill: string | null;
  readonly borders: ParagraphBorders | null;
  /** How what is in one line is set against each other: text on a picture's foot, or at half its height. */
  readonly lineAlignment: 'baseline' | 'center';
}

/** Which list a paragraph is an item of, and its level, from 0. */
export interface ListItem {
  readonly listId: string;
  readonly level: number;
  /** How its label looks where the level does not say; absent where it looks like the text beside it. */
  readonly labelStyle?: Pick<RunStyle, 'bold' | 'italic' | 'color'> & Partial<Pick<RunStyle, 'sizePt'>>;
}

/** A place on the page that holds a paragraph and is as high as its lines; neighbours with the same frame share it. */
export interface Frame {
  /** From the top-left corner of the page. */
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
}

/** One way a list marks its items. Levels follow each other from 0. */
export interface ListLevel {
  readonly format:
    | 'bullet'
    | 'decimal'
    | 'lower-letter'
    | 'upper-letter'
    | 'lower-roman'
    | 'upper-roman'
    | 'chinese'
    | 'circled';
  /** The bullet, or the number with `%1` in place of the counter of level 0, `%2` of level 1, and so on. */
  readonly label: string;
  readonly start: number;
  readonly indentLeftPt: number;
  readonly hangingPt: number;
  /** Whether the text begins right behind the label, as in Chinese, and not at an edge of its own. */
  readonly isTight: boolean;
  /** What of the look of the label differs from its paragraph; null for nothing. */
  readonly labelStyle: Partial<Pick<RunStyle, 'fontName' | 'color' | 'bold' | 'italic' | 'sizePt'>> | null;
}

/** A list: how each of its levels is marked. */
export interface ListDefinition {
  readonly id: string;
  readonly levels: readonly ListLevel[];
}

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
  /** BCP 47; not given for what is in the language of the document. */
  readonly lang?: string;
}
