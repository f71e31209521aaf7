// Written by `npm run option-types` from the schemas of the operations: change those instead.

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
