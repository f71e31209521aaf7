import type { RepairOptions } from '../open-or-repair.ts';
import type { PageRegion, PageSize, RenderScale } from './page-geometry.ts';

/** What to draw of a page, and how large. */
export interface RenderOptions extends RenderScale {
  /** Only this part of the page. */
  readonly region?: PageRegion;
  /** `rgb` has 3 channels, `rgba` 4 (straight alpha), `gray` 1. Default `rgb`. */
  readonly pixels?: PixelKind;
  /** What the page lies on, as 0xRRGGBB; white by default. Without effect on a transparent rendering. */
  readonly background?: number;
  /** Leaves what the page does not paint transparent; `pixels` is then `rgba`. */
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
   * The pixels, not copied: a view of the engine's memory that is good until `release`. Read the property again after
   * each `await` (memory that grew meanwhile leaves an older view empty), and copy what must outlive the page. A native
   * library that was handed the view may continue reading it until `release`.
   */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Gives the pixels back. Doing it twice is harmless. */
  release(): void;
}

/** Something the user should know about a page that was drawn. */
export interface RenderWarning {
  readonly code: string;
  readonly message: string;
}

/** An open PDF whose pages can be drawn. Pages are numbered from 1. Not for two threads at once. */
export interface PdfRenderer {
  readonly pageCount: number;
  pageSize(page: number): PageSize;
  /** Rejects with `pixel_limit` past the bound, and with `damaged_file` for a page that no engine can draw. */
  renderPage(page: number, options?: RenderOptions): Promise<RenderedPage>;
  /** Closes the document and releases every page still held. */
  close(): void;
}

/** How a file is opened for drawing, and within which bounds. */
export interface RendererOptions extends RepairOptions {
  /** Pixels of one rendered page; 100 million by default. */
  readonly maxPagePixels?: number | undefined;
  /**
   * `pdfjs` draws with the second engine alone, which reads fonts apart from PDFium: slower, for a second opinion. By
   * default it draws what PDFium cannot.
   */
  readonly engine?: 'pdfium' | 'pdfjs' | undefined;
  /** Told of what went less than well while drawing. */
  readonly onWarning?: ((warning: RenderWarning) => void) | undefined;
}
