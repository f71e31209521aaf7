import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import type { DocumentStructure } from './document-structure.ts';
import type { KeptPage, SourceGraph } from './graphs.ts';
import { createRenamings, createRewriter, isStructureElement } from './rewrite-entries.ts';

export interface SourceGraphRequest {
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  readonly pages: readonly KeptPage[];
  /** Added to the keys of the structure tree; null takes them away, for a source without a tree. */
  readonly structureOffset: number | null;
}

const [pagesType, catalogType] = [PDFName.of('Pages'), PDFName.of('Catalog')];

export function createSourceGraph({ document, structure, pages, structureOffset }: SourceGraphRequest): SourceGraph {
  const { context } = document;
  const replaced = new Map<PDFRef, PDFObject>();
  const numbers = new Map<PDFRef, number>();
  const pageNumbers = new Map<PDFRef, number>();
  const renamings = createRenamings();
  const rewrite = createRewriter({ context, pages: document.pages, structureOffset, renamings });
  const pruned = new Set(pages.map(({ index }) => index)).size < document.pages.length;
  let keptElements: ReadonlySet<PDFRef> | null = pruned ? new Set() : null;
  for (const { page, number } of pages.toReversed()) {
    numbers.set(page.ref, number);
    pageNumbers.set(page.ref, number);
  }

  return {
    document,
    structure,
    pages,
    pruned,
    numbers,
    renamings,
    lookup(object) {
      const original = context.lookup(object);
      return (replaced.size > 0 && object instanceof PDFRef ? replaced.get(object) : undefined) ?? original;
    },
    replace(ref, object) {
      replaced.set(ref, object);
    },
    isKept(ref, object) {
      if (!(object instanceof PDFDict)) return true;
      const type = object.get(PDFName.Type);
      if (type === PDFName.Page || type === pagesType || type === catalogType) return false;
      return keptElements === null || keptElements.has(ref) || !isStructureElement(object);
    },
    keepElements(elements) {
      keptElements = elements;
    },
    pageNumber(ref) {
      return ref instanceof PDFRef ? (pageNumbers.get(ref) ?? null) : null;
    },
    serializeSettings(output) {
      return { numberOf: (ref) => output.numberOf(this, ref), rewrite };
    },
  };
}
