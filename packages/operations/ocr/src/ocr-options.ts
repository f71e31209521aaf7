// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `ocr`. Each may be left out. */
export interface OcrOptions {
  /**
   * Languages of the text: codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto uses the installed ones for the script of each page
   * @default eng
   */
  readonly language?: string | undefined;
  /**
   * skip-text leaves pages that have text; redo reads scans with a text layer again; force reads every page again
   * @default skip-text
   */
  readonly mode?: 'skip-text' | 'force' | 'redo' | undefined;
  /**
   * Formats of the output: a searchable PDF, plain text, Word, hOCR, or JSON with every word; join several by commas
   * @default pdf
   */
  readonly output?:
    | 'pdf'
    | 'txt'
    | 'docx'
    | 'hocr'
    | 'json'
    | readonly ('pdf' | 'txt' | 'docx' | 'hocr' | 'json')[]
    | undefined;
  /** Pages to read: 3, 2-5, 7-, -4, last, odd, even, separated by commas. In a PDF, the other pages stay unchanged */
  readonly pages?: string | undefined;
  /**
   * Straighten skewed pages
   * @default false
   */
  readonly deskew?: boolean | undefined;
  /**
   * Turn pages upright that are on their side or upside down
   * @default false
   */
  readonly rotate?: boolean | undefined;
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
