/**
 * What makes a paragraph look like a heading. Evidence: each was moved by ±20 %, whole numbers by one at least, on the
 * first four pages of 23 public documents (730 paragraphs, 138 of them headings, judged by eye). Comments say what that
 * changed; without a remark no paragraph did.
 */
export const headingThresholds = {
  /** Larger than the body by this factor. 1.3 loses 48 headings; with less, `largerPt` decides. */
  largerShare: 1.08,
  /** And by this much, in points. 1.08 loses 39 headings, those set one point larger; 0.72 changes nothing. */
  largerPt: 0.9,
  /** Bold headings may be this much smaller than the body, in points. */
  smallerPt: 0.6,
  /** And those with a number of several parts, such as `2.1.1`, by this much. */
  smallerNumberedPt: 1.5,
  /** Maximum lines of a heading. With three, one heading is lost. */
  maxLines: 4,
  /** Maximum letters of a heading, East Asian ones counted fourfold. */
  maxLetters: 180,
  /** Maximum letters of a heading that contains an East Asian full stop. */
  maxLettersWithStop: 60,
  /** Maximum words of a heading that ends with a full stop, */
  maxWordsWithStop: 8,
  /** and of one numbered like `1.2`: those of a school's rules have ten. */
  maxWordsNumbered: 14,
  /** Maximum words of a heading distinguished only by its colour or a line below it. */
  maxMarkedWords: 12,
  /** Minimum difference between the channels of a colour, of 255. */
  leastChroma: 64,
  /** Wider gaps between words, in em, separate cells of one row. 2.4 loses two headings, 3.6 adds one. */
  widestGapEm: 3,
  /** Fewer lines of the size of the body that are centred, underlined or coloured, alone above text, are no habit. */
  minCentred: 2,
  /** Text below a line of capitals has as many words, where it is one line: values below labels have fewer. */
  proseWords: 8,
  /** Larger text that is above other text on so many pages is of headings, even if it is tagged as text. */
  habitPages: 2,
  /** Levels that looks are ranked into, as HTML has them; Word knows nine. */
  maxLevels: 6,
} as const;
