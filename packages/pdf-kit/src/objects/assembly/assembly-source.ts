import type { OpenedPdf } from '../open-pdf.ts';
import type { DocumentStructure } from './document-structure.ts';

/** One source of an assembly, and the pages to take from it. */
export interface AssemblySource {
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  /** Indexes of the pages to take, in the order of the output. */
  readonly pages: readonly number[];
  /** The name of the source in the outline and in the panel of layers. */
  readonly title: string;
}
