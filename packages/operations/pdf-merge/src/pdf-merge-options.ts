// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `pdf/merge`. Each may be left out. */
export interface PdfMergeOptions {
  /** Pages of each file, in this order: all, or a selection such as 7,1-3; repeat it, one for each file */
  readonly pages?: string | readonly string[] | undefined;
  /**
   * files: one file after the other; alternate: one page of each in turn; alternate-reverse: the same, later files from their last page
   * @default files
   */
  readonly order?: 'files' | 'alternate' | 'alternate-reverse' | undefined;
  /**
   * Add blank pages to each file until its number of pages is a multiple of this; 2 for printing on both sides
   * @default 1
   */
  readonly padTo?: number | undefined;
  /**
   * Add an outline entry for each source file, above its own outline
   * @default true
   */
  readonly bookmarks?: boolean | undefined;
  /**
   * keep leaves scripts and launch, submit and opening actions unchanged, with a warning; remove deletes them
   * @default keep
   */
  readonly activeContent?: 'keep' | 'remove' | undefined;
  /**
   * pdfa-2b makes the output PDF/A-2b for archives: fonts embedded, colours defined, active content and attachments removed
   */
  readonly conformance?: 'pdfa-2b' | undefined;
  /** Password of an encrypted file; repeat it, one for each file */
  readonly password?: string | readonly string[] | undefined;
}
