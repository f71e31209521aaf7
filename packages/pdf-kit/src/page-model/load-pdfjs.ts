import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConversionError, pdfEncrypted, processingFailed } from '@platen/core';
import type * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { dependencyFolder } from '../dependency-folder.ts';
import { createPdfJsPort } from './pdfjs-port.ts';
import { type SheetOptions, sheetScale } from './sheet-scale.ts';
import { withoutCanvas } from './without-canvas.ts';

export type PdfJs = typeof pdfjs;
export type PdfJsDocument = pdfjs.PDFDocumentProxy;
export type PdfJsPage = pdfjs.PDFPageProxy;
export type PdfJsViewport = pdfjs.PageViewport;

const workerFile = 'legacy/build/pdf.worker.mjs';

let reading: Promise<PdfJs> | null = null;
let drawing: Promise<PdfJs> | null = null;

/** pdf.js for reading, loaded when first used: it is large. */
export function loadPdfJs(): Promise<PdfJs> {
  reading ??= withoutCanvas(() => import(pdfJsUrl()));
  return reading;
}

/** pdf.js once more, for drawing: it looks for what it draws with while it is loaded. */
export function loadDrawingPdfJs(): Promise<PdfJs> {
  // Not while the other is being loaded, which must not find it.
  drawing ??= Promise.resolve(reading).then(() => import(`${pdfJsUrl()}?drawing`));
  return drawing;
}

/** The legacy build: the one made for Node. */
function pdfJsUrl(): string {
  return pathToFileURL(join(dependencyFolder('pdfjs-dist'), 'legacy/build/pdf.mjs')).href;
}

/** What pdf.js reads when a document needs it: character maps, standard fonts, decoders, colour profiles. */
export function pdfJsData() {
  const root = dependencyFolder('pdfjs-dist');
  return {
    cMapUrl: `${root}/cmaps/`,
    standardFontDataUrl: `${root}/standard_fonts/`,
    wasmUrl: `${root}/wasm/`,
    iccUrl: `${root}/iccs/`,
  };
}

/** Maps a page to its sheet, from the top-left corner in points. */
export function sheetViewport(page: PdfJsPage, sheet: SheetOptions): PdfJsViewport {
  const whole = page.getViewport({ scale: 1 });
  const scale = sheetScale(whole.width, whole.height, sheet);
  return scale === 1 ? whole : page.getViewport({ scale });
}

/** A worker of pdf.js in this thread, for one document. */
async function createWorker(pdf: PdfJs): Promise<pdfjs.PDFWorker> {
  const { WorkerMessageHandler } = await import(pathToFileURL(join(dependencyFolder('pdfjs-dist'), workerFile)).href);
  const port = createPdfJsPort();
  WorkerMessageHandler.initializeFromPort(port);
  return pdf.PDFWorker.create({ port, verbosity: pdf.VerbosityLevel.ERRORS });
}

/**
 * Opens a PDF with pdf.js. The empty password is tried first, then `password`. Rejects with `PDF_ENCRYPTED`
 * (`password_required` or `password_incorrect`) or with `PROCESSING_FAILED` / `damaged_file`.
 */
export async function openWithPdfJs(
  data: Uint8Array,
  { password, fileName }: { readonly password?: string | undefined; readonly fileName?: string | undefined },
): Promise<PdfJsDocument> {
  const pdf = await loadPdfJs();
  const loading = pdf.getDocument({
    data,
    worker: await createWorker(pdf),
    ...pdfJsData(),
    // Names and metrics of fonts, and the outlines of their letters, which tell their weight.
    fontExtraProperties: true,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  let tried = false;
  // pdf.js wraps an error it is answered with, so the refusal is kept here.
  let refusal: ConversionError | null = null;
  loading.onPassword = (answer: (password: string | Error) => void) => {
    if (password !== undefined && password !== '' && !tried) {
      tried = true;
      answer(password);
      return;
    }
    refusal = pdfEncrypted(password, fileName);
    answer(refusal);
  };
  try {
    return await loading.promise;
  } catch (error) {
    await loading.destroy();
    if (refusal !== null) throw refusal;
    throw processingFailed('damaged_file', `${fileName ?? 'The file'} cannot be read as a PDF`, {
      fileName,
      cause: error,
    });
  }
}
