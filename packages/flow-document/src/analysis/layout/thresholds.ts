/**
 * How lines become paragraphs. Evidence: each was moved by ±20 %, whole numbers by one at least, on the first four
 * pages of 35 public documents (852 paragraphs). Comments give the number of paragraphs that changed; without a number
 * none did, and the value was chosen by eye.
 */
export const paragraphThresholds = {
  /** Tolerance for equal edges, in points. 1.3 changes one. */
  sameEdgePt: 1.6,
  /**
   * A last line with less space left than this, in em, is full: few words with their space are shorter. 2 changes 15, 3
   * 21.
   */
  fullEm: 2.5,
  /** Lines of one look and rhythm. */
  run: {
    /** Tolerance for equal sizes, as a share. 0.144 changes 13. */
    sameSizeShare: 0.12,
    /** Lines closer than this, in em, are one line. */
    closestEm: 0.5,
    /** Lines further apart than this multiple of their run's pitch begin another run. 0.98 changes 56, 1.46 8. */
    widerGap: 1.22,
    /** Extra tolerance for a taller word, in points. 0.4 and 0.6 change two each. */
    slackPt: 0.5,
    /** Lines closer than this multiple of the pitch belong to another run, such as a quotation. 0.96 changes 8. */
    closerGap: 0.8,
    /** The pitch of two lines that is not a usual one counts at least as this share of the usual. 0.72 changes 3, 1.08 6. */
    leastOfUsual: 0.9,
    /** The widest single spacing, in em, over the common faces. */
    singleSpacingEm: 1.35,
  },
  /** Where the lines of a run end. */
  edge: {
    /** Minimum lines with an edge of their own. Two change 28, four 12. */
    minLines: 3,
    /** Lines that reach less far into their column, as in an address, must run on to have an edge. 0.6 changes two. */
    ownEdgeShare: 0.75,
    /** This share of the lines of prose begins inside a sentence. */
    insideShare: 0.3,
    /** A line reaches the edge when it ends within this share of the width of its run. 0.096 changes 3, 0.144 7. */
    reachShare: 0.12,
    /** This share of the lines does. 0.48 changes 13, 0.72 four. */
    reachingShare: 0.6,
  },
  /** Centred lines: they share their middle but not their edges. */
  centred: {
    /** Tolerance for equal middles, in em. 0.24 changes one. */
    sameMiddleEm: 0.3,
    /** Maximum difference of equal edges, in em. */
    otherEdgeEm: 0.5,
    /** This share of the lines of a run begins somewhere else. */
    otherStartShare: 0.6,
    /** A line narrower than this share of its run leaves room at both sides. 0.72 changes one. */
    narrowShare: 0.97,
    /** Two lines that would fill more than this share of the column as one were broken. 0.64 changes four, 0.96 two. */
    brokenShare: 0.8,
    /** So few lines, this much larger than the text, are one title. Names and addresses on covers are smaller. */
    titleLines: 3,
    titleGrowth: 1.3,
  },
  /** Lines that are pushed to the edge where they end, as beside a photograph or in a letterhead. */
  pushed: {
    /** Tolerance for their ends, in points. */
    sameEndPt: 1,
    /** This share of them begins somewhere else, in steps of so many points. */
    otherStartPt: 4,
    otherStartShare: 0.6,
  },
  /** Lines that are stretched to one edge: ends that are not stretched agree for a few lines of many only. */
  justified: {
    /** Their ends differ by no more, in points. */
    sameEndPt: 1,
    minLines: 4,
    /** More than this share of them, for last lines are among them. */
    reachingShare: 0.5,
  },
  /** Whether a line continues the paragraph above it. */
  join: {
    /** Stretched lines leave no room; signs that hang out of the column do, less than this, in em. */
    justifiedRoomEm: 1,
    /** A line that ends before this share of its width was ended there, whatever follows. 0.3 changes two. */
    raggedShare: 0.25,
    /** Minimum length of a line; shorter ones are labels. */
    minWords: 5,
    /** A line that ends before this share of its width was ended there, even if it stops before a noun. */
    phraseShare: 0.4,
    /** Lines of a narrow column that reach this near to its edge, or stop before a noun, have fewer words. */
    nearlyFullShare: 0.15,
    minPhraseWords: 3,
    /** A line with a blank to fill in has this many words, to be of a sentence and not a row of labels. */
    minBlankWords: 8,
    /** A title before a tab at the start of a paragraph has at most so many words, and the text behind it at least so many. */
    maxTitleWords: 6,
    minRunInWords: 5,
    /** Tolerance for equal line starts, in em. */
    sameStartEm: 0.3,
    /** The second line begins at most this far left of the first, as after an indent, in em. */
    maxIndentEm: 6,
    /** And at most this far right of it, as below a label, in em. */
    maxHangingEm: 8,
    /** Between the number of a heading and its text is more white than between words, in em. */
    numberGapEm: 0.5,
  },
  /** How the lines of a paragraph are aligned. */
  alignment: {
    /** Spaces that differ by less than this, in em, are of one width: rounding, not stretching. */
    sameSpaceEm: 0.005,
    /** A single line is centred if it has at least this much space on both sides, in em, */
    centredRoomEm: 1.5,
    /** and these differ by less than this, in em. */
    centredSlackEm: 0.4,
    /** A single line ends at the right edge within this, in points. 1.6 changes one of 2400. */
    rightEdgePt: 2.5,
    /** And begins after this share of the column. 0.24 changes one. */
    rightStartShare: 0.3,
    /** Ends of justified lines differ by less, in em: punctuation may reach over the edge. 0.2 changes one. */
    flushEm: 0.25,
    /** This share of them does. 0.64 changes five. */
    flushShare: 0.8,
  },
} as const;
