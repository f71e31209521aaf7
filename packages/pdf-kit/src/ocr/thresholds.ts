/**
 * The thresholds of recognition. "The receipts and forms" are 25 receipts of SROIE 2019 and 14 forms of FUNSD, each read in
 * four versions: as it is and enlarged twice, with the layouts `page` and `block`; 37 000 words in all.
 */

/** How the confidence of a word is calibrated. */
export const evidence = {
  /** Share of words that are correct, at confidences of 0, 0.1, … 1. Counted on the receipts and forms. */
  chances: [0.08, 0.12, 0.15, 0.17, 0.22, 0.32, 0.44, 0.54, 0.67, 0.88, 0.99],
  /** Factor for words without a letter or digit. Counted on the same. */
  signs: 0.6,
  /** The probability of being correct at which a word is worth nothing. */
  evenChance: 0.4,
} as const;

/** How words of the second reader compare with those of the first. */
export const secondReader = {
  /** Share of its words that are correct, by their confidence. Counted on the 4 146 words of 29 receipts (`ocr-notes.md`). */
  chances: [
    [0, 0.2],
    [0.5, 0.38],
    [0.76, 0.44],
    [0.88, 0.48],
    [0.92, 0.58],
    [0.94, 0.62],
    [0.965, 0.78],
    [0.985, 0.84],
    [0.993, 0.864],
    [0.9977, 0.95],
    [0.9993, 0.965],
    [1, 0.985],
  ],
  /**
   * Words that the first reader reads with this confidence are not read again, but for amounts. Six receipts cost 5.1 s instead of
   * 6.9 s, and word F1 is 0.878 instead of 0.877; with amounts left out as well, one right amount of 69 is lost.
   */
  surelyRead: 0.9,
  /** Letters that no word covers are part of a word that is so near, in its heights, and beside it for so much of the lower one: words are 0.3 apart or more. */
  maxTornGap: 0.3,
  minTornOverlap: 0.5,
} as const;

/** How two readings of a page are merged. */
export const fusion = {
  /** Words overlap that share so much of the width of the narrower and of the height of the lower one. */
  minSharedWidth: 0.4,
  minSharedHeight: 0.5,
  /**
   * How much more the words of a later reading must be worth to replace others, in letters. Negative, since later readings use
   * versions made for the page: compared with 0.3, forms gain 0.02 of word F1 and receipts 0.01.
   */
  minGain: -0.1,
  /**
   * The same for words of the untouched page: others need evidence. Of 160 places on 36 drawn pages and receipts where it and the cleaned page
   * differ, each was right 15 and 13 times where their worth differs by less than this; beyond it, the one that is worth more was right 84 times of 101.
   */
  plainGain: -0.5,
  /**
   * The same for words of the second reader, which is right more often where both are as sure; those of the first must be worth so
   * much more. On 14 receipts word F1 is 0.873 with it and 0.871 with -0.1, and in the second reader's order 0.879 and 0.876.
   */
  secondGain: -0.3,
  /**
   * An amount is disputed by another that was read with this confidence. On 48 receipts, forms and tables that disputes 20 of
   * 44 wrong amounts and 29 of 587 right ones; a limit for the confidence that finds as many has four times the false alarms.
   */
  minDispute: 0.3,
  /**
   * Where readings have the same letters, a gap of so many heights of the higher word is a blank. Of 47 such places on 31 drawn pages and
   * receipts, words are apart in 18 of the 20 whose gap is wider, numbers aside, and joined in 18 of 19 others.
   */
  minBlank: 0.45,
  /** In heights of the lower reading: words that begin or end farther out hold a rule or another cell. */
  maxReach: 0.5,
  /** Single letters, of which so many that another reading has as a word stand in the cells of a comb: `1 X` is no word. */
  minCells: 3,
  /** The least worth, in letters, of words that are added where nothing was read. */
  minAddedWorth: 0.5,
  /** In heights of the lower line. */
  baselineTolerance: 0.4,
  maxGapHeights: 4,
} as const;

