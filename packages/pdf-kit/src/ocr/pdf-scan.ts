import { openRenderer } from '../render/open-renderer.ts';
import { openPdfiumDocument } from '../render/pdfium-document.ts';
import { sharedPdfiumEngine } from '../render/pdfium-engine.ts';
import type { RendererOptions } from '../render/renderer.ts';
import { inspectPdfPage } from './inspect-pdf-page.ts';
import type { Scan } from './scan.ts';

/**
 * Opens a PDF for recognition. Rejects with `PDF_ENCRYPTED` or `PROCESSING_FAILED` (`damaged_file`), as the renderer
 * does.
 */
export async function openPdfScan(source: string | Uint8Array, options: RendererOptions = {}): Promise<Scan> {
  const document = openPdfiumDocument(await sharedPdfiumEngine(), source, options);
  const renderer = await openRenderer(source, options).catch((error: unknown) => {
    document.close();
    throw error;
  });
  const draw = async (page: number, dpi: number, pixels: 'gray' | 'rgb') => {
    const drawn = await renderer.renderPage(page, { dpi, pixels });
    try {
      return { data: drawn.data.slice(), widthPx: drawn.width, heightPx: drawn.height };
    } finally {
      drawn.release();
    }
  };
  return {
    pageCount: renderer.pageCount,
    inspect: async (page) => inspectPdfPage(document, page, options.fileName),
    raster: async (page, dpi) => ({ ...(await draw(page, dpi, 'gray')), dpi }),
    picture: (page, dpi) => draw(page, dpi, 'rgb'),
    close() {
      renderer.close();
      document.close();
    },
  };
}
