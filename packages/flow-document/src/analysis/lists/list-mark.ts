import type { Box, TextStyle } from '@platen/pdf-kit/page-model';
import type { ListLabel, ParagraphDraft } from '../types.ts';
import { continues } from './list-labels.ts';

/** Labels whose left edges differ by less are of the same level. */
export const edgeTolerancePt = 5;
/** Numbers set flush right have texts that begin at one edge, give or take this. */
const textTolerancePt = 2;

/** Where an item and its text begin, how they look, and what its label counts. */
export interface ListMark {
  readonly x: number;
  readonly textX: number;
  readonly label: ListLabel;
  /** Whether nothing parts the label from its text. */
  readonly isTight: boolean;
  /** The looks of the label and of the text after it. */
  readonly styles: { readonly label: TextStyle; readonly text: TextStyle } | null;
}

/** The edges of the label and of its text on the side where lines begin. */
export function markOf({ fragments, direction, columnX0, columnX1 }: ParagraphDraft, label: ListLabel): ListMark {
  const edgeOf = (box: Box) => (direction === 'rtl' ? columnX1 - box.x1 : box.x0 - columnX0);
  const [first] = fragments;
  const text = first?.words[label.wordCount];
  const x = first === undefined ? 0 : edgeOf(first.box);
  const styles = first?.words[0] && text ? { label: first.words[0].style, text: text.style } : null;
  const isTight = text !== undefined && first?.words[label.wordCount - 1]?.spaceAfter === false;
  return { x, textX: text === undefined ? x + 18 : edgeOf(text.box), label, isTight, styles };
}

/** Labels of one level begin at one edge; numbers set flush right have texts that do. */
export function isBeside(first: ListMark, second: ListMark): boolean {
  if (Math.abs(first.x - second.x) <= edgeTolerancePt) return true;
  const numbers = first.label.kind === 'number' && second.label.kind === 'number';
  return (
    numbers && Math.abs(first.textX - second.textX) <= textTolerancePt && continues(first.label, second.label) !== null
  );
}
