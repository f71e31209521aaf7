import type { PDFDict, PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';

/** The largest size at which an image is drawn. */
export interface ImagePlacement {
  /** The greatest length of its rows, and of its columns, in points of 1/72 inch. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** The indexes of the pages on which it is drawn. */
  readonly pages: ReadonlySet<number>;
}

/** The glyphs that a document shows in a font. */
export interface FontUse {
  readonly dict: PDFDict;
  /** The character codes (simple font) or CIDs (composite font) that are shown; null if unknown. */
  readonly codes: ReadonlySet<number> | null;
}

/** The character codes or CIDs that one content stream shows in each font. */
export type ShownText = ReadonlyMap<PDFDict, Uint32Array>;

/** What the content of a document draws, on which all decisions about images and fonts are based. */
export interface DocumentUsage {
  /** By the reference of the image. An image without an entry is not drawn, or at an unknown size. */
  readonly images: ReadonlyMap<PDFRef, ImagePlacement>;
  readonly fonts: ReadonlyMap<PDFDict, FontUse>;
  /**
   * The largest scale at which each form is drawn on a page. A form without an entry is drawn at an unknown scale, or with text
   * of an unknown horizontal scale.
   */
  readonly formScales: ReadonlyMap<PDFRawStream, number>;
  /** For each page, the text of its content streams: its own, those of forms and of annotations, each once. */
  readonly pageText: readonly ReadonlySet<ShownText>[];
  /** False if some content could not be read, so that fonts may show more than is known. */
  readonly complete: boolean;
}
