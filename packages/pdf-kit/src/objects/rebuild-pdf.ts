import { ConversionError } from '@platen/core';
import type { PdfiumEngine } from '../render/pdfium-engine.ts';

/** `FPDF_REMOVE_SECURITY` of fpdf_save.h. */
const removeSecurity = 3;

/**
 * Reads a file with PDFium and writes it as a new one: the last resort for a file that `openPdf` cannot repair. Null when
 * PDFium cannot either. PDFium is loaded on first use.
 */
export async function rebuildPdf(bytes: Uint8Array, password: string | undefined): Promise<Uint8Array | null> {
  const { losePdfiumEngine, sharedPdfiumEngine } = await import('../render/pdfium-engine.ts');
  const { openPdfiumDocument } = await import('../render/pdfium-document.ts');
  const engine = await sharedPdfiumEngine();
  try {
    const document = openPdfiumDocument(engine, bytes, { password });
    try {
      return savePdfiumCopy(engine, document.handle);
    } finally {
      document.close();
    }
  } catch (error) {
    if (!ConversionError.is(error)) await losePdfiumEngine(engine);
    return null;
  }
}

/** Saves a document that is open in PDFium, without encryption; null when PDFium cannot write it. */
export function savePdfiumCopy({ api, runtime, allocate, free }: PdfiumEngine, document: number): Uint8Array | null {
  const writer = api.PDFiumExt_OpenFileWriter();
  try {
    if (!api.FPDF_SaveAsCopy(document, writer, removeSecurity)) return null;
    const size = api.PDFiumExt_GetFileWriterSize(writer);
    const target = allocate(size);
    api.PDFiumExt_GetFileWriterData(writer, target, size);
    const copy = runtime.HEAPU8.slice(target, target + size);
    free(target);
    return copy;
  } finally {
    api.PDFiumExt_CloseFileWriter(writer);
  }
}
