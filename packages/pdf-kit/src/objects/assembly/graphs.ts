import type { PDFObject, PDFRef } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import type { PdfPage } from '../page-tree.ts';
import type { PdfWriter } from '../pdf-writer.ts';
import type { SerializeSettings } from '../serialize-object.ts';
import type { DocumentStructure } from './document-structure.ts';
import type { Renamings } from './rewrite-entries.ts';

/**
 * The file being put together: objects of the sources are written when something that is written refers to them, so
 * that only what is used goes out. Fonts, images and other resources that are equal are written once.
 */
export interface OutputGraph {
  readonly writer: PdfWriter;
  /** The number of a source's object, which will be written; null for what is not kept. */
  numberOf(source: SourceGraph, ref: PDFRef): number | null;
  /** An object of a source in PDF syntax, with numbers of the output. */
  text(source: SourceGraph, object: PDFObject): string;
  /** Writes a new object and gives its number. */
  add(text: string): number;
  /** Writes everything that was referred to and is not yet written. */
  drain(): void;
}

/** One source of an assembly as it will be written: its objects, with what this assembly changes laid over them. */
export interface SourceGraph {
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  /** The pages taken, in order. */
  readonly pages: readonly KeptPage[];
  /** True when some pages are left out, so that what belongs to them must be too. */
  readonly pruned: boolean;
  /** Numbers in the output, as far as they are known. */
  readonly numbers: Map<PDFRef, number>;
  readonly renamings: Renamings;
  /** The object as it will be written. */
  lookup(object: PDFObject | undefined): PDFObject | undefined;
  /** Has another object written in place of one of the source. */
  replace(ref: PDFRef, object: PDFObject): void;
  isKept(ref: PDFRef, object: PDFObject): boolean;
  /**
   * Chooses the structure elements that are written. Before it is called, a source that is taken whole has all of its
   * elements, and one with pages left out has none: elements point at their parents, so one would bring the whole tree.
   */
  keepElements(elements: ReadonlySet<PDFRef>): void;
  /** The number of the page with a reference, where that page is taken. */
  pageNumber(ref: PDFObject | undefined): number | null;
  serializeSettings(output: OutputGraph): SerializeSettings;
}

export interface KeptPage {
  readonly page: PdfPage;
  /** Its number in the output. */
  readonly number: number;
  /** Its place in the source, from 0. */
  readonly index: number;
}
