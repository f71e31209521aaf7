import type { TextRow } from '../text-rows.ts';
import { hasCents } from '../value-text.ts';
import { pieceKind } from './piece-kind.ts';
import { amountsOf, piecesOf } from './pieces.ts';

/** The days or quantities of a column: `30`, `1-30`, `> 60`, `120+`. */
const count = /^(?:[<>≤≥]\s?)?(\d{1,3})(?:\s?[-–]\s?\d{1,3})?\+?$/;

/** Whether texts are words followed by several increasing counts: headings by days, for example. */
export function areCountHeadings(texts: readonly string[]): boolean {
  const first = texts.findIndex(isCount);
  const last = texts.findLastIndex(isCount);
  // An item has words between its number and its quantity and sum.
  if (first < 0 || !texts.slice(first, last + 1).every(isCount)) return false;
  const counts = texts.flatMap((text) => count.exec(text.trim())?.[1] ?? []).map(Number);
  const words = texts.filter((text) => !isCount(text) && pieceKind(text) === 'text');
  return (
    counts.length > 1 &&
    words.length > 0 &&
    counts.length + words.length === texts.length &&
    counts.every((value, index) => index === 0 || value > (counts[index - 1] ?? 0))
  );
}

function isCount(text: string): boolean {
  return count.test(text.trim());
}

/** Whether a row is headings by days, over amounts with decimals. */
export function isCountHeading(row: TextRow, below: TextRow | undefined): boolean {
  return (
    below !== undefined &&
    areCountHeadings(piecesOf(row).map(({ chunk }) => chunk.text)) &&
    amountsOf(below).some(({ chunk }) => hasCents(chunk.text))
  );
}
