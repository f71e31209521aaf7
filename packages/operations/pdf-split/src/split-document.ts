import type { AssemblyReport, DocumentStructure, OpenedPdf } from '@platen/pdf-kit/objects';

/** A document to be split, and how to write one part of it. */
export interface SplitDocument {
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  /** Writes pages to a file. Rejects with `output_limit` when all files together become too many or too large. */
  write(pages: readonly number[], path: string, isFirst: boolean): AssemblyReport;
}

/** One part as it was written. */
export interface WrittenPart {
  readonly suffix: string;
  readonly path: string;
  /** As in `AssemblyReport`. */
  readonly droppedClaims: readonly string[];
  /** As in `AssemblyReport`. */
  readonly isInvoice: boolean;
}
