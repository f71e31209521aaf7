import type { Affine, PageRecognition, RasterLine } from '@platen/pdf-kit/ocr';

/** What is known of one page once it was read. Kept as JSON until the output is written. */
export interface PageText {
  /** Counted from 1. */
  readonly page: number;
  /** As shown. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** What was recognised; null for a page that was left as it is. */
  readonly recognized: RecognizedText | null;
  /** The text the page had and keeps, in points as shown, from its top-left corner. */
  readonly kept: readonly RasterLine[];
  /** What becomes of what the page had: nothing, its invisible text goes, or a picture takes the place of it all. */
  readonly change: 'none' | 'remove-hidden-text' | 'replace';
  /** The picture, for `replace`. */
  readonly picture: PagePicture | null;
}

/** A page drawn into a JPEG file in the task's folder. */
export interface PagePicture {
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface RecognizedText extends Pick<PageRecognition, 'lines' | 'rotation' | 'skewDegrees'> {
  /** From the pixels of the lines to points on the page as shown. */
  readonly toPage: Affine;
}
