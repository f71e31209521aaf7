import { ConversionError } from '@platen/core';
import type { PdfRenderer, RenderedPage, RenderOptions } from '@platen/pdf-kit/render';

/** A drawn page or part of one, with the resolution that it was drawn at. */
export interface DrawnPart {
  readonly rendered: RenderedPage;
  readonly dpi: number;
}

/** Draws pages of one file. What cannot be drawn is missing from the document, which is still written. */
export interface PageDrawer {
  /**
   * Draws at the resolution asked for, or the highest that fits into the limits. Null, with the warning `PAGE_NOT_DRAWN`,
   * for a page that cannot be drawn; without a warning where the texts of a picture cannot be left out.
   */
  draw(page: number, options: RenderOptions & { readonly dpi: number }): Promise<DrawnPart | null>;
  /** Whether drawing the page is within the limits. */
  mayDraw(page: number): boolean;
  /** The size of the page as it is shown, in points; null where the file cannot be drawn. */
  sizeOf(page: number): Promise<{ readonly widthPt: number; readonly heightPt: number } | null>;
  close(): Promise<void>;
}

export interface PageDrawerOptions {
  /** Opens the file when it is first drawn. */
  open(): Promise<PdfRenderer>;
  /** Pages, counted from 1, that take more to draw than allowed. */
  readonly heavyPages: ReadonlySet<number>;
  warn(code: string, message: string): void;
}

export function createPageDrawer({ open, heavyPages, warn }: PageDrawerOptions): PageDrawer {
  let opened: Promise<PdfRenderer | null> | null = null;
  const renderer = () => {
    // A file that only the page model can read still converts, without drawn regions.
    opened ??= open().catch(() => null);
    return opened;
  };
  return {
    mayDraw: (page) => !heavyPages.has(page),
    async draw(page, options) {
      const engine = heavyPages.has(page) ? null : await renderer();
      if (engine === null) return null;
      try {
        return await drawThatFits(engine, page, options);
      } catch (error) {
        if (!isOfPage(error)) throw error;
        if ((options.text ?? 'all') === 'all') warn('PAGE_NOT_DRAWN', `${error.message}; its drawings were left out`);
        return null;
      }
    },
    async sizeOf(page) {
      const engine = await renderer();
      return engine === null || page > engine.pageCount ? null : engine.pageSize(page);
    },
    async close() {
      (await opened)?.close();
    },
  };
}

async function drawThatFits(
  engine: PdfRenderer,
  page: number,
  options: RenderOptions & { readonly dpi: number },
): Promise<DrawnPart> {
  try {
    return { rendered: await engine.renderPage(page, options), dpi: options.dpi };
  } catch (error) {
    const highest = ConversionError.is(error) ? Number(error.details.highestDpi) : 0;
    if (!(highest >= 1 && highest < options.dpi)) throw error;
    return { rendered: await engine.renderPage(page, { ...options, dpi: highest }), dpi: highest };
  }
}

/** Whether an error concerns one page, rather than the memory or time that is left. */
function isOfPage(error: unknown): error is ConversionError {
  return ConversionError.is(error) && ['damaged_file', 'pixel_limit'].includes(String(error.details.reason));
}
