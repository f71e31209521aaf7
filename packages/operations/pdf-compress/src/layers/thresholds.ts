/**
 * How text is distinguished from background and pictures in a scan, and how layers are stored. Measured on letters, forms,
 * magazine pages and photographs at 150 to 600 dpi.
 */
export const layerThresholds = {
  /** Images drawn smaller than this on either side, in points, are not scans of pages. */
  minSidePt: 288,
  /** Below this resolution, letters are too coarse for a bilevel mask. */
  minDpi: 140,
  /** Side of the cells in which the background is estimated, in inches: about half a line of text. */
  backgroundCellInches: 1 / 37,
  /** Cells in each direction from which a cell may take its background: the thickest stroke is half as wide. */
  backgroundReach: 3,
  /** The percentile of a cell that is its background. */
  backgroundPercentile: 0.8,
  /** Foreground is darker than this share of the background. */
  foregroundShare: 0.62,
  /**
   * And darker than the background by at least this, of 255: the noise of scanners has a standard deviation of 3 to 10, which
   * in a dark area wider than the reach exceeds the share above.
   */
  minContrast: 32,
  /** The width of the grey edge of foreground, in inches, which scanners blur. */
  edgeInches: 1 / 150,
  /** Pixels beside foreground that are darker than this share of the brightest background are not an edge, even in shadow, but a picture. */
  minEdgeShare: 0.4,
  /** Side of the blocks that are text or picture, in inches. */
  blockInches: 1 / 9,
  /** The mean of what is not foreground in a block of text is at least this share of the background: pictures have shades. */
  minBackgroundShare: 0.78,
  /** Maximum standard deviation of the background in a block of text, of 255: noise and uneven light. Photographs have 20 to 60. */
  maxBackgroundSpread: 16,
  /** Share of a block below which its background does not count. */
  minBackgroundPixels: 0.08,
  /** Maximum standard deviation of foreground that fills a block: the inside of a large letter, not a dark part of a photograph. */
  maxSolidSpread: 16,
  /**
   * Mean similarity of the foreground blocks around one below which it is a picture. On ten scans the text of all has 0.87 and
   * more in 999 of 1 000 places; dark parts of photographs have 0.6 to 0.83.
   */
  minForegroundSimilarity: 0.85,
  /** Share of a page with detail but no foreground, above which the background is as fine as a plain image: a picture of a square inch has about 0.003. */
  maxCoarsePictures: 0.003,
  /** Share of a page covered by foreground: less is not worth a mask, more is not text. */
  minForeground: 0.002,
  maxForeground: 0.3,
  /** Resolution of the foreground layer: lines of text have one colour. */
  foregroundDpi: 25,
  /** Maximum standard deviation of the foreground colours, of 255, at which they are stored as one. */
  maxForegroundSpread: 14,
  /** JPEG quality of the foreground layer, which has no detail. */
  foregroundQuality: 40,
  /** Resolution at which layers and the plain image are compared with the original. */
  compareDpi: 150,
  /** Factor up to which a higher resolution is not scaled: pages have whole points, scans whole pixels. */
  sameDpi: 1.05,
  /** Similarity (SSIM), mean and first percentile of blocks, from which layers are faithful whatever a JPEG has. */
  enoughSimilarity: 0.97,
  enoughWorst: 0.8,
  /**
   * Minimum similarity of text and lines. Of nine scans, those whose letters are intact have 0.93 to 1; faint typescript that
   * falls apart has 0.91, although a plain image, which blurs it, has no more.
   */
  minDetail: 0.925,
  /** How far below the plain image layers may be. */
  similarityMargin: 0.005,
  worstMargin: 0.1,
  /**
   * The least size of the JPEG of a scan, as a share of a quickly encoded one of its luma alone: of pages of text, forms and
   * photographs, trellis quantisation leaves 0.72 to 0.8 of a quickly encoded one in colour.
   */
  bestJpegShare: 0.7,
  /**
   * Share of the JPEG they replace below which layers are certainly smaller than the plain image: of 19 scans at 150 to 300
   * dpi, plain images took at least 0.08 to 0.59, those of grain alone 0.036.
   */
  sureShare: 0.03,
  /** Layers have to be smaller than this share of the plain image, since they are more complex. */
  maxShare: 0.75,
} as const;
