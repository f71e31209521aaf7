import type { RasterWord } from './recognizer.ts';
import { fusion } from './thresholds.ts';

/** Whether a word is digits with decimals, with any symbols or letters around them. */
export function isAmount({ text }: Pick<RasterWord, 'text'>): boolean {
  return /^\D*\d[\d.,]*[.,]\d{2,}\D{0,3}$/.test(text);
}

/**
 * Whether another reading has a different amount in the same place. It finds wrong digits that the recognizer is confident
 * of: a half-filled 0 is a clear 6 in one version of the page, and a clear 0 in the next.
 */
export function disputesAmount(word: RasterWord, others: readonly RasterWord[]): boolean {
  if (!isAmount(word) || others.some((other) => digitsOf(other) === digitsOf(word))) return false;
  return others.some((other) => other.confidence >= fusion.minDispute && isAmount(other));
}

function digitsOf({ text }: Pick<RasterWord, 'text'>): string {
  return text.replace(/\D/g, '');
}
