import { ConversionError } from '@platen/core';
import type { PdfiumDocument } from '../render/pdfium-document.ts';
import type { PdfiumEngine } from '../render/pdfium-engine.ts';

/** `FPDF_REMOVE_SECURITY` of fpdf_save.h. */
const removeSecurity = 3;

/**
 * Reads a file with PDFium and writes it as a new one, if `openPdf` cannot repair it. Null if PDFium cannot read it either.
 * PDFium is loaded at the first call.
 */
export function rebuildPdf(bytes: Uint8Array, password: string | undefined): Promise<Uint8Array | null> {
  return copyWithPdfium(bytes, password, () => {});
}

/** Opens a file in PDFium, lets `change` have the document, and saves it without encryption; null if PDFium cannot. */
export async function copyWithPdfium(
  bytes: Uint8Array,
  password: string | undefined,
  change: (document: PdfiumDocument) => void,
): Promise<Uint8Array | null> {
  const { losePdfiumEngine, sharedPdfiumEngine } = await import('../render/pdfium-engine.ts');
  const { openPdfiumDocument } = await import('../render/pdfium-document.ts');
  const engine = await sharedPdfiumEngine();
  try {
    const document = openPdfiumDocument(engine, bytes, { password });
    try {
      change(document);
      return saveCopy(engine, document.handle);
    } finally {
      document.close();
    }
  } catch (error) {
    if (!ConversionError.is(error)) await losePdfiumEngine(engine);
    return null;
  }
}

function saveCopy({ api, runtime, allocate, free }: PdfiumEngine, document: number): Uint8Array | null {
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
