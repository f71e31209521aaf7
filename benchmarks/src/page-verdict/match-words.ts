import type { DrawnPage, DrawnWord } from './drawn-page.ts';

/** Which word of the document each word of the source became. */
export interface MatchedWords {
  readonly of: ReadonlyMap<DrawnWord, DrawnWord>;
  /** Words of the source that are nowhere in the document, whole or in pieces. */
  readonly lost: ReadonlySet<DrawnWord>;
  /** Words of the document that are in no word of the source. */
  readonly added: ReadonlySet<DrawnWord>;
}

/** How far apart two pages are taken to be, in points. */
const pagePt = 2_000;

/** Pairs words of equal text, capitals or not: first those between the same neighbours, then those behind the same word, then the nearest. */
export function matchWords(source: readonly DrawnPage[], written: readonly DrawnPage[]): MatchedWords {
  const of = new Map<DrawnWord, DrawnWord>();
  const taken = new Set<DrawnWord>();
  const [left, right] = [source, written].map((pages) => pages.flatMap(({ words }) => words));
  const keys: readonly KeyOf[] = [
    (words, index) => [-1, 0, 1].map((step) => textAt(words, index + step)).join('\n'),
    (words, index) => [-1, 0].map((step) => textAt(words, index + step)).join('\n'),
    (words, index) => [0, 1].map((step) => textAt(words, index + step)).join('\n'),
    textAt,
  ];
  for (const keyOf of keys) {
    const free = byKey(right ?? [], keyOf, (word) => !taken.has(word));
    for (const [key, own] of byKey(left ?? [], keyOf, (word) => !of.has(word))) {
      for (const [word, other] of nearestPairs(own, free.get(key) ?? [])) {
        of.set(word, other);
        taken.add(other);
      }
    }
  }
  return { of, ...leftOver(left ?? [], right ?? [], of, taken) };
}

function textAt(words: readonly DrawnWord[], index: number): string {
  return words[index]?.text.toLowerCase() ?? '';
}

type KeyOf = (words: readonly DrawnWord[], index: number) => string;

function byKey(
  words: readonly DrawnWord[],
  keyOf: KeyOf,
  isFree: (word: DrawnWord) => boolean,
): ReadonlyMap<string, readonly DrawnWord[]> {
  const groups = new Map<string, DrawnWord[]>();
  for (const [index, word] of words.entries()) {
    if (!isFree(word)) continue;
    const key = keyOf(words, index);
    groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  return groups;
}

/** More pairs than this are taken in the order of reading. */
const maxPairs = 10_000;

function nearestPairs(own: readonly DrawnWord[], others: readonly DrawnWord[]) {
  if (own.length * others.length > maxPairs) {
    return own.flatMap((word, index): [DrawnWord, DrawnWord][] => {
      const other = others[index];
      return other === undefined ? [] : [[word, other]];
    });
  }
  const pairs = own.flatMap((word) => others.map((other) => ({ word, other, cost: distance(word, other) })));
  const used = new Set<DrawnWord>();
  return pairs
    .sort((first, second) => first.cost - second.cost)
    .flatMap(({ word, other }): [DrawnWord, DrawnWord][] => {
      if (used.has(word) || used.has(other)) return [];
      used.add(word).add(other);
      return [[word, other]];
    });
}

function distance(first: DrawnWord, second: DrawnWord): number {
  const down = first.pageIndex * pagePt + first.baseline - second.pageIndex * pagePt - second.baseline;
  return Math.abs(down) + 0.3 * Math.abs(first.box.x0 - second.box.x0);
}

/** Words may be cut and joined in other places: what is left over is compared letter by letter. */
function leftOver(
  source: readonly DrawnWord[],
  written: readonly DrawnWord[],
  of: ReadonlyMap<DrawnWord, DrawnWord>,
  taken: ReadonlySet<DrawnWord>,
): Pick<MatchedWords, 'lost' | 'added'> {
  const lost = source.filter((word) => !of.has(word));
  const added = written.filter((word) => !taken.has(word));
  const lettersOf = (words: readonly DrawnWord[]) => lettersIn(words.map(({ text }) => text).join(''));
  const [ofLost, ofAdded] = [lettersOf(lost), lettersOf(added)];
  return {
    lost: new Set(lost.filter(({ text }) => isMissing(text, ofAdded))),
    added: new Set(added.filter(({ text }) => isMissing(text, ofLost))),
  };
}

function lettersIn(text: string): string {
  return text.toLowerCase().replaceAll(/[-\u2010]/g, '');
}

function isMissing(text: string, among: string): boolean {
  const letters = lettersIn(text);
  return letters !== '' && !among.includes(letters);
}
