import { ConversionError, processingFailed } from '@platen/core';
import { counted } from '@platen/core/internal';
import { isBlank } from './blank-pixels.ts';
import { type CanvasDocument, openCanvasDocument } from './canvas-document.ts';
import { type DrawnPage, type DrawOptions, drawPage } from './draw-page.ts';
import { namesBrotli } from './names-brotli.ts';
import type { PageSize } from './page-geometry.ts';
import { openPdfiumDocument, type PdfiumDocument } from './pdfium-document.ts';
import { hasOutgrown, losePdfiumEngine, sharedPdfiumEngine } from './pdfium-engine.ts';
import type { RenderedPage, RendererOptions } from './renderer.ts';

/** A document and the engines that draw it: PDFium, and for a page that it fails on, pdf.js. */
export interface DrawingEngines {
  readonly pageCount: number;
  /** The size in units of the page, without its UserUnit. */
  pageSize(page: number): PageSize;
  draw(page: number, options: DrawOptions): Promise<RenderedPage>;
  close(): void;
}

/** Opens a document in PDFium, or in the second engine when PDFium takes it for damaged or would not see all of it. */
export async function openDrawingEngines(
  source: string | Uint8Array,
  options: RendererOptions,
): Promise<DrawingEngines> {
  if (options.engine === 'pdfjs') return openCanvasOnly(source, options);
  if (await namesBrotli(source)) return openCanvasOnly(source, options);
  try {
    return drawWithBoth(source, options, await openInPdfium(source, options));
  } catch (error) {
    if (!ConversionError.is(error) || error.details.reason !== 'damaged_file') throw error;
    const only = await openCanvasOnly(source, options).catch(() => null);
    if (only === null) throw error;
    return only;
  }
}

/** Opens a document in the engine of this thread; when that traps, the engine is given up and the file is to blame. */
async function openInPdfium(source: string | Uint8Array, options: RendererOptions): Promise<PdfiumDocument> {
  const engine = await sharedPdfiumEngine();
  try {
    return openPdfiumDocument(engine, source, options);
  } catch (error) {
    if (ConversionError.is(error)) throw error;
    await losePdfiumEngine(engine);
    throw engine.state.outOfMemory ? outOfMemory(options, error) : damaged(options, error);
  }
}

/** A page tree that claims more than this and that PDFium cannot open is a trap, not a document. */
const maxCanvasPages = 10_000;

async function openCanvasOnly(
  source: string | Uint8Array,
  { password, fileName }: RendererOptions,
): Promise<DrawingEngines> {
  const document = await openCanvasDocument(source, password);
  if (document.pageCount === 0 || document.pageCount > maxCanvasPages) {
    await document.close();
    throw damaged({ fileName }, new Error(counted(document.pageCount, 'page')));
  }
  const sizes = await document.pageSizes();
  return {
    pageCount: document.pageCount,
    pageSize: (page) => sizes[page - 1] ?? { widthPt: 612, heightPt: 792, rotation: 0 },
    draw: (page, settings) =>
      document.drawPage(page, settings).catch((cause: unknown) => {
        throw cannotBeDrawn(page, fileName, cause);
      }),
    close: () => void document.close(),
  };
}

function drawWithBoth(
  source: string | Uint8Array,
  options: RendererOptions,
  firstDocument: PdfiumDocument,
): DrawingEngines {
  const { fileName, password, onWarning } = options;
  let document = firstDocument;
  let canvas: Promise<CanvasDocument> | undefined;
  const { pageCount } = document;

  const drawWithPdfium = async (page: number, settings: DrawOptions): Promise<DrawnPage | null> => {
    if (hasOutgrown(document.engine) && document.held.size === 0) {
      document.close();
      document = await openInPdfium(source, options);
    }
    try {
      return drawPage(document, page, settings);
    } catch (error) {
      const { engine } = document;
      await losePdfiumEngine(engine);
      // What broke one engine by its size would break the other, which has no bounds.
      if (engine.state.outOfMemory) throw outOfMemory(options, error);
      document = await openInPdfium(source, options);
      return null;
    }
  };
  const drawWithCanvas = async (page: number, settings: DrawOptions): Promise<RenderedPage> => {
    canvas ??= openCanvasDocument(source, password);
    return (await canvas).drawPage(page, settings);
  };

  return {
    pageCount,
    pageSize: (page) => document.pageSize(page),
    async draw(page, settings) {
      const drawn = await drawWithPdfium(page, settings);
      warnOfMissingFonts(document, onWarning);
      if (drawn === null && settings.hiddenText !== null) throw cannotBeDrawn(page, fileName, null);
      if (drawn === null) {
        return drawWithCanvas(page, settings).catch((cause: unknown) => {
          throw cannotBeDrawn(page, fileName, cause);
        });
      }
      if (!drawn.doubtful || settings.hiddenText !== null) return drawn.page;
      // A page may be white on purpose, or its text not matter, so the second engine's opinion counts only when it sees something.
      const second = await drawWithCanvas(page, settings).catch(() => null);
      if (second === null || isBlank(second.data, second.channels)) return drawn.page;
      drawn.page.release();
      return second;
    },
    close() {
      document.close();
      void canvas?.then((opened) => opened.close()).catch(() => {});
    },
  };
}

function warnOfMissingFonts({ engine }: PdfiumDocument, onWarning: RendererOptions['onWarning']): void {
  for (const { name, script } of engine.missingFonts.take()) {
    const font = name === '' ? `A ${script} font` : `The ${script} font "${name}"`;
    onWarning?.({
      code: 'FONT_MISSING',
      message: `${font} is neither in the file nor installed: text in it may be missing from the image`,
    });
  }
}

function cannotBeDrawn(page: number, fileName: string | undefined, cause: unknown): ConversionError {
  return processingFailed('damaged_file', `Page ${page} is damaged and cannot be drawn`, {
    fileName,
    page,
    cause,
  });
}

function damaged({ fileName }: RendererOptions, cause: unknown): ConversionError {
  return processingFailed('damaged_file', 'The PDF is damaged and cannot be opened', {
    fileName,
    cause,
  });
}

function outOfMemory({ fileName }: RendererOptions, cause: unknown): ConversionError {
  return processingFailed('out_of_memory', 'The PDF needs more memory than drawing it may use', {
    fileName,
    cause,
  });
}
