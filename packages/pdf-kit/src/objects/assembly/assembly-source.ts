import type { OpenedPdf } from '../open-pdf.ts';
import type { DocumentStructure } from './document-structure.ts';

/** One source of an assembly and what to take of it. */
export interface AssemblySource {
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  /** Indexes of the pages to take, in the order wanted. */
  readonly pages: readonly number[];
  /** What the source is called in the outline and in the layers panel. */
  readonly title: string;
}
