/** The thresholds of detection (DB), as PP-OCR uses them unless said otherwise. Lengths are in pixels of the probability map. */
export const detection = {
  /** The resolution at which text is looked for: lines of 10 points are 17 px high. */
  dpi: 120,
  /** At most so many pixels: the time and memory of the model grow with them. */
  maxPixels: 2_400_000,
  /** The model halves its input five times. */
  sideStep: 32,
  minSidePx: 64,
  /** The probability of text from which a pixel is part of a region, and the mean from which a region is text. */
  minPixel: 0.3,
  minRegion: 0.5,
  minSizePx: 3,
  /** Regions are learnt shrunk: each side is moved outwards by area × this / perimeter (Liao et al. 2020, DB). */
  unclip: 1.6,
  maxRegions: 3000,
} as const;

/** Which parts of a page are looked at, where only some places of it are asked for. */
export const bands = {
  /** Around a place, in its height: what detection learnt needs the white above and below a line, and lines of a skewed page rise. */
  marginLines: 1.5,
} as const;

/** How lines are read. */
export const recognition = {
  /** The height that the model reads lines at. */
  stripHeightPx: 48,
  /**
   * The least width; what a short line leaves of it is grey. PP-OCR has 320: three receipts read as well without (word F1 0.916
   * instead of 0.908), in a fifth less of the time.
   */
  minStripWidthPx: 64,
  /** The greatest width: about 200 letters. */
  maxStripWidthPx: 4800,
  /** Lines that are so many times as high as wide run downwards, unless they are no higher than this many usual lines: a digit. */
  verticalAspect: 1.5,
  verticalLines: 2,
  /**
   * The probability of a space that is read where no character is likelier, and where one is sure. Of 33 spaces that the model left out of
   * lines of 14 receipts and 30 drawn pages, 24 have the first; of 4 700 places inside words and numbers 10 have, six of them in amounts.
   */
  minSpace: 0.1,
  sureSpace: 0.5,
  /** Lines of lower mean confidence are no text. */
  minLine: 0.3,
  /** Known words fill a line if no gap between them, or at its ends, is wider than this share of its height. */
  maxKnownGap: 0.7,
} as const;

/** How words are placed. */
export const placement = {
  /** In grey levels: contrast from which a box is shrunk to its ink. */
  minContrast: 40,
  /** The share of the height of a region that is ascender to descender: the rest is its margin. */
  lineShare: 0.8,
  /** The share of it below the baseline, for a line of letters that all have descenders. */
  descenderShare: 0.2,
} as const;

/** How lines are put in order. */
export const order = {
  /** Two pieces are in a row if their middles differ by less than this share of the lower one's height. */
  rowTolerance: 0.5,
  /** A column gap is at least so many usual lines wide, and a column has so many lines. */
  minGapLines: 0.8,
  minColumnLines: 2,
  /** A paragraph ends where the next line is farther below than so many heights. */
  paragraphGap: 1.8,
} as const;

/** How the turn of a page is found: the longest lines are looked at, and their votes are compared. */
export const orientation = {
  sampleLines: 16,
  stripWidthPx: 192,
} as const;