/** How the layout of a page is judged, and what looks like text. */
export const look = {
  /** Words of a line of prose, and share of lines beside prose that makes columns. */
  minProseWords: 5,
  minBeside: 0.3,
  /**
   * Distances of baselines, in line heights. Cells of a table row share a baseline within the second; of lines in columns, one
   * in two or three does by chance. Beyond the first, lines are in different rows.
   */
  nearestRow: 0.9,
  levelTolerance: 0.25,
  /** So many lines of prose, and this share of those with lines beside them, that share no baseline make columns too. */
  minAstrayLines: 4,
  minAstray: 0.4,
  /** Share of the rows of a reading that another one must divide to count as read by columns; and share of its letters that the first must have. */
  minBroken: 0.3,
  minWhole: 0.9,
  /** The least side of a tile in pixels, the grey step that is an edge, and the mean crossings in a row that make letters. */
  minTilePx: 8,
  minStep: 40,
  minCrossings: 1.2,
  /** The grey step of faint letters: orange on white has 27 when scanned; the grain of paper with noise of 6 levels stays below. */
  minFaintStep: 20,
  /** The height of a letter in heights of a line: a digit has 0.6, a full stop and a dash less than the first, a frame more than the second. */
  minLetter: 0.35,
  maxLetter: 3,
  /** A picture may contain text that has runs of so many such tiles, so many of them, and this share of uniform tiles. */
  minRowTiles: 3,
  minInRows: 3,
  minEven: 0.2,
} as const;

/** How the height of letters is measured before a page is read. Lengths are in pixels. */
export const letters = {
  /** Ink is told from background in tiles of this side, if their contrast in grey levels is at least the second. */
  tilePx: 64,
  minContrast: 60,
  /** Heights of components that may be letters, and their width in heights: words in low resolution are one component. */
  minPx: 5,
  maxPx: 400,
  minAspect: 0.1,
  maxAspect: 12,
  /** The height of a line in heights of its median letter. */
  lineHeights: 1.6,
  /** A page of more pixels is measured reduced. */
  maxPixels: 9_000_000,
  /** Lines of 10 points are 36 high at 300 dpi as they are measured here. Beyond the bounds, what was measured is no text. */
  dpiPerLinePx: 300 / 36,
  minDpi: 70,
  maxDpi: 1_200,
} as const;

/** How a page is cleaned and turned upright before it is read. */
export const upright = {
  /** A page finer than the first is reduced to the second, in dots per inch: it is not read better, but takes longer. */
  highDpi: 450,
  readingDpi: 300,
  /** In grey levels; scans of paper stay below 1, and those of a poor sensor lie above 3. */
  noticeableNoise: 2,
  noiseSmoothingPx: 0.6,
  /** Orientation is detected best at this; at half of it, results are wrong. */
  orientationDpi: 200,
  /** Smaller angles do not affect reading; an angle of lower confidence is left alone. */
  minSkewDegrees: 0.2,
  minSkewConfidence: 1.15,
  /** From this line strength on, rows are lines of text: columns of pixels hardly ever reach it, except in ruled tables. */
  certainLineStrength: 5,
  /** Text of lower confidence may be upside down; upright text of poor scans is mostly above. */
  doubtfulConfidence: 0.75,
  minOrientationConfidence: 1,
  /** Tolerance for text that was turned wrongly; vertical Chinese loses much more. */
  equalConfidence: 0.05,
  /** So many lines of an illegible page are read upside down; noise does not gain this much confidence. */
  sampleLines: 4,
  surerTurned: 0.2,
  /** A chart of few words, some of them vertical, is below this when it is turned. */
  minTurnedConfidence: 0.5,
} as const;

/**
 * How much a page may take to be read. On a busy machine, a letter took 0.5 ms of processor time in each reading, and a
 * speck of a dithered ground 6 µs.
 */
export const work = {
  /** A letter for each so many pixels that a page may have: 20 000 by default, some ten dense pages of a book. */
  pixelsPerLetter: 5_000,
  /** And one for each so many bytes of the file. Scans take ten and more for a letter, whatever they are coded with. */
  bytesPerLetter: 4,
  specksPerLetter: 100,
  /** No letter that can be read is smaller, its space included. */
  leastLetterPx: 36,
} as const;

