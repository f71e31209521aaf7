// Written by `npm run option-types` from the schemas of the operations: change those instead.

/** The options of `pdf/to-image`. Each may be left out. */
export interface PdfToImageOptions {
  /**
   * Pixels for each inch of the page
   * @default 150
   */
  readonly dpi?: number | undefined;
  /**
   * Image format; jpeg means jpg
   * @default png
   */
  readonly format?: 'png' | 'jpg' | 'webp' | 'jpeg' | undefined;
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
   * Leaves what a page does not paint transparent (PNG and WebP)
   * @default false
   */
  readonly transparent?: boolean | undefined;
  /** Password of the file, if it needs one */
  readonly password?: string | undefined;
}
