import type { Word } from '@platen/pdf-kit/page-model';
import type { Recognition } from './sheet-model.ts';

/**
 * Of amounts recognised with less confidence a third are wrong, overall one in fourteen. Together with disputed ones,
 * this flags 25 of 44 wrong amounts and 44 of 587 right ones on receipts, forms and tables.
 */
const minConfidence = 0.65;

/** How the figures among words were recognised. */
export function recognitionOf(words: readonly Word[]): Recognition | null {
  const figures = words.filter(({ text, confidence }) => confidence !== null && /\d/.test(text));
  if (figures.length === 0) return null;
  return {
    confidence: Math.min(...figures.map(({ confidence }) => confidence ?? 1)),
    disputed: figures.some(({ disputed }) => disputed === true),
  };
}

/** Whether figures must be compared with the page. */
export function isDoubtful(recognition: Recognition | null): boolean {
  return recognition !== null && (recognition.disputed || recognition.confidence < minConfidence);
}