/** When a page is read again, and how often. */
export const effort = {
  /**
   * Pages with less doubt (`doubtOf`) are read once: clean pages of 300 dpi, tables of numbers included. Of 82 real pages, the
   * four between 0.11 and this did not improve with more readings (word F1 +0.001, +0.007, -0.006, -0.03).
   */
  certainDoubt: 0.125,
  /** A page that had more is read again until it has less than this: one of them found a line that two readings had missed. */
  settledDoubt: 0.11,
  /** With less doubt, even small letters are read once: enlarged, six such pages gained nothing and two lost 0.02. */
  certainSmallDoubt: 0.075,
  /**
   * A page that was cleaned is also read untouched unless it has at least so many words, of which one lost is 0.02 of word F1, and no more
   * doubt and unread ink than these.
   */
  fewWords: 50,
  plainDoubt: 0.09,
  plainUnread: 0.1,
  /** Share of unread ink from which a page lacks text: specks and pictures of a clean page stay below. */
  unreadShare: 0.25,
  /** Unread places in dark boxes from which these are read by themselves (three are a short word), and the grey below which a box is dark. */
  minBoxPlaces: 3,
  darkBox: 160,
  /** Parts of a page that are read with less confidence than this are pictures: cells and boxes have 0.8, stripes and stains below 0.5. */
  minPartConfidence: 0.6,
  /** A page whose median grey is darker than this has light letters, and often dark ones in boxes. */
  darkPage: 110,
  /**
   * A page of which no reading has this confidence is handwriting, a picture or another script: further readings gave only
   * noise, and took longest. Of 128 printed pages none stays below.
   */
  hopelessConfidence: 0.5,
  /** Letters that lose this confidence when enlarged were specks: they are not enlarged again. */
  enlargingLoss: 0.2,
  /** A page whose rows gain this confidence when enlarged is not read in rows as it is. */
  enlargingGain: 0.15,
  /** Lines lower than this, in pixels, gain by enlarging: those of 10 points are 21 high at 150 dpi, 42 at 300 dpi. */
  smallLinePx: 24,
  /** Doubtful lines lower than this gain too. Then the target height of lines, and the least and greatest factor. */
  lowLinePx: 34,
  goalLinePx: 42,
  minEnlarging: 1.2,
  maxEnlarging: 3,
  /** A screenshot of 12.5 megapixels, enlarged to 33, took 4.5 times as long as a clean page, and 2.7 times when it was not. */
  maxEnlargedPx: 16_000_000,
  /**
   * Maximum readings of a page, those in other orientations included: of a small page with few letters, such as a receipt, and
   * of any other. With four readings, a dense form of 1 350 letters took 3.4 times as long as a clean page of 300 dpi.
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
  /** Lines with a word of less confidence are read untouched too (two of three such words are right), if they are as high as the others within this factor. */
  surePlain: 0.8,
  lineScatter: 1.6,
  /** How many times the worth of the lines so far a reading needs for its order to be used. */
  minGain: 1.02,
  /**
   * The same for a reading in rows of a page without columns: the lines so far have the best words of several readings, but
   * often all labels before their values. Nine forms lose a quarter of their wrong characters, receipts none of their words.
   */
  minRowsShare: 0.75,
} as const;

/** What cells look like that a page layout left out. Lengths are in heights of a line. */
export const cells = {
  /** A digit is 0.6 high; a full stop, a dash and a rule are none. */
  minHeight: 0.35,
  maxHeight: 1,
  maxWidth: 1.2,
  /** From a word that was read: nearer ink is part of it. */
  minGap: 0.3,
  /** The middle of a cell is so near to that of a word; a word higher than the second is no row. */
  level: 0.35,
  maxWordHeight: 1.6,
  /** Least cells below each other, in rows of their own. */
  minRows: 3,
  /** Rows of a table are no farther from each other. */
  rowDistance: 4,
  /** Shown above the middle of the first row and below that of the last. */
  rowMargin: 0.9,
} as const;

