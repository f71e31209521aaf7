import { countOf, wordsOf } from './word-count.ts';

/** A line of a page as text. */
export interface LineWords {
  readonly text: string;
  readonly pageNumber: number;
}

/** The pages with a line whose words are all among the `lost` ones, once for each line. */
export function pagesOfLost(lines: readonly LineWords[], lost: readonly string[]): readonly number[] {
  if (lost.length === 0) return [];
  const left = new Map(countOf(lost));
  return lines.flatMap(({ text, pageNumber }) => {
    const words = [...countOf(wordsOf(text))];
    if (words.length === 0 || words.some(([word, count]) => (left.get(word) ?? 0) < count)) return [];
    for (const [word, count] of words) left.set(word, (left.get(word) ?? 0) - count);
    return [pageNumber];
  });
}
