/**
 * Limits of the ledger reading, by stage. Lengths are in em of the text at hand, shares in 0–1. Measured on the public
 * business documents, on generated statements and on the ICDAR 2013 tables. A comment says what breaks on either side; where it
 * does not, no value near or far changed the sample (`benchmarks/results/sensitivity.md`), and the value is one by eye.
 */
export const ledgerThresholds = {
  candidates: {
    /** Rows of one table are nearer than this: statements set a blank line (1.9 em) between bookings, sections 3 em apart. */
    usualGapEm: 2.2,
    /** A table set wider continues at this factor of its own widest gap. */
    steadyGap: 1.3,
    /** A closing row that lines up with the amounts may be as far below them as this. */
    closingGapEm: 6,
    /** Rows above that show where texts of the table begin: statements have sections of up to twenty. */
    rowsAbove: 24,
    /** This share of its amounts lines up: one may be of another kind. */
    closingShare: 0.75,
    /** Lines without an amount that one record may have: bookings of German banks reach eight. With two, statements lose 0.006. */
    maxLooseLines: 9,
    /** Right edges of one column differ by less than this: proportional digits and brackets move them by 0.3 em. 0.09 changes four documents. */
    edgeEm: 0.35,
    /** A row belongs to the table above when this share of its amounts lines up with columns of it. 0.6 changes one document. */
    fittingShare: 0.5,
    /** Lines of labels with their values that a letterhead has. With one, a statement loses a row. */
    maxLabels: 6,
    /** So many rows of amounts below a label with its number show that it is not in line with them. */
    minBelow: 4,
    /** Amounts of an item of several lines that show, each under its like, that the next is of the same table. */
    minItemAmounts: 3,
    /** Amounts over each other in this share of the records are a column; fewer may be within texts. */
    columnShare: 0.5,
    /** Headings of a header that is known by its words when it is printed again. */
    minHeadings: 3,
    /** This share of the columns of amounts must have words over them to make a new header. Without such headers, three documents change. */
    headedShare: 0.5,
  },
  header: {
    /** Lines of a header are nearer than this to each other and to the first row. With 0.55, statements lose 0.019, but drawn tables gain 0.006. */
    reachEm: 2.2,
    /** A line that heads this share of the columns of amounts may be so many times as far above them: an empty row. With 0.4, statements lose 0.017. */
    wideReach: 1.6,
    /** Share of the columns of amounts that such a line heads. */
    headedShare: 0.6,
    /** Lines of one header without a rule between them: a letterhead above is a blank line (1.2 em) off. */
    closeEm: 0.9,
    /** Headings of groups of columns are nearer to those of the columns than this: cells of a web page have 1.1 em between. */
    groupEm: 1.6,
    /** Whitespace below the first line of one heading alone: the title of a table has more below it. With 0.14, statements lose 0.004. */
    pitchEm: 0.55,
    /** A rule along less than this share of the headings is under one of several columns; a longer one begins the table. */
    spanShare: 0.9,
    /** The sides of a filled band are no further from the text on it than this. */
    bandEm: 0.5,
    /** Lines of a header. With six, drawn tables lose 0.001. */
    maxLines: 8,
    /** Figures of a code that is no heading: `C-30918`, unlike `Q1` and `2024E`. */
    minDigits: 5,
    /** Amounts end no further before the end of their heading than this: room for a sign or a bracket behind them. */
    maxInsetEm: 3,
    /** Lines between a header and the first amounts: the name of a section, then a record of five lines with its amounts on the last. */
    maxSingles: 6,
    /** Texts that begin at one place show that another above them is of their column, and no heading. */
    minTexts: 2,
    /** Words in one heading; more are a sentence. With two, statements lose 0.006. */
    maxWords: 7,
  },
  columns: {
    /** Rows with this share of the usual number of pieces decide where columns are; totals and sections have fewer. 0.19 changes two documents. */
    representativeShare: 0.75,
    /** Whitespace that runs through single texts in this share of the rows is the space between their words. */
    continuousShare: 0.4,
    /** Whitespace begins where a text or an amount ends when they differ by less than this, in points: gaps are found in steps of 0.5. With 0.4, the competition loses 0.016. */
    edgePt: 1.5,
    /** Lines with a date and a text but no amount that show where their columns are. */
    minKeys: 3,
    /** Texts further apart are two cells, though no other row shows it: a label far from the sums it is level with. */
    wideGapEm: 8,
  },
  records: {
    /** A line that begins further below than this belongs to nothing above. 1.7 and 2.5 change one document each. */
    widestPitchEm: 2.1,
  },
  ledgers: {
    /** Rows with amounts that make a table under a header, and without one. Two and four change one and two documents. */
    minHeaded: 1,
    minBare: 3,
    /** Amounts of a single row without a label or a rule, each under a heading. */
    minAlone: 3,
    /** Text of the first record on a page that continues is nearer above its amounts than this. Without it, three documents change. */
    leadGapEm: 1,
    /** The rest of a record that a page break cuts is nearer than this to the next: a blank line (1.9 em). */
    recordGapEm: 2.2,
    /** Where this share of the rows have a balance beside their amount, one with a single amount is a sum. */
    balancedShare: 0.5,
    /** A page that continues with a table lines up this share of its amounts with the columns of the page before. With 0.64, the competition loses 0.009. */
    continuedShare: 0.8,
    /** A page with texts over a column of amounts in this share of its records, and so many of them, is another table: totals reach there. */
    labelledShare: 0.3,
    minLabelled: 2,
    /** Pages before that show which columns are empty: those of a table of hundreds are not read again for each. */
    pagesAbove: 4,
    /** A page with this share of the rows of the page before is another table, where it has so many. With 0.2, statements lose 0.001. */
    sameNames: 0.8,
    minNames: 5,
  },
  forms: {
    /** Lines of one block of labels and addresses are nearer than this. 3 changes five documents. */
    reachEm: 2.5,
    /** Texts begin or end at one place when they differ by no more than this. */
    alignedPt: 2,
    /** Rows of a block. With three, 30 documents lose blocks. */
    minRows: 2,
    /** This share of the rows of a block has texts that begin or end at one place with those of another. 0.4 and 0.6 change two and three documents. */
    linedShare: 0.5,
    /** Values are further from their labels than this where several begin at one place; a word space is a quarter of an em. */
    labelGapEm: 0.45,
    /** In fixed-pitch type a word space is 0.6 em. */
    fixedLabelGapEm: 0.9,
    /** Labels below each other, each with its value right behind its colon, that are a form by themselves. */
    minListed: 3,
    /** Words of a label before its colon. One changes seven documents, sixteen five. */
    longestLabel: 4,
  },
} as const;
