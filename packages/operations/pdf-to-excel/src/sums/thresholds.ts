/** Limits of the arithmetic check. Measured on the generated statements (`npm run bench -- statements`) and the public documents. */
export const sumThresholds = {
  /**
   * A rule that holds for this share of the rows is the one the table follows: one wrong digit breaks at most two rows.
   */
  holdingShare: 0.8,
  /**
   * Maximum columns of numbers among which balances and products are looked for, as each three may be one: 200 rows of
   * 40 columns take 3 s. Accounts have a dozen.
   */
  maxColumns: 40,
  /** Minimum rows that show a running balance; fewer match by chance. */
  minBalances: 4,
  /**
   * Minimum rows whose balance shows which side of an account raises it, if none contradicts: two amounts with cents do
   * not match by chance.
   */
  minSided: 2,
  /** Minimum rows whose single amount moves the balance, and their share of all. */
  minSettled: 6,
  settledShare: 0.9,
  /** Maximum amounts up to the next balance that can be assigned: more add up in several ways by chance. */
  mostTogether: 6,
  /**
   * This share of them, and the majority in each column, determine the sides: loosely set amounts are on the wrong side
   * in up to a quarter of the rows.
   */
  sidedShare: 0.6,
  /**
   * A total that matches in this share of its columns should match in all: figures near zero match by chance in one or
   * two.
   */
  holdingColumns: 0.5,
  /** If more columns than this miss, the rows of a total are not those above it: the table began on the page before. */
  missedColumns: 2,
  /** Minimum rows that show products or sums across, and their share: short invoices have three lines. */
  minProducts: 2,
  productShare: 0.6,
  /**
   * Their minimum share of all rows: a table of 24 columns of counts has products by chance in a few of its 57 rows.
   */
  productRows: 0.3,
  /** Minimum amounts of a single row whose total is checked: the sum of two is a digit off from a third by chance. */
  minAcross: 3,
  /** Products and percentages are rounded to the last printed decimal. */
  roundingUnits: 1.01,
  /** Minimum digits: any two one-digit figures are a digit apart. */
  minTelling: 10,
  /** Minimum amounts of a total; any figure is the sum of one. */
  minSummands: 2,
} as const;
