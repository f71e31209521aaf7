import { createPlaceIndex, type PlaceIndex } from '../place-index.ts';
import type { Box, Drawing, Fill, Glyph, OutlinedBox, PageWarning, Picture, Rule } from '../types.ts';
import type { Ground } from './ground-color.ts';

/** A glyph as drawn, before it is put on a line. */
export interface DrawnGlyph extends Glyph {
  /** Degrees clockwise of its writing direction, 0 ≤ angle < 360. */
  readonly angle: number;
  /** Its advance width, in points. */
  readonly advancePt: number;
  /** The code of the character in its font. */
  readonly code: number;
  /** Whether only the code of the character is known. */
  readonly isCode: boolean;
  /** A digest of its outline; null where it is not known. */
  readonly outline: number | null;
  /** Marked content inside a form XObject: its ids may be those of another stream. */
  readonly insideForm: boolean;
  /** The index of its text run on the page, in drawing order: repositioning the pen begins another one. */
  readonly run: number;
}

/** The source of a picture: the id of an object of pdf.js, or the decoded image itself. */
export type PictureSource = string | DecodedImage;

/** A decoded image of pdf.js. `kind` 1 is one bit a pixel, 2 is RGB, 3 is RGBA; a mask has none. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

/** An opaque rectangle, which may have round corners or be a picture, and what of the page is below it. */
export interface Cover {
  readonly box: Box;
  /** The last run of glyphs before it, and how many rules, fills and pictures are. */
  readonly run: number;
  readonly rules: number;
  readonly fills: number;
  readonly pictures: number;
  /** The picture that it is, if all pixels of that are opaque; null for a rectangle. */
  readonly picture: PictureSource | null;
}

/** Everything a content stream paints, in drawing order. */
export interface PageContent {
  readonly glyphs: DrawnGlyph[];
  /** Glyphs that the file maps to no character. */
  readonly unread: DrawnGlyph[];
  /** Glyphs on the page and outside the clipping path. */
  readonly clipped: DrawnGlyph[];
  readonly rules: Rule[];
  readonly boxes: OutlinedBox[];
  readonly fills: Fill[];
  readonly covers: Cover[];
  readonly drawings: Drawing[];
  /** The areas in one colour that show through what is painted over them. */
  readonly grounds: Ground[];
  readonly pictures: Picture[];
  /** The boxes of the pictures painted so far, and of the shapes painted over them that reach beyond. */
  readonly picturePlaces: PlaceIndex<Box>;
  /** The source of each picture, and the colour that a mask is painted in. */
  readonly pictureSources: { readonly source: PictureSource; readonly color: string }[];
  readonly warnings: PageWarning[];
  readonly pageBox: Box;
}

/** The content of a page on which nothing is painted yet. */
export function createPageContent(pageBox: Box): PageContent {
  return {
    glyphs: [],
    unread: [],
    clipped: [],
    rules: [],
    boxes: [],
    fills: [],
    covers: [],
    drawings: [],
    grounds: [],
    pictures: [],
    picturePlaces: createPlaceIndex(),
    pictureSources: [],
    warnings: [],
    pageBox,
  };
}

/** Limits beyond which a page is read only in part, with a warning, so that it cannot exhaust the job. */
export const pageBounds = { glyphs: 200_000, pathSegments: 100_000, pictures: 5_000 } as const;
