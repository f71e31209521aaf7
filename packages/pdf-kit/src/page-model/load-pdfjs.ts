import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConversionError, pdfEncrypted, processingFailed } from '@platen/core';
import type * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { withoutCanvas } from './without-canvas.ts';

export type PdfJs = typeof pdfjs;
export type PdfJsDocument = pdfjs.PDFDocumentProxy;
export type PdfJsPage = pdfjs.PDFPageProxy;

let reading: Promise<PdfJs> | null = null;
let drawing: Promise<PdfJs> | null = null;

/** pdf.js for reading, loaded when first used: it is large, and its legacy build is the one made for Node. */
export function loadPdfJs(): Promise<PdfJs> {
  reading ??= withoutCanvas(() => import('pdfjs-dist/legacy/build/pdf.mjs'));
  return reading;
}

/** pdf.js once more, for drawing: it looks for what it draws with while it is loaded. */
export function loadDrawingPdfJs(): Promise<PdfJs> {
  const file = pathToFileURL(createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.mjs'));
  // Not while the other is being loaded, which must not find it.
  drawing ??= Promise.resolve(reading).then(() => import(`${file.href}?drawing`));
  return drawing;
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
  const root = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const loading = pdf.getDocument({
    data,
    cMapUrl: `${root}/cmaps/`,
    standardFontDataUrl: `${root}/standard_fonts/`,
    wasmUrl: `${root}/wasm/`,
    iccUrl: `${root}/iccs/`,
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
