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

/** A position on a page as shown, in points from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The font of a text. Fields that the file lacks are guessed from its name, flags and letter shapes. */
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

/** The style of a glyph. Glyphs of the same style share one object. */
export interface TextStyle {
  readonly font: Font;
  /** The effective font size: scaled by all matrices. */
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
  /** Which outline it is drawn by, where its font draws its character by several on the page. Absent otherwise. */
  readonly variant?: number;
  /** What an icon shows, by the file or its font. Absent where neither says it, and for characters. */
  readonly description?: string;
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
  /** A space separates it from the next word of its line. False before an attached superscript and between CJK pieces. */
  readonly spaceAfter: boolean;
  /** The spaces after it in the file, no-break spaces included. Absent if there are none. */
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
  /** Degrees clockwise from horizontal: 0, 90 (reads downwards), 180, 270 (reads upwards), or any angle in between. */
  readonly angle: number;
  readonly direction: 'ltr' | 'rtl';
  /** Its place in the drawing order of the page, from 0: spreadsheets draw one cell after the other. */
  readonly order: number;
}

/** A horizontal or vertical stroke, or a filled rectangle thin enough to be one. Clipped to its visible part. */
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
  /** Fill colour, or null for none. */
  readonly fill: string | null;
  /** The radius of its corners; half of its height and width for a circle. Absent for square corners. */
  readonly radiusPt?: number;
}

/** A filled rectangle that is not a rule. In drawing order: later ones cover earlier ones. */
export interface Fill {
  readonly box: Box;
  readonly color: string;
  /** Drawn like a shape of an office program: a text box, the background of a chart. Absent for others. */
  readonly isShape?: true;
  /** Filled with a gradient or with tiles, for which `color` stands. Absent for others. */
  readonly patterned?: true;
  /** The radius of its corners; half of its height and width for a circle. Absent for square corners. */
  readonly radiusPt?: number;
  /** Painted over a picture of the page. Absent for others. */
  readonly overPicture?: true;
}

/** A painted path that is neither rule nor rectangle: a curve, a slanted line, a polygon; part of a chart or logo. */
export interface Drawing {
  readonly box: Box;
  /** `masked` is what a soft mask makes partly transparent: a shadow, a picture that fades out. */
  readonly kind: 'curve' | 'polygon' | 'line' | 'shading' | 'masked';
  readonly strokeColor: string | null;
  readonly fillColor: string | null;
  /** Filled with a gradient or with tiles, for which `fillColor` stands. Absent for others. */
  readonly patterned?: true;
  /** For a rectangle with round corners: their radius, and the width of its stroke, 0 without one. */
  readonly roundedBox?: { readonly strokeWidthPt: number; readonly radiusPt: number };
  /** For a whole circle: the width of its stroke, 0 without one. */
  readonly circle?: { readonly strokeWidthPt: number };
  /** Painted over a picture of the page. Absent for others. */
  readonly overPicture?: true;
}

/** A raster image on the page. Its bytes come from `PageModelDocument.readPicture`. */
export interface Picture {
  readonly pageNumber: number;
  /** The index of the picture on its page, in drawing order from 0. */
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
  /** Its opacity, from 0 to 1; absent if opaque. */
  readonly opacity?: number;
  /** What of it is outside its clip and not in `box`; absent where all of it is visible. */
  readonly crop?: Crop;
  /** Only the ellipse in its box is shown. Absent where all of the box is. */
  readonly round?: true;
}

/** How much of a picture is cut off at each of its sides as it is on the page, as shares of its width and height. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A picture as a file that browsers and Word open. */
export interface EncodedPicture {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A link area of a page. */
export interface Link {
  readonly box: Box;
  /** An address outside the document that is safe to follow (see `safeAddress`), or null. */
  readonly url: string | null;
  /** A destination in the document, or null. */
  readonly destination: Destination | null;
}

/** A destination of links and outline entries in the document; pages are counted from 1, `y` is in points. */
export interface Destination {
  readonly pageNumber: number;
  /** The top of the destination on its page; null for the whole page. */
  readonly y: number | null;
}

/** A form field at its position on the page. */
export interface FormValue {
  readonly box: Box;
  readonly name: string;
  readonly kind: 'text' | 'checkbox' | 'radio' | 'choice' | 'signature' | 'button';
  /** Its value; empty if not filled in. */
  readonly value: string;
  /** For check boxes and radio buttons; null for the others. */
  readonly checked: boolean | null;
  /** Whether the text of the page includes its complete value, as the file draws it. */
  readonly isShown: boolean;
  /** A comb field: one letter per cell. */
  readonly isComb: boolean;
}

/** An element of the structure tree. Roles are mapped to the standard ones (`H1`, `P`, `Table`, `TH`, …). */
export interface Tag {
  readonly kind: 'tag';
  readonly role: string;
  readonly alt: string | null;
  readonly lang: string | null;
  /** How many rows and columns a `TH` or `TD` spans: 1 by default. */
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly children: readonly (Tag | TagContent)[];
}

/** The glyphs of this page whose `mcid` is this one. */
export interface TagContent {
  readonly kind: 'content';
  readonly mcid: number;
}

/** A part of a page that could not be read. `code` is stable, in CAPITALS_WITH_UNDERSCORES. */
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

/** Everything that a page shows, in points from its top-left corner. */
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
   * The visible text of the file in drawing order, before lines are built: to check that no word is lost. Empty if the
   * text is recognised.
   */
  readonly drawnText: string;
  /** The hidden text of the page: invisible, in a layer that is off, or outside its clipping path. */
  readonly hiddenText: string;
  /** Boxes of text whose characters are unknown. Lines there are noise, or empty. */
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
  /** The parts that were omitted. */
  readonly warnings: readonly PageWarning[];
}
