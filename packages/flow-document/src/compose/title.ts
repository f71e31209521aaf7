import type { ParagraphDraft } from '../analysis/types.ts';
import type { RunStyle } from '../model/formats.ts';

/** What is largest at the head of a document. */
export interface DocumentTitle {
  readonly draft: ParagraphDraft;
  readonly run: RunStyle;
  /** By its look it was the first level of headings: those below it move up. */
  readonly takesLevel: boolean;
}
