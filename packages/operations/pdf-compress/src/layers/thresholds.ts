/**
 * What tells text from paper and pictures in a scan, and how the layers are stored. Measured on letters, forms, magazine
 * pages and photographs at 150 to 600 dpi.
 */
export const layerThresholds = {
  /** Images drawn smaller than this on a side, in points, are no scans of pages. */
  minSidePt: 288,
  /** Below this resolution letters are too coarse for a mask of two values. */
  minDpi: 140,
  /** Side of the cells in which the brightness of the paper is estimated, in inches: about half a line of text. */
  paperCellInches: 1 / 37,
  /** Neighbouring cells on each side that may tell how bright the paper is: the thickest stroke is half as wide. */
  paperReach: 3,
  /** Share of pixels of a cell that may be brighter than the paper. */
  paperPercentile: 0.8,
  /** Ink is darker than this share of its paper. */
  inkShare: 0.62,
  /**
   * How much darker than its paper ink is at least, of 255: scanners make noise of a standard deviation of 3 to 10, which in
   * a dark area wider than the reach is more than the share above.
   */
  minInkContrast: 32,
  /** How far the grey edge of ink reaches, in inches: what scanners blur. */
  edgeInches: 1 / 150,
  /** What is darker than this share of the brightest paper, and no ink, is no edge of ink either, on paper in shadow neither. */
  minEdgeShare: 0.4,
  /** Side of the blocks that are text or picture, in inches. */
  blockInches: 1 / 9,
  /** What is not ink in a block of text is at least this bright, as a share of its paper: pictures have shades. */
  minPaperShare: 0.78,
  /** Standard deviation of the paper in a block of text, of 255: noise and light that falls off. Photographs have 20 to 60. */
  maxPaperSpread: 16,
  /** Share of a block below which its paper says nothing. */
  minPaperPixels: 0.08,
  /** Standard deviation of ink that fills a block: the inside of a large letter, not a dark part of a photograph. */
  maxSolidSpread: 16,
  /**
   * Mean similarity of the blocks of ink around one below which it is a picture. On ten scans the text of all has 0.87 and
   * more in 999 of 1 000 places; dark parts of photographs have 0.6 to 0.83.
   */
  minInkSimilarity: 0.85,
  /** Share of a page that pictures without ink have, above which its paper is as fine as a plain picture: a square inch has some 0.003. */
  maxCoarsePictures: 0.003,
  /** Shares of a page that its ink takes: less is not worth a mask, more is no text. */
  minInk: 0.002,
  maxInk: 0.3,
  /** Resolution of the colours of the ink: lines of text are of one colour. */
  inkDpi: 25,
  /** Standard deviation of the colours of the ink, of 255, up to which they are one colour. */
  maxInkSpread: 14,
  /** Quality of the JPEG of ink colours, which have no detail. */
  inkQuality: 40,
  /** Resolution at which layers and the plain picture are compared with the original. */
  compareDpi: 150,
  /** Resolutions up to so many times that are as good as that: pages are cut to whole points, scans to whole pixels. */
  sameDpi: 1.05,
  /** Mean similarity (SSIM) and that of the worst hundredth of blocks at which layers are faithful, whatever a JPEG has. */
  enoughSimilarity: 0.97,
  enoughWorst: 0.8,
  /**
   * Similarity that text and lines keep at least. Of nine scans those whose letters are whole have 0.93 to 1, faint
   * typewriting that falls apart has 0.91, though no less than a plain picture that blurs it.
   */
  minDetail: 0.925,
  /** How much below the plain picture they may be. */
  similarityMargin: 0.005,
  worstMargin: 0.1,
  /**
   * What the JPEG of a scan takes at least, of a quick one of its brightness alone: of pages of text, forms and photographs
   * trellis quantisation leaves 0.72 to 0.8 of a quick one in colour.
   */
  bestJpegShare: 0.7,
  /**
   * What layers may take, as a share of the JPEG they replace, to be surely smaller than its plain picture: of 19 scans at 150 to
   * 300 dpi plain pictures had to have 0.08 to 0.59 at least, those of grain alone 0.036.
   */
  sureShare: 0.03,
  /** Layers have to be smaller than this share of the plain picture: they are a more complicated thing. */
  maxShare: 0.75,
} as const;
