import { stat } from 'node:fs/promises';
import { ConversionError, processingFailed } from '@platen/core';
import { openOrRepair } from '../open-or-repair.ts';
import { openUnrepaired } from '../render/open-renderer.ts';
import type { PageSize } from '../render/page-geometry.ts';
import { openPdfiumDocument, type PdfiumDocument } from '../render/pdfium-document.ts';
import { hasOutgrown, losePdfiumEngine, sharedPdfiumEngine } from '../render/pdfium-engine.ts';
import type { RendererOptions } from '../render/renderer.ts';
import { hasCutJpeg } from './cut-jpeg.ts';
import { hasDamagedImage, inspectPdfPage, jpegsOf } from './inspect-pdf-page.ts';
import { lettersAllowed } from './reading-work.ts';
import type { Scan, ScanPage } from './scan.ts';

/**
 * Opens a PDF for recognition. Rejects with `PDF_ENCRYPTED` or `PROCESSING_FAILED` (`damaged_file`), as the renderer
 * does.
 */
export function openPdfScan(source: string | Uint8Array, options: RendererOptions = {}): Promise<Scan> {
  return openOrRepair(source, options, (readable) => openScan(readable, options));
}

async function openScan(source: string | Uint8Array, options: RendererOptions): Promise<Scan> {
  const renderer = await openUnrepaired(source, options);
  let document = await openForInspection(source, options);
  // Opened anew once its engine has trapped while a page was drawn, or has taken too much memory.
  const inspected = async () => {
    if (document === null || !(document.engine.state.lost || hasOutgrown(document.engine))) return document;
    document.close();
    document = await openForInspection(source, options);
    return document;
  };
  const draw = async (page: number, dpi: number, pixels: 'gray' | 'rgb') => {
    const drawn = await renderer.renderPage(page, { dpi, pixels, wholePixels: true });
    try {
      return { data: drawn.data.slice(), widthPx: drawn.width, heightPx: drawn.height };
    } finally {
      drawn.release();
    }
  };
  const sizeBytes = typeof source === 'string' ? (await stat(source)).size : source.length;
  return {
    pageCount: renderer.pageCount,
    maxLetters: lettersAllowed(options.maxPagePixels ?? Number.POSITIVE_INFINITY, sizeBytes),
    inspect: async (page) => inspect(await inspected(), page, renderer.pageSize(page), options),
    raster: async (page, dpi) => ({ ...(await draw(page, dpi, 'gray')), dpi }),
    picture: (page, dpi) => draw(page, dpi, 'rgb'),
    async hasDamagedImage(page) {
      const current = await inspected();
      return current !== null && hasDamagedImage(current, page);
    },
    async hasCutImage(page) {
      const current = await inspected();
      return current !== null && hasCutJpeg(jpegsOf(current, page));
    },
    close() {
      document?.close();
      renderer.close();
    },
  };
}

/** Null for a file that PDFium cannot open: the renderer draws it with its second engine. */
async function openForInspection(
  source: string | Uint8Array,
  options: RendererOptions,
): Promise<PdfiumDocument | null> {
  const engine = await sharedPdfiumEngine();
  try {
    return openPdfiumDocument(engine, source, options);
  } catch (error) {
    if (!ConversionError.is(error)) await losePdfiumEngine(engine);
    return null;
  }
}

async function inspect(
  document: PdfiumDocument | null,
  page: number,
  size: PageSize,
  { fileName }: RendererOptions,
): Promise<ScanPage> {
  if (document === null) return unknownPage(size);
  try {
    return inspectPdfPage(document, page, size, fileName);
  } catch (error) {
    if (ConversionError.is(error)) throw error;
    // The engine has trapped: nothing in it may be called any more.
    await losePdfiumEngine(document.engine);
    const reason = document.engine.state.outOfMemory ? 'out_of_memory' : 'damaged_file';
    throw processingFailed(reason, `Page ${page} needs more memory than a page may take`, {
      fileName,
      page,
      cause: error,
    });
  }
}

/** A page that can be drawn but not inspected is treated as a scan. */
function unknownPage({ widthPt, heightPt }: PageSize): ScanPage {
  return {
    widthPt,
    heightPt,
    imageCoverage: 0,
    imageDpi: null,
    pictures: [],
    visibleLetters: 0,
    hiddenLetters: 0,
    textBehindImage: false,
    hasDrawings: true,
    lines: [],
  };
}
