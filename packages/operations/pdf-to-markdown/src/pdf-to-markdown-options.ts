// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `pdf/to-markdown`. Each may be left out. */
export interface PdfToMarkdownOptions {
  /** Pages, counted from 1: 3, 2-5, 7-, -4, last, odd, even, separated by commas */
  readonly pages?: string | undefined;
  /**
   * auto recognises the text of pages that are pictures, force the text of every page, off no text
   * @default auto
   */
  readonly ocr?: 'auto' | 'off' | 'force' | undefined;
  /**
   * Languages of the text: codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto uses the installed ones for the script of each page
   * @default eng
   */
  readonly language?: string | undefined;
  /** Password of the file, if it needs one */
  readonly password?: string | undefined;
  /**
   * files: each picture as a file next to the text; none: only their alternative texts
   * @default files
   */
  readonly images?: 'files' | 'none' | undefined;
  /**
   * Add a comment before the first block of each page: <!-- page 3 -->
   * @default false
   */
  readonly pageMarks?: boolean | undefined;
}
