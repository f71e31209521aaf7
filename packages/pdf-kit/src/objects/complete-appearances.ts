import { ConversionError } from '@platen/core';
import { PDFBool, PDFDict, PDFName, PDFObjectCopier, PDFRef, PDFStream } from 'pdf-lib';
import { type OpenedPdf, openPdf } from './open-pdf.ts';
import { arrayEntry, dictEntry, nameEntry } from './typed-entries.ts';

const [appearanceKey, needKey] = [PDFName.of('AP'), PDFName.of('NeedAppearances')];

/** True for a form that asks viewers to draw its fields, because their appearances are missing or out of date. */
export function needsAppearances({ catalog }: Pick<OpenedPdf, 'catalog'>): boolean {
  const form = dictEntry(catalog, 'AcroForm');
  return form?.lookup(needKey) === PDFBool.True && arrayEntry(form, 'Fields').length > 0;
}

/**
 * Gives the fields of a form that `needsAppearances` the appearances it asks for, drawn by PDFium, so that it need not
 * ask any more. `bytes` are those the document was opened from. Returns false, and changes nothing, where PDFium cannot.
 */
export async function completeAppearances(
  document: OpenedPdf,
  bytes: Uint8Array,
  password: string | undefined,
): Promise<boolean> {
  const drawn = await drawnCopy(bytes, password);
  const form = dictEntry(document.catalog, 'AcroForm');
  if (drawn === null || form === null) return false;
  const copier = PDFObjectCopier.for(drawn.context, document.context);
  for (const { dict } of document.pages) {
    for (const ref of arrayEntry(dict, 'Annots')) {
      const widget = document.context.lookup(ref);
      const twin = ref instanceof PDFRef ? drawn.context.lookup(ref) : undefined;
      if (!(widget instanceof PDFDict && twin instanceof PDFDict) || nameEntry(widget, 'Subtype') !== 'Widget')
        continue;
      const normal = dictEntry(twin, 'AP')?.get(PDFName.of('N'));
      if (normal === undefined || !(drawn.context.lookup(normal) instanceof PDFStream)) continue;
      widget.set(appearanceKey, document.context.obj({ N: copier.copy(normal) }));
    }
  }
  form.delete(needKey);
  return true;
}

/** The file as PDFium writes it once it has drawn the fields: its objects keep their numbers. */
async function drawnCopy(bytes: Uint8Array, password: string | undefined): Promise<OpenedPdf | null> {
  const { losePdfiumEngine, sharedPdfiumEngine } = await import('../render/pdfium-engine.ts');
  const { openPdfiumDocument } = await import('../render/pdfium-document.ts');
  const { savePdfiumCopy } = await import('./rebuild-pdf.ts');
  const engine = await sharedPdfiumEngine();
  const { api } = engine;
  try {
    const document = openPdfiumDocument(engine, bytes, { password });
    try {
      for (let index = 0; index < document.pageCount; index += 1) {
        const page = api.FPDF_LoadPage(document.handle, index);
        if (page === 0) continue;
        api.FORM_OnAfterLoadPage(page, document.form);
        api.FORM_OnBeforeClosePage(page, document.form);
        api.FPDF_ClosePage(page);
      }
      const copy = savePdfiumCopy(engine, document.handle);
      return copy === null ? null : await openPdf(copy);
    } finally {
      document.close();
    }
  } catch (error) {
    if (!ConversionError.is(error)) await losePdfiumEngine(engine);
    return null;
  }
}
