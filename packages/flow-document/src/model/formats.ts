/** How text, paragraphs and lists of a flow document look. Lengths are in points, colours `#rrggbb`. */

export type Alignment = 'left' | 'center' | 'right' | 'justify';

/** The distance of baselines, in points or as a multiple. */
export type LineSpacing =
  /** A multiple of the font's own line height. */
  | { readonly rule: 'multiple'; readonly value: number }
  | { readonly rule: 'exact' | 'at-least'; readonly value: number };

/** The position of a tab stop, and the leader before it. */
export interface TabStop {
  /** From the left edge of the column. */
  readonly positionPt: number;
  readonly alignment: 'left' | 'center' | 'right' | 'decimal';
  readonly leader: 'none' | 'dot' | 'hyphen' | 'underscore';
}

/** A border line along an edge. */
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

/** A border of a paragraph, and its distance from the text. */
export interface ParagraphBorder extends Border {
  readonly spacePt: number;
}

/** The borders of a paragraph. Adjacent paragraphs with the same borders and indents share one box. */
export interface ParagraphBorders {
  readonly top: ParagraphBorder | null;
  readonly right: ParagraphBorder | null;
  readonly bottom: ParagraphBorder | null;
  readonly left: ParagraphBorder | null;
}

/** The format of a paragraph. */
export interface ParagraphFormat {
  readonly alignment: Alignment;
  readonly indentLeftPt: number;
  readonly indentRightPt: number;
  /** Indent of the first line relative to the others; negative for a hanging indent. */
  readonly firstLinePt: number;
  readonly spaceBeforePt: number;
  readonly spaceAfterPt: number;
  readonly lineSpacing: LineSpacing;
  readonly rightToLeft: boolean;
  readonly tabStops: readonly TabStop[];
  readonly fill: string | null;
  readonly borders: ParagraphBorders | null;
  /** Vertical alignment within a line: text at the bottom of a picture, or at half its height. */
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

/** One level of a list, with the labels of its items. Levels are counted from 0. */
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
  /** The bullet, or the number with `%1` for the counter of level 0, `%2` for that of level 1, and so on. */
  readonly label: string;
  readonly start: number;
  readonly indentLeftPt: number;
  readonly hangingPt: number;
  /** True if the text begins right after the label, as in Chinese, and not at a separate indent. */
  readonly isTight: boolean;
  /** Properties of the label that differ from those of its paragraph; null for none. */
  readonly labelStyle: Partial<Pick<RunStyle, 'fontName' | 'color' | 'bold' | 'italic' | 'sizePt'>> | null;
}

/** A list, with the labels of each level. */
export interface ListDefinition {
  readonly id: string;
  readonly levels: readonly ListLevel[];
}

/** The look of characters. */
export interface RunStyle {
  /** The font family, as a person would choose it in a word processor. */
  readonly fontName: string;
  readonly sizePt: number;
  readonly color: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly highlight: string | null;
  readonly script: 'normal' | 'superscript' | 'subscript';
  /** Space that is added between characters, so that a substitute font keeps the width of the lines. */
  readonly letterSpacingPt: number;
  /** A factor for the width of characters: below 1 if a substitute font replaces a condensed one. */
  readonly widthScale: number;
  readonly rightToLeft: boolean;
  /** Language as a BCP 47 tag. Absent for text in the language of the document. */
  readonly lang?: string;
}
