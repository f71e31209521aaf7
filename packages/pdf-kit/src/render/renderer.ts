import type { RepairOptions } from '../open-or-repair.ts';
import type { SheetOptions } from '../page-model/sheet-scale.ts';
import type { PageRegion, PageSize, RenderScale } from './page-geometry.ts';

/** The part of a page to draw, and the size of the picture. */
export interface RenderOptions extends RenderScale {
  /** Only this part of the page. */
  readonly region?: PageRegion;
  /** `rgb` has 3 channels, `rgba` 4 (straight alpha), `gray` 1. Default `rgb`. */
  readonly pixels?: PixelKind;
  /** The colour behind the page, as 0xRRGGBB. Default white. Ignored if `transparent` is true. */
  readonly background?: number;
  /** Leaves unpainted areas transparent; `pixels` is then `rgba`. */
  readonly transparent?: boolean;
  /** Draws annotations and the values of form fields. Default true. */
  readonly annotations?: boolean;
  /** Default `all`. Only PDFium can leave text out: a page it fails on is rejected. */
  readonly text?: DrawnText;
  /**
   * Keeps a picture that fills the page from being stretched over one row or column of pixels more: at its own resolution
   * it is drawn pixel by pixel. Default false.
   */
  readonly wholePixels?: boolean;
}

/**
 * What of its text is drawn on a page. Text that is level or upright as the page is shown is left out by `slanted`, and by
 * `notIn` where it is in one of the regions.
 */
export type DrawnText = 'all' | 'slanted' | { readonly notIn: readonly PageRegion[] };

/** The channels of a rendered page: three, three with alpha, or one; 8 bits each. */
export type PixelKind = 'rgb' | 'rgba' | 'gray';

/** A rendered page: rows from the top, without padding between them. */
export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  /**
   * The pixels, as a view of the memory of the engine that is valid until `release`. Read the property again after each
   * `await`, because an older view is empty if the memory has grown. Copy data that you need for longer. A native library
   * that got the view may read it until `release`.
   */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Releases the pixels. A second call does nothing. */
  release(): void;
}

/** Something that differs in the picture of a page. */
export interface RenderWarning {
  readonly code: string;
  readonly message: string;
}

/** An open PDF whose pages can be drawn. Pages are counted from 1. Do not use it in two threads. */
export interface PdfRenderer {
  readonly pageCount: number;
  pageSize(page: number): PageSize;
  /** Draws a page. Rejects with `pixel_limit` if it has too many pixels, and with `damaged_file` if no engine can draw it. */
  renderPage(page: number, options?: RenderOptions): Promise<RenderedPage>;
  /** Closes the document and releases every page still held. */
  close(): void;
}

/** How a file is opened for drawing, and its limits. */
export interface RendererOptions extends RepairOptions, SheetOptions {
  /** Largest number of pixels of a drawn page. Default 100 million. */
  readonly maxPagePixels?: number | undefined;
  /**
   * `pdfjs` draws only with the second engine, which reads fonts independently of PDFium: slower, as a second opinion. By
   * default, the second engine draws only pages that PDFium cannot draw.
   */
  readonly engine?: 'pdfium' | 'pdfjs' | undefined;
  /** Called with each problem of drawing. */
  readonly onWarning?: ((warning: RenderWarning) => void) | undefined;
}
