// Written by `npm run option-types` from the schemas of the operations: change those instead.

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
