import type { Box, Drawing, Fill, Glyph, OutlinedBox, PageWarning, Picture, Rule } from '../types.ts';

/** A glyph as drawn, before it is put on a line. */
export interface DrawnGlyph extends Glyph {
  /** Degrees clockwise of its writing direction, 0 ≤ angle < 360. */
  readonly angle: number;
  /** How far the pen moved on, in points. */
  readonly advancePt: number;
  /** The code of the character in its font. */
  readonly code: number;
  /** The file says no more of the character than its code. */
  readonly isCode: boolean;
  /** Marked content inside a form XObject: its ids may be those of another stream. */
  readonly insideForm: boolean;
  /** Which text of the page it is of, counted in drawing order: placing the pen again begins another one. */
  readonly run: number;
}

/** Where the bytes of a picture are: an object of pdf.js by its id, or the decoded image itself. */
export type PictureSource = string | DecodedImage;

/** A decoded image of pdf.js. `kind` 1 is one bit a pixel, 2 is RGB, 3 is RGBA; a mask has none. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

/** Everything a content stream paints, in drawing order. */
export interface PageContent {
  readonly glyphs: DrawnGlyph[];
  /** Glyphs that stand for no character, as far as the file tells. */
  readonly unread: DrawnGlyph[];
  /** Glyphs on the page and outside the clipping path. */
  readonly clipped: DrawnGlyph[];
  readonly rules: Rule[];
  readonly boxes: OutlinedBox[];
  readonly fills: Fill[];
  readonly drawings: Drawing[];
  readonly pictures: Picture[];
  /** One for each picture, and the colour a mask is painted in. */
  readonly pictureSources: { readonly source: PictureSource; readonly color: string }[];
  readonly warnings: PageWarning[];
  readonly pageBox: Box;
}

/** Past these a page is read only in part, with a warning: a page must not take the job down. */
export const pageBounds = { glyphs: 200_000, pathSegments: 100_000, pictures: 5_000 } as const;
