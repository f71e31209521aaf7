import type { PDFDict, PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';

/** How large an image is drawn, over all the places it is drawn at. */
export interface ImagePlacement {
  /** The longest its rows and its columns get, in points of 1/72 inch. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** The pages it is drawn on, 0-based. */
  readonly pages: ReadonlySet<number>;
}

/** What a font is used for. */
export interface FontUse {
  readonly dict: PDFDict;
  /** The codes shown (simple font) or the character ids (composite font); null when they is not known. */
  readonly codes: ReadonlySet<number> | null;
}

/** The codes or character ids that one content stream shows in each font; fonts whose text cannot be read are left out. */
export type ShownText = ReadonlyMap<PDFDict, Uint32Array>;

/** What the content of a document draws: the base of every decision about images and fonts. */
export interface DocumentUsage {
  /** By the reference of the image. One that is missing is drawn nowhere, or where its size is not known. */
  readonly images: ReadonlyMap<PDFRef, ImagePlacement>;
  readonly fonts: ReadonlyMap<PDFDict, FontUse>;
  /**
   * By form, the largest factor it is scaled by on its way to a page; those drawn where that, or the scale of their text, is not known
   * are missing.
   */
  readonly formScales: ReadonlyMap<PDFRawStream, number>;
  /** By page, the text of its content, of the forms it draws and of its annotations: each content stream once. */
  readonly pageText: readonly ReadonlySet<ShownText>[];
  /** False when some content could not be read, so that fonts may show more than is known. */
  readonly complete: boolean;
}
