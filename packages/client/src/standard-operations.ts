// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `pdf/to-word`. Each may be left out. */
export interface PdfToWordOptions {
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
   * flow: running text that is easy to edit; exact: every paragraph in a frame at its place
   * @default flow
   */
  readonly layout?: 'flow' | 'exact' | undefined;
}

/** The options of `pdf/to-excel`. Each may be left out. */
export interface PdfToExcelOptions {
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
   * Formats of the output: a workbook, a CSV file for each table, or JSON with the place of each value; join several by commas
   * @default xlsx
   */
  readonly output?: 'xlsx' | 'csv' | 'json' | readonly ('xlsx' | 'csv' | 'json')[] | undefined;
  /**
   * What gets a separate sheet: each table, each page, or everything together
   * @default per-table
   */
  readonly sheets?: 'per-table' | 'per-page' | 'single' | undefined;
  /**
   * tables writes only tables; all also writes the text between them
   * @default tables
   */
  readonly content?: 'tables' | 'all' | undefined;
}

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

/** The options of `image/to-pdf`. Each may be left out. */
export interface ImageToPdfOptions {
  /**
   * Size of the pages; fit takes the size of each image
   * @default fit
   */
  readonly pageSize?: 'fit' | 'a4' | 'letter' | 'a3' | 'legal' | undefined;
  /**
   * Orientation of pages of a named size; auto follows the image
   * @default auto
   */
  readonly orientation?: 'auto' | 'portrait' | 'landscape' | undefined;
  /**
   * Margin on each side, in millimetres
   * @default 0
   */
  readonly margin?: number | undefined;
  /**
   * contain shows the whole image on a page of a named size; cover fills the page
   * @default contain
   */
  readonly fit?: 'contain' | 'cover' | undefined;
  /** Title of the document; the name of the first image by default */
  readonly title?: string | undefined;
  /**
   * Language of the document as a BCP 47 tag
   * @default und
   */
  readonly language?: string | undefined;
  /**
   * pdfa-2b makes the output PDF/A-2b for archives: fonts embedded, colours defined, active content and attachments removed
   */
  readonly conformance?: 'pdfa-2b' | undefined;
  /**
   * Add a layer of text that can be searched and copied. Languages of the text: codes such as eng or deu, or tags such as de-DE, joined by + or a comma, up to 5; auto uses the installed ones for the script of each page
   */
  readonly searchable?: string | undefined;
}

/** The options of `pdf/to-image`. Each may be left out. */
export interface PdfToImageOptions {
  /**
   * Pixels per inch of the page
   * @default 150
   */
  readonly dpi?: number | undefined;
  /** Largest width in pixels, instead of dpi; pages keep their shape */
  readonly width?: number | undefined;
  /** Largest height in pixels, instead of dpi */
  readonly height?: number | undefined;
  /**
   * Image format; tiff is one file of all pages
   * @default png
   */
  readonly format?: 'png' | 'jpg' | 'webp' | 'tiff' | 'jpeg' | 'tif' | undefined;
  /**
   * Put all images into one ZIP archive
   * @default false
   */
  readonly zip?: boolean | undefined;
  /**
   * Quality of JPEG and WebP, 1–100
   * @default 85
   */
  readonly quality?: number | undefined;
  /** Pages, counted from 1: 3, 2-5, 7-, -4, last, odd, even, separated by commas */
  readonly pages?: string | undefined;
  /**
   * Colours of the images; mono is black and white
   * @default color
   */
  readonly color?: 'color' | 'gray' | 'mono' | undefined;
  /**
   * Leave unpainted paper transparent (PNG and WebP in colour)
   * @default false
   */
  readonly transparent?: boolean | undefined;
  /** Password of the file, if it needs one */
  readonly password?: string | undefined;
}

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

/** The operations of Platen and their options. */
export type StandardOperations = {
  readonly 'pdf/to-word': PdfToWordOptions;
  readonly 'pdf/to-excel': PdfToExcelOptions;
  readonly 'pdf/compress': PdfCompressOptions;
  readonly 'pdf/merge': PdfMergeOptions;
  readonly 'pdf/split': PdfSplitOptions;
  readonly 'image/to-pdf': ImageToPdfOptions;
  readonly 'pdf/to-image': PdfToImageOptions;
  readonly ocr: OcrOptions;
};
