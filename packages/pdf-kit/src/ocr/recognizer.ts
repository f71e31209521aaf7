/** A picture of a page in 8-bit grey: rows from the top, no padding, 0 is black. */
export interface GreyRaster {
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels per inch of paper; for a recognizer, the resolution at which the letters of the page have their usual size. */
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

/** A word where it was found, in pixels of the raster. */
export interface RasterWord {
  readonly text: string;
  readonly box: PixelBox;
  /** 0–1. */
  readonly confidence: number;
  /** Which candidate for its page it was read from; not given by recognizers. */
  readonly candidate?: CandidateName;
  /** Another reading of the page has another amount there, or a letter of it was taken for a zero; not given by recognizers. */
  readonly disputed?: true;
}

/**
 * A version of a page that was read: as it is; cleaned of specks, shadows, noise, rules and skew; with every background made
 * white; enlarged; each as a page or as one block of rows. Or a part of it: vertical strips, dark boxes with light letters,
 * or faint letters. Or the page as the second reader read it.
 */
export type CandidateName =
  | `${'plain' | 'cleaned' | 'grounds' | 'enlarged'}${'' | ', rows'}`
  | 'upright'
  | 'boxes'
  | 'faint'
  | 'second reader';

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

/** The orientation of a page: `rotation` is the clockwise turn that makes it upright. */
export interface Orientation {
  readonly rotation: 0 | 90 | 180 | 270;
  /** Evidence for it against the second best; below 1 it is a guess, above 10 it is certain. */
  readonly confidence: number;
  /** The script of most letters, such as `Cyrillic` or `Latin`, where the engine tells. */
  readonly script?: string;
}

/** How a raster is laid out: see `RecognitionRequest`. */
export type PageLayout = 'page' | 'block';

/** How to read a raster. */
export interface RecognitionRequest {
  /** Tesseract codes of languages that are installed, the most likely first. */
  readonly languages: readonly string[];
  /**
   * `page` (the default) finds columns and blocks; `block` reads the raster as one block of rows from edge to edge, which
   * finds the rows of receipts and tables that a page layout breaks up or leaves out.
   */
  readonly layout?: PageLayout;
  /**
   * Words that were read surely before, in pixels of the raster. Where they fill a line, a recognizer may return them as they are
   * instead of reading it.
   */
  readonly known?: readonly RasterWord[];
  /** Where text is in doubt or missing, in pixels of the raster. A recognizer may leave out lines in other places. */
  readonly places?: readonly PixelBox[];
  readonly signal?: AbortSignal;
  /** Share done, 0–1. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Reads text in rasters, which it does not change. One call at a time. Calls reject with the signal's reason once it aborts,
 * and with `PROCESSING_FAILED` when a language cannot be loaded or the engine fails.
 */
export interface Recognizer {
  recognize(raster: GreyRaster, request: RecognitionRequest): Promise<readonly RasterLine[]>;
  /** Whether it reads all of these languages now: its data is installed. A recognizer without it reads any, or rejects. */
  canRead?(languages: readonly string[]): Promise<boolean>;
  /** Null when the page has too little text to tell. */
  detectOrientation(raster: GreyRaster, signal?: AbortSignal): Promise<Orientation | null>;
  close(): Promise<void>;
}

/** A recognizer, and another that reads again what the first reads with doubt. */
export interface RecognizerPair extends Recognizer {
  /** Null, or not there, if there is none. */
  readonly second?: Recognizer | null;
  /** The languages to read a page in, of those installed, by its script. */
  chooseLanguages?(page: GreyRaster, signal?: AbortSignal): Promise<readonly string[]>;
}
