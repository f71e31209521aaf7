import { defaultLimits, processingFailed } from '@platen/core';
import { drawPage } from './draw-page.ts';
import { checkPixels, layOutPixels } from './page-geometry.ts';
import { openPdfiumDocument } from './pdfium-document.ts';
import { sharedPdfiumEngine } from './pdfium-engine.ts';
import type { PdfRenderer, RenderedPage, RendererOptions, RenderOptions } from './renderer.ts';

/**
 * Opens a PDF for drawing: a file by its path (read piece by piece) or bytes (not copied; leave them as they are until
 * `close`). The empty password is tried before the one given. Rejects with `PDF_ENCRYPTED` (`password_required`,
 * `password_incorrect`) or `PROCESSING_FAILED` (`damaged_file`).
 */
export async function openRenderer(source: string | Uint8Array, options: RendererOptions = {}): Promise<PdfRenderer> {
  const { fileName, maxPagePixels = defaultLimits.maxPagePixels } = options;
  const engine = await sharedPdfiumEngine();
  const document = openPdfiumDocument(engine, source, options);
  const held = new Set<RenderedPage>();
  const checkPage = (page: number) => {
    if (Number.isInteger(page) && page >= 1 && page <= document.pageCount) return;
    throw processingFailed('page_out_of_range', `There is no page ${page}: the document has ${document.pageCount}`, {
      ...(fileName === undefined ? {} : { fileName }),
      page,
      pageCount: document.pageCount,
    });
  };
  return {
    pageCount: document.pageCount,
    pageSize(page) {
      checkPage(page);
      return document.pageSize(page);
    },
    async renderPage(page, settings = {}) {
      checkPage(page);
      const size = document.pageSize(page);
      const layout = layOutPixels(size, settings, settings.region);
      checkPixels(layout, size, { page, maxPixels: maxPagePixels, ...(fileName === undefined ? {} : { fileName }) });
      const drawn = drawPage(document, page, { layout, fileName, ...drawing(settings) });
      held.add(drawn);
      return drawn;
    },
    close() {
      for (const page of held) page.release();
      document.close();
    },
  };
}

function drawing({ pixels = 'rgb', background = 0xffffff, transparent = false, annotations = true }: RenderOptions) {
  return { pixels: transparent ? ('rgba' as const) : pixels, background: transparent ? null : background, annotations };
}
