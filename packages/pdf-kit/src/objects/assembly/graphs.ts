import type { PDFObject, PDFRef } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import type { PdfPage } from '../page-tree.ts';
import type { PdfWriter } from '../pdf-writer.ts';
import type { SerializeSettings } from '../serialize-object.ts';
import type { DocumentStructure } from './document-structure.ts';
import type { Renamings } from './rewrite-entries.ts';

/**
 * The file being assembled. An object of a source is written once something that is written refers to it, so unused ones
 * are left out. Equal fonts, images and other resources are written once.
 */
export interface OutputGraph {
  readonly writer: PdfWriter;
  /** The number of a source's object in the output, which schedules it to be written; null for what is not kept. */
  numberOf(source: SourceGraph, ref: PDFRef): number | null;
  /** An object of a source in PDF syntax, with the object numbers of the output. */
  text(source: SourceGraph, object: PDFObject): string;
  /** Writes a new object and gives its number. */
  add(text: string): number;
  /** Writes everything that is scheduled, and what that refers to. */
  drain(): void;
}

/** One source of an assembly as it will be written: its objects, with the changes of this assembly. */
export interface SourceGraph {
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  /** The pages taken, in order. */
  readonly pages: readonly KeptPage[];
  /** True when some pages are left out, and with them everything that belongs to them. */
  readonly pruned: boolean;
  /** Numbers in the output, as far as they are known. */
  readonly numbers: Map<PDFRef, number>;
  readonly renamings: Renamings;
  /** The object as it will be written. */
  readonly lookup: (object: PDFObject | undefined) => PDFObject | undefined;
  /** Writes another object in place of one of the source. */
  replace(ref: PDFRef, object: PDFObject): void;
  isKept(ref: PDFRef, object: PDFObject): boolean;
  /**
   * Chooses the structure elements that are written. Until it is called, all are kept of a source that is taken whole, and
   * none of one with pages left out: elements refer to their parents, so any of them would pull in the whole tree.
   */
  keepElements(elements: ReadonlySet<PDFRef>): void;
  /** The number in the output of the page with this reference; null if it is left out. */
  pageNumber(ref: PDFObject | undefined): number | null;
  serializeSettings(output: OutputGraph): SerializeSettings;
}

export interface KeptPage {
  readonly page: PdfPage;
  /** Its number in the output. */
  readonly number: number;
  /** Its index in the source. */
  readonly index: number;
}
