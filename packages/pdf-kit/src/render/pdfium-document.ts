import { type ConversionError, encryptionUnsupported, pdfEncrypted, processingFailed } from '@platen/core';
import type { PageSize } from './page-geometry.ts';
import type { PdfiumEngine } from './pdfium-engine.ts';
import type { RenderedPage } from './renderer.ts';

/** A document open in PDFium, by handle. */
export interface PdfiumDocument {
  readonly engine: PdfiumEngine;
  readonly handle: number;
  /**
   * Handle of the form-fill environment, or 0 for a document that has no form. Opened when it is first asked for: PDFium
   * compares every field with others.
   */
  readonly form: number;
  readonly pageCount: number;
  /** The drawn pages whose pixels are still in the engine's memory; `close` gives them back. */
  readonly held: Set<RenderedPage>;
  pageSize(page: number): PageSize;
  close(): void;
}

interface OpenOptions {
  readonly password?: string | undefined;
  readonly fileName?: string | undefined;
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of fpdfview.h. */
const errorPassword = 4;
const errorSecurity = 5;

/**
 * Opens a PDF, trying the empty password first. Throws `PDF_ENCRYPTED` or `damaged_file`; anything else means that the
 * engine has trapped and is lost.
 */
export function openPdfiumDocument(
  engine: PdfiumEngine,
  source: string | Uint8Array,
  { password, fileName }: OpenOptions,
): PdfiumDocument {
  const { api } = engine;
  const file = engine.files.open(source);
  let handle = api.FPDF_LoadCustomDocument(file.access, '');
  if (handle === 0 && api.FPDF_GetLastError() === errorPassword && password) {
    handle = api.FPDF_LoadCustomDocument(file.access, password);
  }
  if (handle === 0) {
    file.close();
    throw openFailure(api.FPDF_GetLastError(), password, fileName);
  }
  const pageCount = api.FPDF_GetPageCount(handle);
  let form: ReturnType<typeof openForm> | undefined;
  const held = new Set<RenderedPage>();
  const close = () => {
    for (const page of held) page.release();
    if (!engine.state.lost) {
      form?.close();
      api.FPDF_CloseDocument(handle);
    }
    file.close();
  };
  if (pageCount === 0) {
    close();
    throw processingFailed('damaged_file', 'The PDF has no pages', { fileName });
  }
  return {
    engine,
    handle,
    get form() {
      form ??= openForm(engine, handle);
      return form.handle;
    },
    pageCount,
    held,
    close,
    pageSize: (page) => readPageSize(engine, handle, page),
  };
}

function openFailure(code: number, password: string | undefined, fileName: string | undefined): ConversionError {
  if (code === errorPassword) return pdfEncrypted(password, fileName);
  if (code === errorSecurity) return encryptionUnsupported(fileName);
  return processingFailed('damaged_file', 'The PDF is damaged and cannot be opened', { fileName });
}

/** FORMTYPE_NONE of fpdf_formfill.h. */
const formTypeNone = 0;

function openForm({ api }: PdfiumEngine, document: number): { readonly handle: number; close(): void } {
  if (api.FPDF_GetFormType(document) === formTypeNone) return { handle: 0, close() {} };
  const info = api.PDFiumExt_OpenFormFillInfo();
  const handle = api.PDFiumExt_InitFormFillEnvironment(document, info);
  // The tint over fillable fields belongs to a viewer, not to the page.
  if (handle !== 0) api.FPDF_SetFormFieldHighlightAlpha(handle, 0);
  return {
    handle,
    close() {
      if (handle !== 0) api.PDFiumExt_ExitFormFillEnvironment(handle);
      api.PDFiumExt_CloseFormFillInfo(info);
    },
  };
}

/** What other viewers take when a page names no usable size: US Letter. */
const fallbackSize = { widthPt: 612, heightPt: 792 };

function readPageSize({ api, runtime, allocate, free }: PdfiumEngine, document: number, page: number): PageSize {
  const pointer = allocate(8);
  const found = api.FPDF_GetPageSizeByIndexF(document, page - 1, pointer);
  const widthPt = runtime.getValue(pointer, 'float');
  const heightPt = runtime.getValue(pointer + 4, 'float');
  free(pointer);
  const size = found && widthPt > 0 && heightPt > 0 ? { widthPt, heightPt } : fallbackSize;
  const quarterTurns = api.EPDF_GetPageRotationByIndex(document, page - 1) & 3;
  return { ...size, rotation: ([0, 90, 180, 270] as const)[quarterTurns] ?? 0 };
}
