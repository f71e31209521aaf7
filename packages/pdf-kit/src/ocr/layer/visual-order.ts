import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';

// The package's types promise a default export of the kind that its CommonJS build does not have.
const createBidi: () => Bidi = createRequire(import.meta.url)('bidi-js');
const bidi = createBidi();

/**
 * A word of a right-to-left line as its letters are from left to right: readers of PDF take glyphs by position and
 * put them into logical order themselves. Numbers and Latin within stay as they are (UAX #9).
 */
export function toVisualOrder(word: string): string {
  return bidi.getReorderedString(word, bidi.getEmbeddingLevels(word, 'rtl'));
}
