import type { RasterWord } from './recognizer.ts';
import { fusion } from './thresholds.ts';

/** Figures with decimals, whatever signs or letters are around them. */
const amount = /^\D*\d[\d.,]*[.,]\d{2,}\D{0,3}$/;

/**
 * Whether another reading has another amount where an amount was read. It tells of wrong figures that the recognizer is
 * sure of: a 0 that is half filled is a clear 6 in one picture of the page, and a clear 0 in the next.
 */
export function disputesAmount({ text }: RasterWord, others: readonly RasterWord[]): boolean {
  if (!amount.test(text) || others.some((other) => figuresOf(other) === figuresOf({ text }))) return false;
  return others.some((other) => other.confidence >= fusion.minDispute && amount.test(other.text));
}

function figuresOf({ text }: Pick<RasterWord, 'text'>): string {
  return text.replace(/\D/g, '');
}
