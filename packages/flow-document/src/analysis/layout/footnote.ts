import type { Word } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../types.ts';

/** A note at the foot of a page, with the word of the text that refers to it. */
export interface Footnote {
  readonly reference: Word;
  /** Its number, where a word processor that counts would give it another. */
  readonly mark: string | null;
  /** The first begins with the number of the note. */
  readonly paragraphs: readonly ParagraphDraft[];
}
