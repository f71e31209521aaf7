import type { Word } from '@platen/pdf-kit/page-model';
import type { Recognition } from './sheet-model.ts';

/**
 * Of amounts recognised with less confidence a third are wrong, overall one in fourteen. Together with disputed ones,
 * this flags 25 of 44 wrong amounts and 44 of 587 right ones on receipts, forms and tables.
 */
const minConfidence = 0.65;

/** How words were recognised. */
export function recognitionOf(words: readonly Word[]): Recognition | null {
  const read = words.filter(({ confidence }) => confidence !== null);
  if (read.length === 0) return null;
  const figures = read.filter(({ text }) => /\d/.test(text));
  return {
    confidence: lowest(read),
    figureConfidence: figures.length === 0 ? null : lowest(figures),
    disputed: figures.some(({ disputed }) => disputed === true),
  };
}

function lowest(words: readonly Word[]): number {
  return Math.min(...words.map(({ confidence }) => confidence ?? 1));
}

/** Whether figures must be compared with the page. */
export function isDoubtful(recognition: Recognition | null): boolean {
  return recognition !== null && (recognition.disputed || (recognition.figureConfidence ?? 1) < minConfidence);
}