/** What comb fields look like, by drawn forms of two typefaces at 150 to 300 dpi. */
export const combs = {
  /** A divider is longer than letters of usual size, and no thicker than this share of its length, or these pixels. */
  minDividerInches: 0.12,
  maxThickness: 0.12,
  leastThicknessPx: 4,
  /** How far ends of dividers differ, in their lengths, and distances of dividers, in each other. */
  endTolerance: 0.08,
  pitchTolerance: 0.12,
  /** Distances of dividers, in their lengths; cells of a table are wider. */
  minPitch: 0.4,
  maxPitch: 1.6,
  minCells: 4,
  minLetters: 2,
  /** More are the pattern of a picture. */
  maxDividers: 2_000,
  /** Clear of a divider, in pixels: its edges are grey. */
  marginPx: 2,
  /** The height of a letter in heights of its cell; components from this share of the tallest in a cell are letters too, not dots. */
  minLetterHeight: 0.2,
  tall: 0.6,
  /** The pitch and the height of a field in heights of its letters: single digits in the cells of a table have 4.9. */
  maxPitchLetters: 2.8,
  maxFieldLetters: 3.2,
  /** Gaps that the recognizer takes for those within a word and between words, in heights of a letter. */
  letterGap: 0.16,
  wordGap: 0.5,
  /** In grey levels, and the share of the rows between two letters that a divider darkens: noise of a photograph has 20 to 30, and blurred thin rules 50. */
  minDividerContrast: 40,
  minDividerRows: 0.9,
} as const;

/** When a reading is doubted. */
export const doubts = {
  /** Share of unread ink, in places side by side as of words, and the least number of such places. */
  unreadShare: 0.5,
  minPlaces: 20,
  /**
   * The least mean confidence of the surest reading: seven pages in scripts of other languages, mirrored or turned by 30° have
   * 0.07 to 0.42, and the worst of nine receipts 0.59. And the share of letters that must be left without noise.
   */
  lowConfidence: 0.5,
  keptLetters: 0.4,
} as const;

/** Which of the words that were read are noise. */
export const noise = {
  /** Of words with less, one in six is correct (`evidence.chances`). In a good line they are near misses, and stay. */
  minConfidence: 0.25,
  /** The doubt of the other words of its line from which a doubtful word is noise. */
  poorLineDoubt: 0.35,
  /** And so many times the doubt of the page: wrong characters of blackletter fall from 13.9 to 9.6 %, 98 other pages stay the same. */
  poorerThanPage: 1.25,
  /** Symbols that are less likely correct are noise in good lines too: the ticks of an axis, a speck after a word. */
  minSignsChance: 0.25,
  /** A word so many lines high and of lower confidence was read into a picture or a scribble. */
  tallLines: 2.5,
  minTallConfidence: 0.6,
} as const;

/** What vertical text beside horizontal text looks like. Lengths are in heights of a line. */
export const strips = {
  /** Tiles per line height, their least side in pixels, and the side from which only every second pixel is sampled. */
  tilesPerLine: 3,
  minTilePx: 4,
  coarseTilePx: 10,
  /** In grey levels: contrast below which a tile is texture, and the step from ink to background. */
  minContrast: 70,
  minStep: 40,
  /** A gap between words is no more than so many tiles, less one. */
  maxGapTiles: 2,
  /** Words of this confidence count as read; vertical ones only with so many letters. */
  surelyRead: 0.6,
  minVerticalLetters: 4,
  /** One line or two of three letters and more. */
  minWidth: 0.6,
  maxWidth: 3.4,
  minHeight: 1.7,
  minAspect: 1.4,
  /** Crossings per line height: letters are half as wide as a line is high, and each is crossed at least twice. */
  minCrossings: 1.5,
  /** More strips than this are the pattern of a picture. */
  maxStrips: 40,
  /** Two of three such words are correct (`evidence.chances`); fewer letters than this, or smaller ones, are ticks and marks. */
  minConfidence: 0.8,
  minSize: 0.4,
  minLetters: 3,
} as const;

/** What a photograph inside a scan looks like. Lengths are in heights of a line. */
export const photographs = {
  /** A page whose median grey is darker is not on white paper. */
  minPaper: 150,
  tilesPerLine: 2,
  minTilePx: 6,
  /** In grey levels; and the share of a tile that differs so much. Letters fill a sixth of their line, bold ones a third. */
  minDifference: 36,
  minInk: 0.4,
  /** The shorter side, and the share of its box that is filled. */
  minLines: 4,
  minFill: 0.6,
  /** Words of this confidence are not part of a photograph. */
  surelyRead: 0.7,
} as const;

/** How background is distinguished from text. */
export const backgrounds = {
  /** The background is the median over a window of so many tiles, of which so many make the height of a line. */
  tilesPerLine: 4,
  windowTiles: 15,
  /** In grey levels: text of lower contrast is not amplified to black. */
  minContrast: 60,
  /** Share of the local contrast that is texture of the background. */
  texture: 0.3,
} as const;

