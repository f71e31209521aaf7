/**
 * The thresholds of recognition. "The receipts and forms" are 25 receipts of SROIE 2019 and 14 forms of FUNSD, each read in
 * four ways: as they are and enlarged twice, with the layouts `page` and `block`; 37 000 words in all.
 */

/** What confidence in a word means. */
export const evidence = {
  /** Share of words that are right, at confidences of 0, 0.1, … 1. Counted on the receipts and forms. */
  chances: [0.08, 0.12, 0.15, 0.17, 0.22, 0.32, 0.44, 0.54, 0.67, 0.88, 0.99],
  /** Of signs without a letter or digit, this share of what words of their confidence have. Counted on the same. */
  signs: 0.6,
  /** A word that is right less often than this costs more than it gives. */
  evenChance: 0.4,
} as const;

/** How two readings of a page become one. */
export const fusion = {
  /** Words lie over each other that share so much of the narrower and of the lower one, as shares. */
  minSharedWidth: 0.4,
  minSharedHeight: 0.5,
  /**
   * Letters surely right that a place must gain to change hands; less than none, for later readings are of pictures made
   * for the page: against 0.3, forms gain 0.02 of word F1 and receipts 0.01.
   */
  minGain: -0.1,
  /**
   * An amount is disputed by another that was read with this confidence. On 48 receipts, forms and tables that disputes 20 of
   * 44 wrong amounts and 29 of 587 right ones; a limit for the confidence that finds as many has four times the false alarms.
   */
  minDispute: 0.3,
  /** What words are worth, in letters surely right, that are added where nothing was read. */
  minAddedWorth: 0.5,
  /** In heights of the lower line. */
  baselineTolerance: 0.4,
  maxGapHeights: 4,
} as const;

/** What a quick look at a page and at a reading of it says. */
export const look = {
  /** Lines of so many words are prose; a share of the lines so large beside each other makes columns. */
  minProseWords: 5,
  minBeside: 0.3,
  /**
   * Of lines beside each other those of a table stand on one baseline; those of a column beside another are astray of it
   * by chance, one in two or three of them by less than the second. The first is as far as the next row.
   */
  nearestRow: 0.9,
  levelTolerance: 0.25,
  /** So many lines of prose, and this share of those with lines beside them, that are astray make columns too. */
  minAstrayLines: 4,
  minAstray: 0.4,
  /** Share of the rows of a reading that another one must break up to have read columns; with this share of its letters. */
  minBroken: 0.3,
  minWhole: 0.9,
  /** Tiles of a line's height, in pixels at least, are looked at for letters: steps of grey, crossings in a row. */
  minTilePx: 8,
  minStep: 40,
  minCrossings: 1.2,
  /** And those of faint letters: orange on white scans to 27; the grain of paper with noise of 6 levels stays below. */
  minFaintStep: 20,
  /** A picture may hold text that has so many such tiles at the ends of runs of so many, and this share of even ones. */
  minRowTiles: 3,
  minInRows: 3,
  minEven: 0.2,
} as const;

/** What a page is freed of before it is read, and how it is set upright. */
export const upright = {
  /** A finer picture is reduced to the second, in dots per inch: it reads no better and costs more. */
  highDpi: 450,
  readingDpi: 300,
  /** In grey levels; scans of paper stay below 1, and those of a poor sensor lie above 3. */
  noticeableNoise: 2,
  noiseSmoothingPx: 0.6,
  /** Orientation is recognised best at this; half of it already misleads. */
  orientationDpi: 200,
  /** Smaller angles cost nothing to read; a doubtful one is left alone. */
  minSkewDegrees: 0.2,
  minSkewConfidence: 1.15,
  /** Columns of a page hardly ever look as much like lines as this; those of a ruled table may. */
  certainLineStrength: 5,
  /** Text read with less than this may be upside down; upright text of poor scans stays above it mostly. */
  doubtfulConfidence: 0.75,
  minOrientationConfidence: 1,
  /** Upright text that was turned reads as well as before, give or take this; vertical Chinese reads much worse. */
  equalConfidence: 0.05,
  /** A page that makes no sense is looked at upside down by so many of its lines; noise is not surer by this. */
  sampleLines: 4,
  surerTurned: 0.2,
  /** A chart of few words, some of which run upright, reads as noise when it is turned. */
  minTurnedConfidence: 0.5,
} as const;

