import type { Word } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../types.ts';

/** A note at the foot of a page, with the word of the text that refers to it. */
export interface Footnote {
  readonly reference: Word;
  /** The first begins with the number of the note. */
  readonly paragraphs: readonly ParagraphDraft[];
}
