/**
 * The page model: what is on a page, as plain data.
 *
 * Every length is in points (1/72 inch, UserUnit applied). Every position is counted from the top-left corner of the
 * visible page (its CropBox), x to the right and y downwards, on the page *as it is read*: a `/Rotate` of the page is
 * already applied, so ordinary text runs left to right whatever the file says. Colours are `#rrggbb`.
 * Everything is structured-cloneable, so that it may cross from one worker to another.
 */

/** An axis-aligned rectangle, `x0 <= x1` and `y0 <= y1`. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A place on a page, in points from its top left corner, as it is shown. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the looks of text are recognised by. Fields are guesses from name, flags and shapes where the file does not say. */
export interface Font {
  /** PostScript name without its subset prefix, such as `Arial-BoldMT`. Empty for recognised text. */
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
  readonly serif: boolean;
  /** Symbols rather than letters (Wingdings, Symbol, ZapfDingbats). */
  readonly symbolic: boolean;
  /** Written top to bottom (a vertical CJK writing mode). */
  readonly vertical: boolean;
  /** Heights above and below the baseline in em; `descent` is negative. */
  readonly ascent: number;
  readonly descent: number;
}

/** How a glyph looks. Glyphs of the same look share one object. */
export interface TextStyle {
  readonly font: Font;
  /** Effective height of the em: font size times the scale of every matrix. */
  readonly sizePt: number;
  readonly color: string;
}

/** One drawn character. */
export interface Glyph {
  /** Unicode text; ligatures and presentation forms are spelled out, so it may be several characters. */
  readonly text: string;
  /** From the pen position to the next, and from ascent to descent. Axis-aligned even where the text is turned. */
  readonly box: Box;
  /** Where the pen was: the start of the glyph on its baseline. */
  readonly origin: Point;
  readonly style: TextStyle;
  /** How far the glyph is above (positive) or below the baseline of its line: superscripts, subscripts, rises. */
  readonly risePt: number;
  /** The marked-content id that ties the glyph to a `TagContent`; null outside tagged content. */
  readonly mcid: number | null;
  /** Marked by the author as furniture: running header, footer, page number, watermark. */
  readonly artifact: boolean;
  /** Not visible: drawn with render mode 3 (the text layer of a scan). */
  readonly hidden: boolean;
}

/** Glyphs with no space between them, in reading order: the first glyph of a right-to-left word is its rightmost. */
export interface Word {
  readonly text: string;
  readonly box: Box;
  readonly glyphs: readonly Glyph[];
  /** The style of most of its glyphs. */
  readonly style: TextStyle;
  /** Whether it is raised or lowered against its line and is smaller. */
  readonly script: 'normal' | 'superscript' | 'subscript';
  /** 0–1 for recognised text; null for text of the file. */
  readonly confidence: number | null;
  /** A recognised amount that was read otherwise as well, however sure the confidence. */
  readonly disputed?: true;
  /** A space parts it from the next word of its line. False before an attached superscript and between CJK pieces. */
  readonly spaceAfter: boolean;
  /** The spaces the file has behind it, no-break ones as such. Absent where it has none. */
  readonly typedSpaces?: string;
}

/**
 * Words on one baseline. A gap wider than 1.5 em ends a line: what follows it is another column, cell or block. On a
 * printed spreadsheet every piece of text that was placed by itself is a line, however close the next one is.
 */
export interface Line {
  /** Words in reading order, with their spaces. */
  readonly text: string;
  readonly box: Box;
  readonly words: readonly Word[];
  /** The baseline: its y for level text, its x for text turned by 90° or 270°. */
  readonly baseline: number;
  /** The style of most of its glyphs. */
  readonly style: TextStyle;
  /** Degrees clockwise from level: 0, 90 (reads downwards), 180, 270 (reads upwards), or any angle in between. */
  readonly angle: number;
  readonly direction: 'ltr' | 'rtl';
  /** Its place in the drawing order of the page, from 0: spreadsheets draw one cell after the other. */
  readonly order: number;
}

/** A straight level or upright stroke, or a filled rectangle thin enough to be one. Clipped to what is visible. */
export interface Rule {
  readonly orientation: 'horizontal' | 'vertical';
  /** The middle of the stroke: from (x0, y0) to (x1, y1), with `y0 = y1` or `x0 = x1`. */
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly widthPt: number;
  readonly color: string;
  readonly dashed: boolean;
}

/** A stroked rectangle. Its four sides are among the page's rules too. */
export interface OutlinedBox {
  readonly box: Box;
  readonly widthPt: number;
  readonly color: string;
  /** Colour inside, or null when empty. */
  readonly fill: string | null;
}

/** A filled rectangle that is no rule. In drawing order: a later one covers an earlier one. */
export interface Fill {
  readonly box: Box;
  readonly color: string;
  /** Drawn as a shape of an office program: a text box, the ground of a chart. Absent for others. */
  readonly isShape?: true;
}

