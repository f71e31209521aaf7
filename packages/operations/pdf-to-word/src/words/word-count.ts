/** How often each word occurs, and on which pages. */
export interface WordCount {
  add(text: string, pageNumber?: number): void;
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
  /** The first pages with a word. */
  pagesOf(word: string): readonly number[];
}

/** Enough to find the place. */
const maxPages = 3;

/** Counts words: letters and digits between signs, whatever their case, form of Unicode and soft hyphens. */
export function createWordCount(): WordCount {
  const counts = new Map<string, number>();
  const pages = new Map<string, number[]>();
  let total = 0;
  return {
    counts,
    get total() {
      return total;
    },
    add(text, pageNumber) {
      for (const word of wordsOf(text)) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        total += 1;
        if (pageNumber === undefined) continue;
        const known = pages.get(word) ?? [];
        pages.set(word, known);
        if (known.length < maxPages && known.at(-1) !== pageNumber) known.push(pageNumber);
      }
    },
    pagesOf: (word) => pages.get(word) ?? [],
  };
}

/** Letters and digits between signs, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .replaceAll('\u00ad', '')
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
