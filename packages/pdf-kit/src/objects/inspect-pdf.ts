import { PDFBool, PDFDict, PDFName } from 'pdf-lib';
import { readClaims } from './document-claims.ts';
import type { OpenedPdf, PdfRepair } from './open-pdf.ts';
import { arrayEntry, dictEntry } from './typed-entries.ts';

/** Properties of a document that operations consider. */
export interface PdfInspection {
  readonly pageCount: number;
  readonly version: string;
  readonly encrypted: boolean;
  readonly repairs: readonly PdfRepair[];
  /** True if a signature field has a value, which becomes invalid if the document changes. */
  readonly signed: boolean;
  /** True when it has a structure tree. */
  readonly tagged: boolean;
  /** The level of PDF/A that the metadata claims, such as `1b` or `3a`; null for none. */
  readonly pdfA: string | null;
  /** The version of PDF/X that it claims, such as `PDF/X-4`; null for none. */
  readonly pdfX: string | null;
  /** Layers (optional content groups). */
  readonly layerCount: number;
  readonly hasForm: boolean;
  readonly hasXfa: boolean;
  readonly hasOutline: boolean;
  readonly hasAttachments: boolean;
}

/** Inspects a document. Reads the catalog, the form and the metadata, not the pages. */
export function inspectPdf(document: OpenedPdf): PdfInspection {
  const { catalog } = document;
  const form = dictEntry(catalog, 'AcroForm');
  const layers = dictEntry(catalog, 'OCProperties');
  const { pdfA, pdfX } = readClaims(catalog);
  return {
    pageCount: document.pages.length,
    version: document.version,
    encrypted: document.encrypted,
    repairs: document.repairs,
    signed: isSigned(document),
    tagged: dictEntry(catalog, 'StructTreeRoot') !== null,
    pdfA,
    pdfX,
    layerCount: layers === null ? 0 : arrayEntry(layers, 'OCGs').length,
    hasForm: form !== null && arrayEntry(form, 'Fields').length > 0,
    hasXfa: form?.has(PDFName.of('XFA')) ?? false,
    hasOutline: dictEntry(catalog, 'Outlines')?.has(PDFName.of('First')) ?? false,
    hasAttachments: dictEntry(catalog, 'Names')?.has(PDFName.of('EmbeddedFiles')) ?? false,
  };
}

function isSigned({ context, catalog }: OpenedPdf): boolean {
  if (dictEntry(catalog, 'Perms') !== null) return true;
  const signature = PDFName.of('Sig');
  return context
    .enumerateIndirectObjects()
    .some(([, object]) => object instanceof PDFDict && object.get(PDFName.of('FT')) === signature && hasValue(object));
}

function hasValue(field: PDFDict): boolean {
  const value = field.lookup(PDFName.of('V'));
  return value !== undefined && !(value instanceof PDFBool);
}
