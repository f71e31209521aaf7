import type { RasterLine, RecognizedText } from '@platen/pdf-kit/ocr';

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
  /**
   * What becomes of what the page had: nothing, its invisible text goes (with all text that is drawn before the last image, where
   * none of that shows), or a picture takes the place of it all.
   */
  readonly change: 'none' | 'remove-hidden-text' | 'remove-text-behind-image' | 'replace';
  /** The picture, for `replace`. */
  readonly picture: PagePicture | null;
}

/** The files of a page in the task's folder: its `PageText` as JSON, and its picture where it has one. */
export interface PageFiles {
  readonly text: string;
  readonly picture: string | null;
}

/** A page drawn into a JPEG file in the task's folder. */
export interface PagePicture {
  /** Where it was drawn; by the time it is read, `PageFiles` says where it is. */
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The pages of a task, read back one at a time. */
export type PageTexts = AsyncIterable<PageText>;
