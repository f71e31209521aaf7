import type { PDFRef } from 'pdf-lib';
import type { SourceGraph } from './graphs.ts';

/** The form fields of one source that are written. */
export interface PlannedForm {
  readonly source: SourceGraph;
  readonly roots: readonly PDFRef[];
  /** Every field and widget kept. */
  readonly fields: ReadonlySet<PDFRef>;
  readonly removedSignatures: number;
  /** Names that had to change, as they were. */
  readonly renamed: readonly string[];
}