/** A painted path that is neither rule nor rectangle: a curve, a slanted line, a polygon; part of a chart or logo. */
export interface Drawing {
  readonly box: Box;
  /** What a soft mask shows only in part is `masked`: a shadow, a picture that fades out. */
  readonly kind: 'curve' | 'polygon' | 'line' | 'shading' | 'masked';
  readonly strokeColor: string | null;
  readonly fillColor: string | null;
  /** Where it is a rectangle with round corners: how wide its stroke is, 0 without one. */
  readonly roundedBox?: { readonly strokeWidthPt: number };
}

/** A raster image on the page. Its bytes come from `PageModelDocument.readPicture`. */
export interface Picture {
  readonly pageNumber: number;
  /** Which picture of the page, in drawing order from 0. */
  readonly index: number;
  /** The visible part. */
  readonly box: Box;
  readonly widthPx: number;
  readonly heightPx: number;
  /** A stencil: one colour through a bit mask. */
  readonly mask: boolean;
  /** Degrees clockwise that the bytes must be turned by to look as on the page: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Whether the bytes must be mirrored left to right (before the rotation) to look as on the page. */
  readonly mirrored: boolean;
  /** How much of it covers what is below, from 0 to 1; not given where all of it does. */
  readonly opacity?: number;
}

/** A picture as a file that browsers and Word open. */
export interface EncodedPicture {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** An area of a page that leads somewhere. */
export interface Link {
  readonly box: Box;
  /** An address outside the document that is safe to follow (see `safeAddress`), or null. */
  readonly url: string | null;
  /** A place in the document, or null. */
  readonly destination: Destination | null;
}

/** A place in the document that links and outline entries lead to; pages are counted from 1, `y` is in points. */
export interface Destination {
  readonly pageNumber: number;
  /** Top of the place on its page; null for the whole page. */
  readonly y: number | null;
}

/** A field of a form where it is shown on its page. */
export interface FormValue {
  readonly box: Box;
  readonly name: string;
  readonly kind: 'text' | 'checkbox' | 'radio' | 'choice' | 'signature' | 'button';
  /** What is filled in; empty when nothing is. */
  readonly value: string;
  /** For check boxes and radio buttons; null for the others. */
  readonly checked: boolean | null;
  /** The whole of its value is among the text of the page, as the file draws it. */
  readonly isShown: boolean;
  /** Its letters are drawn one to a cell. */
  readonly isComb: boolean;
}

/** An element of the structure tree. Roles are mapped to the standard ones (`H1`, `P`, `Table`, `TH`, …). */
export interface Tag {
  readonly kind: 'tag';
  readonly role: string;
  readonly alt: string | null;
  readonly lang: string | null;
  /** How many rows and columns a `TH` or `TD` spans: 1 unless said. */
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly children: readonly (Tag | TagContent)[];
}

/** The glyphs of this page whose `mcid` is this one. */
export interface TagContent {
  readonly kind: 'content';
  readonly mcid: number;
}

/** What could not be read of a page; `code` is stable, in CAPITALS_WITH_UNDERSCORES. */
export interface PageWarning {
  readonly code: string;
  readonly message: string;
}

/**
 * What the page is made of: `text` has readable text; `scanned` is covered by a picture, or drawn as outlines, and
 * has no text;
 * `scanned-with-text` is such a picture over or under an invisible layer of recognised text; `blank` has neither.
 */
export type PageKind = 'text' | 'scanned' | 'scanned-with-text' | 'blank';

/** All that a page shows, in points from its top left corner. */
export interface Page {
  /** Counted from 1. */
  readonly number: number;
  readonly widthPt: number;
  readonly heightPt: number;
  /** The `/Rotate` of the file, already applied: 0, 90, 180 or 270. For information. */
  readonly rotation: number;
  /** How far `turnPage` turned it clockwise from how it is shown. */
  readonly turned: 0 | 90 | 270;
  readonly kind: PageKind;
  /** From top to bottom as drawn, not in reading order; each line's words are in reading order. */
  readonly lines: readonly Line[];
  /**
   * The text of the file that the page shows, in the order it is drawn and before lines are made out: to check that no word of it
   * is lost. Empty where the text is recognised.
   */
  readonly drawnText: string;
  /** The text of the file that is on the page and not shown: invisible, in a layer switched off, or outside its clipping path. */
  readonly hiddenText: string;
  /** Where text is whose characters the file does not tell. What the lines there say is noise, or nothing. */
  readonly unreadable: readonly Box[];
  readonly rules: readonly Rule[];
  readonly boxes: readonly OutlinedBox[];
  readonly fills: readonly Fill[];
  readonly drawings: readonly Drawing[];
  readonly pictures: readonly Picture[];
  readonly links: readonly Link[];
  readonly formValues: readonly FormValue[];
  /** The root of this page's part of the structure tree; null in an untagged document. */
  readonly tags: Tag | null;
  /** What had to be left out. */
  readonly warnings: readonly PageWarning[];
}
