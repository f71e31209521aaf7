/**
 * How much rows separated by whitespace must look like a table. Shares are in 0–1, confidences too; lists, contents and
 * letterheads are no tables. What ±20 % of each does is in `benchmarks/results/sensitivity.md`
 * (`npm run bench -- sensitivity`).
 */
export const textTableThresholds = {
  /** Rows between rules: the rules are evidence, so fewer values and fewer full rows suffice. */
  ruled: {
    minRows: 3,
    /** Share of the cells beside the labels that are values. */
    valueShare: 0.3,
    /** Share of the rows with text in several columns: labels may have no values. No other value changes the sample. */
    fullRowShare: 0.3,
    /** Share of full rows in a table of words. Doubled, drawn tables lose 0.006. */
    fullRowShareOfWords: 0.5,
    confidence: 0.8,
    confidenceOfWords: 0.6,
  },
  /** Two columns without rules: a list of labels and texts unless nearly all texts are values. */
  twoColumns: { minRows: 4, valueShare: 0.7, fullRowShare: 0.6, confidence: 0.6 },
  /**
   * Three columns and more without rules. With two rows of values statements lose 0.004 of F1, with four they gain 0.005
   * and a real document changes; with five rows of words drawn tables lose 0.016.
   */
  values: { minRows: 3, valueShare: 0.5, fullRowShare: 0.5, confidence: 0.75 },
  words: { minRows: 4, fullRowShare: 0.6, confidence: 0.5 },
  /** Maximum words per cell on average; more are sentences. */
  maxWordsOfCell: 4.5,
  /**
   * A column is aligned if this share of its pieces share a left edge, a right edge or a centre, within a tolerance in
   * points.
   */
  alignedShare: 0.6,
  sameEdgePt: 2,
  /** Share of the columns that must be aligned. */
  alignedColumns: 0.75,
  /** A table of contents: titles with page numbers that rise on this share of the rows, or have leaders. */
  contents: { maxColumns: 3, risingShare: 0.8, leaderShare: 0.5, minRowsWithoutLeaders: 6 },
  /**
   * Lists: the share of rows that begin with a label, and the share of values from which they are a table with numbered
   * rows. More columns than this are a table.
   */
  list: { labelShare: 0.6, valueShare: 0.5, maxColumns: 6 },
} as const;
