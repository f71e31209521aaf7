/**
 * Limits of the ledger reading, by stage. Lengths are in em of the text at hand, shares in 0–1. Measured on the public
 * business documents, on generated statements and on the ICDAR 2013 tables. Comments say what breaks on either side;
 * without such a remark no other value changed the sample (`benchmarks/results/sensitivity.md`), and the value was
 * chosen by eye.
 */
export const ledgerThresholds = {
  candidates: {
    /**
     * Maximum distance of rows in one table: statements have a blank line (1.9 em) between bookings, and sections 3 em
     * apart.
     */
    usualGapEm: 2.2,
    /** Maximum distance of a closing row aligned with the amounts. */
    closingGapEm: 6,
    /** Rows above that show where texts of the table begin: statements have sections of up to twenty. */
    rowsAbove: 24,
    /** This share of its amounts is aligned: one may be of another kind. */
    closingShare: 0.75,
    /**
     * Maximum lines without an amount in one record: bookings of German banks have up to eight. With two, statements
     * lose 0.006.
     */
    maxLooseLines: 9,
    /**
     * Tolerance for right edges of one column: proportional digits and brackets move them by 0.3 em. 0.09 changes four
     * documents.
     */
    edgeEm: 0.35,
    /**
     * A row belongs to the table above if this share of its amounts is aligned with its columns. 0.6 changes one
     * document.
     */
    fittingShare: 0.5,
    /** Maximum lines of labels with values in a letterhead. With one, a statement loses a row. */
    maxLabels: 6,
    /** This many rows of amounts below a label with a number show whether it is aligned with them. */
    minBelow: 4,
    /** Minimum headings of a header that is recognised by its words when it is repeated. */
    minHeadings: 3,
    /**
     * Share of the columns of amounts that must have words above them to form a new header. Without such headers, three
     * documents change.
     */
    headedShare: 0.5,
  },
  header: {
    /**
     * Maximum distance of the lines of a header from each other and from the first row. With 0.55, statements lose
     * 0.019, but drawn tables gain 0.006.
     */
    reachEm: 2.2,
    /**
     * A line that heads enough columns of amounts may be this many times as far above them: an empty row may be
     * between. With 0.4, statements lose 0.017.
     */
    wideReach: 1.6,
    /** Share of the columns of amounts that such a line heads. */
    headedShare: 0.6,
    /**
     * Maximum distance of lines of one header without a rule between them: a letterhead above is a blank line (1.2 em)
     * away.
     */
    closeEm: 0.9,
    /** Maximum distance of group headings above column headings: cells of a web page have 1.1 em between. */
    groupEm: 1.6,
    /**
     * Maximum gap below the first line of a single heading: the title of a table has more below it. With 0.14,
     * statements lose 0.004.
     */
    pitchEm: 0.55,
    /**
     * A rule that covers less than this share of the headings underlines a spanning one; a longer one begins the table.
     */
    spanShare: 0.9,
    /** Maximum distance from the sides of a filled band to the text on it. */
    bandEm: 0.5,
    /** Maximum lines of a header. With six, drawn tables lose 0.001. */
    maxLines: 8,
    /** Minimum digits of a code that is not a heading: `C-30918`, unlike `Q1` and `2024E`. */
    minDigits: 5,
    /** Maximum distance between the right edges of amounts and their heading: space for a sign or a bracket. */
    maxInsetEm: 3,
    /**
     * Maximum lines between a header and the first amounts: a section name, then a record of five lines with its
     * amounts on the last.
     */
    maxSingles: 6,
    /** This many left-aligned texts show that another above them belongs to their column and is not a heading. */
    minTexts: 2,
    /** Maximum words in a heading; more are a sentence. With two, statements lose 0.006. */
    maxWords: 7,
  },
  columns: {
    /**
     * Rows with this share of the usual number of pieces determine the columns; totals and sections have fewer. 0.19
     * changes two documents.
     */
    representativeShare: 0.75,
    /** Whitespace inside single texts in this share of the rows is word spacing. */
    continuousShare: 0.4,
    /**
     * Tolerance for a gap that begins where a text or an amount ends, in points: gaps are found in steps of 0.5. With
     * 0.4, the competition loses 0.016.
     */
    edgePt: 1.5,
    /** Minimum lines with a date and a text but no amount that show where their columns are. */
    minKeys: 3,
    /** Texts further apart than this are two cells even if no other row shows it: a label far from its sums. */
    wideGapEm: 8,
  },
  records: {
    /** A line further below than this does not belong to what is above. 1.7 and 2.5 change one document each. */
    widestPitchEm: 2.1,
  },
  ledgers: {
    /**
     * Minimum rows with amounts of a table with a header, and without one. Two and four change one and two documents.
     */
    minHeaded: 1,
    minBare: 3,
    /** Minimum amounts of a single row without a label or a rule, each under a heading. */
    minAlone: 3,
    /**
     * Maximum distance of the text of the first record above its amounts on a continuation page. Without it, three
     * documents change.
     */
    leadGapEm: 1,
    /** Maximum distance from the rest of a record split by a page break to the next record: a blank line (1.9 em). */
    recordGapEm: 2.2,
    /** If this share of the rows have a balance beside their amount, a row with a single amount is a sum. */
    balancedShare: 0.5,
    /**
     * On a continuation page, this share of the amounts is aligned with the columns of the page before. With 0.64, the
     * competition loses 0.009.
     */
    continuedShare: 0.8,
    /**
     * A page with texts overlapping a column of amounts in this share of its records, and at least this many, is
     * another table; labels of totals may overlap it.
     */
    labelledShare: 0.3,
    minLabelled: 2,
    /**
     * The number of preceding pages that show which columns are empty, so that tables of hundreds of pages are not
     * reread for each.
     */
    pagesAbove: 4,
    /**
     * A page with this share of the row labels of the page before, and at least this many, is another table. With 0.2,
     * statements lose 0.001.
     */
    sameNames: 0.8,
    minNames: 5,
  },
  forms: {
    /** Maximum distance of lines in one block of labels and addresses. 3 changes five documents. */
    reachEm: 2.5,
    /** Tolerance for aligned edges. */
    alignedPt: 2,
    /** Minimum rows of a block. With three, 30 documents lose blocks. */
    minRows: 2,
    /**
     * The share of a block's rows whose texts are aligned with those of another row. 0.4 and 0.6 change two and three
     * documents.
     */
    linedShare: 0.5,
    /** Minimum distance of left-aligned values from their labels; a word space is a quarter of an em. */
    labelGapEm: 0.45,
    /** In fixed-pitch type a word space is 0.6 em. */
    fixedLabelGapEm: 0.9,
    /** Minimum consecutive labels, each with its value right after its colon, that are a form by themselves. */
    minListed: 3,
    /** Maximum words of a label before its colon. One changes seven documents, sixteen five. */
    longestLabel: 4,
    /** Maximum columns of a block: more of them have no room for a letter each on a page of 600 pt. */
    mostColumns: 64,
  },
} as const;
