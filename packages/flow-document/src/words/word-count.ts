/** How often each word occurs, and on which pages. */
export interface WordCount {
  add(text: string, pageNumber?: number): void;
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
  /** The first pages with a word. */
  pagesOf(word: string): readonly number[];
}

/** Maximum pages remembered per word: enough to find the place. */
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

/** How often each of some words is among them. */
export function countOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Letters and digits between signs, in lower case. A mark without a letter is a sign: `¨` is a bullet. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .replaceAll('\u00ad', '')
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  );
}

/** Letters of scripts without spaces between words, or that are not drawn in the order they are read. */
const singleLetters = /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}/gu;

/** As `wordsOf`, where the order of drawing counts: letters of scripts that are drawn in another order are each by itself. */
export function drawnWordsOf(text: string): readonly string[] {
  return wordsOf(
    text
      .replaceAll('\u00ad', '-')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll('ı', 'i')
      .replaceAll(singleLetters, ' $& '),
  );
}
