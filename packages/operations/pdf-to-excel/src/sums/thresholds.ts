/** Limits of the arithmetic check. Measured on the generated statements (`npm run bench -- statements`) and the public documents. */
export const sumThresholds = {
  /** A rule that holds for this share of the rows is the one the table was made by: one wrong digit breaks two rows at most. */
  holdingShare: 0.8,
  /** Rows that show a running balance; fewer come out by chance. */
  minBalances: 4,
  /** Rows whose balance tells which side of an account raises it, if none speaks against it: two amounts with cents do not by chance. */
  minSided: 2,
  /** Rows whose one amount moves the balance, up or down, in either of two columns; nearly all do. */
  minSettled: 6,
  settledShare: 0.9,
  /** Amounts up to the next balance that are told apart: more come out in several ways by chance. */
  mostTogether: 6,
  /** This share of them, and most in either column, says which side each is: amounts set loosely stray to the other side in a quarter of the rows. */
  sidedShare: 0.6,
  /** A total that comes out in this share of its columns should in all: of figures near zero one or two do by chance. */
  holdingColumns: 0.5,
  /** More columns than these miss where the rows of a total are not those above it: a table that began on the page before. */
  missedColumns: 2,
  /** Rows that show products or sums across, and the share of them: short invoices have three lines. */
  minProducts: 2,
  productShare: 0.6,
  /** Of all rows, at least this share are such: a table of 24 columns of counts has products in a few of its 57 rows. */
  productRows: 0.3,
  /** Amounts of a single row whose total is checked: that of two is a digit apart from a third by chance. */
  minAcross: 3,
  /** Products and percentages are rounded to the last printed decimal. */
  roundingUnits: 1.01,
  /** Any two figures of one digit are a digit apart. */
  minTelling: 10,
  /** Amounts that a total is made of, at least; of one, any figure is the sum. */
  minSummands: 2,
} as const;
