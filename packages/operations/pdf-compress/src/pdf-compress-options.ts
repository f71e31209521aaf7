// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `pdf/compress`. Each may be left out. */
export interface PdfCompressOptions {
  /**
   * Amount of compression; recommended means medium, extreme and maximum mean high
   * @default medium
   */
  readonly level?: 'low' | 'medium' | 'high' | 'recommended' | 'extreme' | 'maximum' | undefined;
  /** Largest size of the output, such as 200KB or 5MB; level is then ignored */
  readonly maxSize?: string | undefined;
  /** Quality of JPEG images; by default the quality of the level */
  readonly quality?: number | undefined;
  /**
   * gray turns pages into shades of grey; keep leaves colours as they are
   * @default keep
   */
  readonly color?: 'keep' | 'gray' | 'grey' | 'grayscale' | 'greyscale' | undefined;
  /**
   * keep leaves scripts and launch, submit and opening actions unchanged, with a warning; remove deletes them
   * @default keep
   */
  readonly activeContent?: 'keep' | 'remove' | undefined;
  /**
   * pdfa-2b makes the output PDF/A-2b for archives: fonts embedded, colours defined, active content and attachments removed
   */
  readonly conformance?: 'pdfa-2b' | undefined;
  /** Password of the file, if it needs one */
  readonly password?: string | undefined;
}