/** When a page is read again, and how often. */
export const effort = {
  /**
   * Clean pages of 300 dpi, tables of figures included, have less of their letters in doubt: they are read once. Of 82 real
   * pages the four between 0.11 and this got no better by more readings (word F1 +0.001, +0.007, -0.006, -0.03).
   */
  certainDoubt: 0.125,
  /** A page that had more is read on until it has less than this: one of them found a line that two readings had missed. */
  settledDoubt: 0.11,
  /** With less in doubt even small letters are read once: enlarged, six such pages gained nothing and two lost 0.02. */
  certainSmallDoubt: 0.075,
  /** What looks like text and was not read, as a share: specks and pictures of a clean page stay below. */
  unreadShare: 0.25,
  /** So many places in dark boxes that look like text and were not read are read by themselves: three are a short word. */
  minBoxPlaces: 3,
  darkBox: 160,
  /** Parts of a page that are read with less confidence than this are pictures: cells and boxes have 0.8, stripes and stains below 0.5. */
  minPartConfidence: 0.6,
  /** A page whose middle grey is darker than this has light letters, and often dark ones in boxes. */
  darkPage: 110,
  /**
   * A page of which no reading is so sure is handwriting, a picture or another script: further readings gave noise only, and
   * took longest. Of 128 pages of print none stays below.
   */
  hopelessConfidence: 0.5,
  /** Letters that are read less surely when enlarged, by this, were specks: they are not enlarged once more. */
  enlargingLoss: 0.2,
  /** A page whose rows are read more surely by this when enlarged gains nothing from reading them as small as they are. */
  enlargingGain: 0.15,
  /** Lines lower than this, in pixels, gain by enlarging: those of 10 points at 150 dpi are 21 high, at 300 dpi 42. */
  smallLinePx: 24,
  /** In doubt, lines lower than this gain too. The goal of enlarging, and the least and the most of it. */
  lowLinePx: 34,
  goalLinePx: 42,
  minEnlarging: 1.2,
  maxEnlarging: 3,
  /** A screenshot of 12.5 megapixels, enlarged to 33, took 4.5 times as long as a clean page, and 2.7 times when it was not. */
  maxEnlargedPx: 16_000_000,
  /**
   * Readings of one page, the first and those of other ways up included: of a small page with few letters, as receipts are, and of any other. With four
   * readings, a dense form of 1 350 letters took 3.4 times as long as a clean page of 300 dpi.
   */
  smallPagePx: 2_500_000,
  fewLetters: 1200,
  maxReadings: 4,
  maxLargeReadings: 3,
  /**
   * Readings of a page with more letters than this. With three, a form of 2 740 took 4.3 times as long as a clean page, with
   * two 2.8 times; characters wrong 0.043 and 0.032, word F1 0.945 and 0.942. Of 101 real pages measured before and after, no other changed.
   */
  manyLetters: 2500,
  maxDenseReadings: 2,
  /** A page is read again for so many lines that read as noise and are as high as the others, give or take this factor. */
  maxLostLines: 3,
  lineScatter: 1.6,
  /** A reading whose order is taken must be worth more than what was read so far by this factor. */
  minGain: 1.02,
  /**
   * A reading in rows of a page without columns needs no more than this, for what was read so far has the best words of
   * several readings, and its order is labels first and what belongs to them after: nine forms lose a quarter of their
   * wrong characters, receipts none of their words.
   */
  minRowsShare: 0.75,
} as const;

