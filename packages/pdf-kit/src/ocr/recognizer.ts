/** A picture of a page in 8-bit grey: rows from the top, no padding, 0 is black. */
export interface GreyRaster {
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels per inch of paper. */
  readonly dpi: number;
}

/** Edges in pixels, counted from the top-left corner; `x1` and `y1` lie just outside. */
export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A straight stroke from (x0, y0) to (x1, y1). */
export interface Stroke {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface RasterWord {
  readonly text: string;
  readonly box: PixelBox;
  /** 0–1. */
  readonly confidence: number;
}

/** Words on one baseline in reading order: the first word of a right-to-left line is its rightmost. */
export interface RasterLine {
  readonly words: readonly RasterWord[];
  /** From the start of the line to its end, in pixels. */
  readonly baseline: Stroke;
  /** From the ascenders to the descenders of its letters, in pixels, whether the line has such letters or not. */
  readonly heightPx: number;
  readonly direction: 'ltr' | 'rtl';
  /** Which paragraph of the page it belongs to, counted from 0 in reading order. */
  readonly paragraph: number;
}

/** How a page lies: `rotation` is how far it must be turned clockwise to be upright. */
export interface Orientation {
  readonly rotation: 0 | 90 | 180 | 270;
  /** Evidence for it against the second best; below 1 it is a guess, above 10 it is certain. */
  readonly confidence: number;
}

export interface RecognitionRequest {
  /** Tesseract codes of languages that are installed, the most likely first. */
  readonly languages: readonly string[];
  readonly signal?: AbortSignal;
  /** Share done, 0–1. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Reads text off pictures. One call at a time. It is given upright pages of about 300 dots per inch and changes nothing
 * about them. Calls reject with the signal's reason once it aborts, and with `PROCESSING_FAILED` when a language
 * cannot be loaded or the engine fails.
 */
export interface Recognizer {
  recognize(raster: GreyRaster, request: RecognitionRequest): Promise<readonly RasterLine[]>;
  /** Null when the page has too little text to tell. */
  detectOrientation(raster: GreyRaster, signal?: AbortSignal): Promise<Orientation | null>;
  close(): Promise<void>;
}