/** Which pictures of a document are read for alternative text, and which words are kept. */
export const pictures = {
  /** Maximum pictures per document that are read: each takes about a second. */
  maxRead: 40,
  maxPixels: 40_000_000,
  /** The resolution at which they are read, in dots per inch as shown; one within this factor is not scaled. */
  readingDpi: 200,
  fitFactor: 1.5,
  maxEnlarging: 3,
  /** The height of a typical line. */
  linePt: 12,
  /** Nine of ten such words are correct (`evidence.chances`); a text of fewer letters is a mark or a logo. */
  minConfidence: 0.9,
  minLetters: 4,
} as const;

/** What a bullet looks like. */
export const bullets = {
  minPx: 4,
  /** Maximum height in line heights, and maximum ratio of its sides. */
  maxHeight: 0.7,
  maxAspect: 1.4,
  /** In grey levels. */
  minContrast: 60,
  /** Share of its box that is filled: 0.79 for a disc, hardly 0.6 for the fullest letter or a ring with a thick stroke. */
  minFill: 0.65,
  /** The confidence from which a digit is one: two readers gave 0.96 to 0.99 to such an 8. */
  sureDigit: 0.9,
} as const;

/** What a check box looks like. */
export const checkBoxes = {
  minPx: 9,
  /** Maximum height in line heights, and maximum ratio of its sides. */
  maxHeight: 1.5,
  maxAspect: 1.35,
  /** In grey levels. */
  minContrast: 60,
  /** How far inside the box a side may be, as a share of it, and how much of its length is dark: corners may be round. */
  sideDepth: 0.22,
  minSide: 0.75,
  /** How much of a word a box takes that is all of it: the rest is noise. */
  minShare: 0.85,
  /** How dark a side is, as a share of the darkest: thin ones are grey on a scan. */
  sideContrast: 0.3,
  /** The share of the inside that is dark with a cross or tick, and with more than that. */
  minMark: 0.08,
  maxMark: 0.75,
  /** Boxes were read as letters with 0.5 to 0.75, digits in cells with 0.85 and more. */
  sureLetter: 0.8,
  confidence: 0.9,
} as const;

/** What the marks of an amount look like: points and commas. Lengths are in heights of a digit. */
export const marks = {
  /** What is lower than this share of the highest is no digit. */
  minDigit: 0.6,
  /** In pixels: of digits of 10, commas descend by a pixel or none. */
  minDigitPx: 13,
  /** A mark begins no farther above the baseline, and no farther below it; a lower one is a speck. */
  maxAbove: 0.4,
  maxBelow: 0.1,
  minMark: 0.06,
  /** Looked at below a word, in heights of its box. */
  room: 0.3,
  /**
   * How far a comma reaches below the baseline at least, and a point at most. Of 433 marks on 28 drawn pages (skewed, faded, photographed, of low
   * resolution), commas have 0.11 to 0.29 and points up to 0.05, but for 20 commas of a photograph at 0 and one in fifty points at 0.17.
   */
  minComma: 0.09,
  maxPoint: 0.06,
  /** So many marks of a page, seen and read by the first reader, and this share of them alike, tell what its marks are. */
  minSeen: 3,
  minAlike: 0.7,
  /**
   * A mark that was not read is a spot of at least this share of the contrast in a gap of so many heights of a digit. Points of two receipts have 0.38 to 0.6 in
   * gaps of 0.5; digits alone are up to 0.2 apart, but for 0.4 on both sides of a 1.
   */
  minSpot: 0.25,
  minSpotGap: 0.3,
  /** In pixels: between digits of 9, a point is two pixels or more. */
  minSpotDigitPx: 9,
  /** Share of the contrast from which a pixel is ink: at a half, commas of a faded page of 200 dpi lose their tails. */
  minInk: 0.4,
  /**
   * Widest gap within an amount, in widths of a letter: after the comma of a fixed pitch it is 0.8 to 1.03, after the points of two receipts 1.12
   * and 1.39; a blank adds 1.
   */
  maxSplit: 1.45,
  /** Widest gap within a date, in widths of a digit: 0.43 to 0.64 in 22 lines of a fixed pitch; a blank behind a narrow point makes 0.76. */
  maxDateSplit: 0.68,
} as const;