/** What is taken for noise among the words that were read. */
export const noise = {
  /** Of words with less, one in six is right (`evidence.chances`). In a good line they are near misses, and stay. */
  minConfidence: 0.25,
  /** Share of the letters of the other words of its line in doubt from which a doubtful word is noise. */
  poorLineDoubt: 0.35,
  /** And so many times the doubt of the page: blackletter 13.9 → 9.6 % of the characters, 98 other pages the same. */
  poorerThanPage: 1.25,
  /** Signs that are right less often than this are noise in good lines too: the ticks of an axis, a speck after a word. */
  minSignsChance: 0.25,
  /** A word so many lines high, and with less confidence than this, was read into a picture or a scribble. */
  tallLines: 2.5,
  minTallConfidence: 0.6,
} as const;

/** What text that runs upright beside level text looks like. Lengths are in heights of a line. */
export const strips = {
  /** Tiles are looked at, so many to a line, and so many pixels at least; of large ones every second pixel. */
  tilesPerLine: 3,
  minTilePx: 4,
  coarseTilePx: 10,
  /** In grey levels: what differs less from its ground is texture; and the step from ink to ground. */
  minContrast: 70,
  minStep: 40,
  /** A gap between words is no more than so many tiles, less one. */
  maxGapTiles: 2,
  /** Words read more surely than this are read; of those that run upright, the ones with so many letters. */
  surelyRead: 0.6,
  minUprightLetters: 4,
  /** One line or two of three letters and more. */
  minWidth: 0.6,
  maxWidth: 3.4,
  minHeight: 1.7,
  minAspect: 1.4,
  /** Letters are half as wide as a line is high, and each is crossed twice or more often. */
  minCrossings: 1.5,
  /** More strips than this are the pattern of a picture. */
  maxStrips: 40,
  /** Two of three such words are right (`evidence.chances`); less than so many letters, or smaller ones, are ticks and marks. */
  minConfidence: 0.8,
  minSize: 0.4,
  minLetters: 3,
} as const;

/** What a photograph inside a scan looks like. Lengths are in heights of a line. */
export const photographs = {
  /** So many places in dark boxes that look like text and were not read are read by themselves: three are a short word. */
  minBoxPlaces: 3,
  darkBox: 160,
  /** Parts of a page that are read with less confidence than this are pictures: cells and boxes have 0.8, stripes and stains below 0.5. */
  minPartConfidence: 0.6,
  /** A page whose middle grey is darker has a ground of its own. */
  minPaper: 150,
  tilesPerLine: 2,
  minTilePx: 6,
  /** In grey levels; and the share of a tile that differs so much. Letters fill a sixth of their line, bold ones a third. */
  minDifference: 36,
  minInk: 0.4,
  /** The shorter side; and the share of the box around it that is filled. */
  minLines: 4,
  minFill: 0.6,
  /** Words that were read more surely than this are no part of it. */
  surelyRead: 0.7,
} as const;

/** How grounds are distinguished from text. */
export const grounds = {
  /** The ground is measured on tiles, so many to the height of a line, and is the median of a window of so many. */
  tilesPerLine: 4,
  windowTiles: 15,
  /** In grey levels: text that differs less from its ground is not blown up to black. */
  minContrast: 60,
  /** Share of the contrast around that belongs to the texture of the ground. */
  texture: 0.3,
} as const;

/** Which pictures of a document are read for their alternative texts, and what of it is kept. */
export const pictures = {
  /** Pictures that look like text, of one document: each costs about a second. */
  maxRead: 40,
  maxPixels: 40_000_000,
  /** As fine as they are read, in dots per inch as they are shown; by this factor finer or coarser will do. */
  readingDpi: 200,
  fitFactor: 1.5,
  maxEnlarging: 3,
  /** The height of a line of usual print. */
  linePt: 12,
  /** Nine of ten such words are right (`evidence.chances`); what remains of fewer letters is a mark or a logo. */
  minConfidence: 0.9,
  minLetters: 4,
} as const;

/** What a bullet looks like. */
export const bullets = {
  minPx: 4,
  /** In heights of its line, and of the longer side in the shorter. */
  maxHeight: 0.7,
  maxAspect: 1.4,
  /** In grey levels. */
  minContrast: 60,
  /** Share of its box: a disc fills 0.79, the fullest letter and a ring with a thick stroke hardly 0.6. */
  minFill: 0.65,
} as const;
