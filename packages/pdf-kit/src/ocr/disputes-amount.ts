import type { RasterWord } from './recognizer.ts';
import { fusion } from './thresholds.ts';

/** Digits with decimals, with any symbols or letters around them. */
const amount = /^\D*\d[\d.,]*[.,]\d{2,}\D{0,3}$/;

/**
 * Whether another reading has a different amount in the same place. It finds wrong digits that the recognizer is confident
 * of: a half-filled 0 is a clear 6 in one version of the page, and a clear 0 in the next.
 */
export function disputesAmount({ text }: RasterWord, others: readonly RasterWord[]): boolean {
  if (!amount.test(text) || others.some((other) => digitsOf(other) === digitsOf({ text }))) return false;
  return others.some((other) => other.confidence >= fusion.minDispute && amount.test(other.text));
}

function digitsOf({ text }: Pick<RasterWord, 'text'>): string {
  return text.replace(/\D/g, '');
}
