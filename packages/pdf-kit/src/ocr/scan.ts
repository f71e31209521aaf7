import type { GreyRaster, PixelBox, RasterLine } from './recognizer.ts';

/** A document to recognise: a PDF, or an image with one or more pages. Pages are counted from 1. */
export interface Scan {
  readonly pageCount: number;
  /** The most letters that a page may have to be read: see `lettersAllowed`. */
  readonly maxLetters: number;
  /** What a page contains before recognition. Rejects with `damaged_file` for a page that cannot be read. */
  inspect(page: number): Promise<ScanPage>;
  /** The page as it is shown, in grey. Rejects with `pixel_limit` or `damaged_file`. */
  raster(page: number, dpi: number): Promise<GreyRaster>;
  /** The page as it is shown, in colour: 3 channels, rows from the top. Rejects as `raster` does. */
  picture(page: number, dpi: number): Promise<Omit<GreyRaster, 'dpi'>>;
  /** Whether an image of the page cannot be decoded. */
  hasDamagedImage(page: number): Promise<boolean>;
  /** Whether an image of the page ends before its last row: what is missing is shown as grey. */
  hasCutImage(page: number): Promise<boolean>;
  close(): void;
}

/** What is known of a page before it is recognised. */
export interface ScanPage {
  /** As shown, `/Rotate` and `UserUnit` applied. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** Share of the page that images cover, 0–1. */
  readonly imageCoverage: number;
  /** The finest resolution among images of some size; null without one. */
  readonly imageDpi: number | null;
  /** The places of images that may be scans pasted into the page, in points. */
  readonly pictures: readonly PixelBox[];
  /** Letters that show, and letters that do not: in text render mode 3, or behind an image. Spaces do not count. */
  readonly visibleLetters: number;
  readonly hiddenLetters: number;
  /** Whether there are letters behind an image, and none that show are drawn before it. */
  readonly textBehindImage: boolean;
  /** Anything drawn besides images and text. */
  readonly hasDrawings: boolean;
  /** The text in points on the page as shown, hidden words included. */
  readonly lines: readonly ScanLine[];
}

/** A line of the text of a page; `hidden` for one of which nothing shows. */
export interface ScanLine extends RasterLine {
  readonly hidden: boolean;
}