/** How the rows of a photographed page are followed. */
export const rows = {
  /** Lines that tell how rows run have a length of so many heights, and there are so many of them. */
  minRun: 2,
  minSamples: 6,
  /** Lines that miss the common slope by more than so many times the median do not count: three in ten of normal scatter. */
  maxMisses: 3,
  /** Share of the spread of the lines that must not be on one diagonal of the page. */
  minSpread: 0.05,
  /** Of the way across a page; with 16 no height differs by a pixel. */
  steps: 8,
  /** Rows that rise less across the page are level, in heights of a line. */
  minRise: 0.5,
  /**
   * How far baselines may be wrong across the page, in heights of a line: on a photographed receipt, by 0.2 at its top and 0.8 at its bottom.
   * Rows are farther apart. Then the steps that are tried, what one costs in lines that meet, and how near such lines are.
   */
  maxRise: 1.2,
  riseStep: 0.1,
  riseCost: 0.2,
  meeting: 0.35,
} as const;

/** What a rule of a scanned table looks like. Lengths are in heights of a letter, which are 7 to 8 points in print of ten points. */
export const rules = {
  /** A page is reduced until its letters are no higher, and to so many pixels: a page of A4 at 200 dpi has 3.9 million. */
  unitPx: 22,
  maxPixels: 6_000_000,
  /** Where letters are lower, rules of one pixel cannot be told from them. */
  minUnitPx: 5,
  /** Thicker strokes are bars. */
  maxThickness: 0.4,
  /** A row is averaged over so much of its length. */
  averaged: 0.45,
  /** In grey levels: a stroke is so much darker than what is on both sides of it. */
  minStep: 12,
  /** Shorter pieces of a rule do not count. */
  minRun: 0.9,
  /** The longest gap in a broken rule. */
  maxGap: 0.55,
  /** How much a rule may rise along its length: pages are level to within this. */
  maxSlope: 0.012,
  /** The share of a rule that is a stroke, and how dark it must be there, as a share of what is usual for it. */
  minCovered: 0.8,
  evenness: 0.5,
  /** How dark an edge of a rule is, as a share of what it is in its middle, to count as part of it. */
  minInk: 0.15,
  minLevelLength: 2.5,
  /** The sides of a box around one line are 1.5 letters high. */
  minUprightLength: 1.4,
  /** A rule this far inside the box of a word runs through it; one that does so for more than this share is of letters. */
  wordEdge: 0.15,
  maxInWords: 0.5,
  /** The same where tops of letters count; and for upright ones of so many letters: boxes of words beside a rule may reach to it, and letters are not aligned in so many lines. */
  maxAtTops: 0.8,
  manyLines: 8,
  maxInManyWords: 0.75,
  /** A level stroke at a line of text ends this far inside a word only if it is of its letters. */
  wordEnd: 0.4,
  /** Shorter upright strokes are rules only where they meet level ones. */
  minLoneLength: 5,
  /** A mark at the end of a word is a rule that is so near, in heights of the word. */
  markReach: 0.25,
  /** A page with more rules, or more pieces of them, is hatched. 18 000 pieces take half a second. */
  most: 1500,
  mostPieces: 20_000,
} as const;

/** A bar that is a capital I. On a scan at 170 dpi it is 17 pixels high among letters of 18; rules read as bars are 1.5 times as high. */
export const capitalI = { tolerance: 0.12, maxGap: 1 } as const;

/** What filled bands of a page look like. Lengths are in heights of a letter. */
export const bands = {
  /** The ground is measured in cells of this size, and as the median of so many cells on both sides in a row. */
  cellWidth: 1,
  cellHeight: 0.25,
  cellReach: 2,
  /** The paper is the lightest twentieth of what is so near. */
  paperReach: 20,
  paperShare: 0.05,
  /** In grey levels: how much darker than paper a band is, and how much its parts differ. Every second row is often #f0f0f0. */
  minStep: 10,
  maxDifference: 10,
  minWidth: 6,
  /** Headers have up to four lines; what is higher is a panel, of which text in columns is no table. */
  minHeight: 0.9,
  maxHeight: 6,
  /** The share of its box from the first to the last cell of each row, which shadows do not fill, and that of it that is even: 0.8 behind bold text, less in photographs. */
  minFilled: 0.9,
  minEven: 0.65,
  /** A page with more is a picture. */
  most: 300,
} as const;
