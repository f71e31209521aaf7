// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `pdf/split`. Each may be left out. */
export interface PdfSplitOptions {
  /** One part for each item: 3, 2-5, 7-, -4, last, odd, even, separated by commas */
  readonly pages?: string | undefined;
  /** Number of pages in each part */
  readonly every?: number | undefined;
  /** Number of parts, with about the same number of pages each */
  readonly parts?: number | undefined;
  /**
   * Make a part for each outline entry: of the top level, or of the levels down to 2 or 3
   * @default false
   */
  readonly bookmarks?: boolean | 1 | 2 | 3 | undefined;
  /** Largest size of a part: 10MB, 500KB or a number of bytes */
  readonly maxSize?: string | undefined;
  /**
   * Put the pages of "pages" into one file, in the order given, each once
   * @default false
   */
  readonly merge?: boolean | undefined;
  /**
   * keep leaves scripts and launch, submit and opening actions unchanged, with a warning; remove deletes them
   * @default keep
   */
  readonly activeContent?: 'keep' | 'remove' | undefined;
  /** Password of the file, if it needs one */
  readonly password?: string | undefined;
}
