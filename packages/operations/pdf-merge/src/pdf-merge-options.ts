// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `pdf/merge`. Each may be left out. */
export interface PdfMergeOptions {
  /**
   * One outline entry for each source file, above its own outline
   * @default true
   */
  readonly bookmarks?: boolean | undefined;
  /**
   * keep leaves scripts, launch, submit and opening actions as they are, with a warning; remove takes them out
   * @default keep
   */
  readonly activeContent?: 'keep' | 'remove' | undefined;
  /** Password of an encrypted file; repeat it, one for each file */
  readonly password?: string | readonly string[] | undefined;
}
