// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `pdf/split`. Each may be left out. */
export interface PdfSplitOptions {
  /** One part for each item: 3, 2-5, 7-, -4, last, odd, even, separated by commas */
  readonly pages?: string | undefined;
  /** Parts of this many pages */
  readonly every?: number | undefined;
  /** This many parts of about the same number of pages */
  readonly parts?: number | undefined;
  /**
   * One part for each top-level outline entry
   * @default false
   */
  readonly bookmarks?: boolean | undefined;
  /** Most bytes of a part: 10MB, 500KB or plain bytes */
  readonly maxSize?: string | undefined;
  /**
   * keep leaves scripts, launch, submit and opening actions as they are, with a warning; remove takes them out
   * @default keep
   */
  readonly activeContent?: 'keep' | 'remove' | undefined;
  /** Password of the file, if it needs one */
  readonly password?: string | undefined;
}
