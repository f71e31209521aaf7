import { isRightToLeft } from './normalize-text.ts';
import type { Glyph, Word } from './types.ts';

/**
 * Turns words as they stand on the page, left to right, into the order they are read in. A simple inverse of the
 * Unicode Bidirectional Algorithm (UAX 9) on words: right-to-left words are reversed letter by letter but for their
 * numbers, and runs of words against the direction of the line change places.
 */
export function toReadingOrder(words: readonly Word[]): Word[] {
  if (!words.some(({ text }) => isRightToLeft(text))) return [...words];
  const gaps = words.map(gapOf);
  const rtlLetters = countLetters(words, true);
  const ordered = words.map((word, index) => ({ word: isRightToLeft(word.text) ? reverseWord(word) : word, index }));
  const rtl = rtlLetters > countLetters(words, false);
  const logical = rtl
    ? reverseRuns([...ordered].reverse(), ({ word }) => !isRightToLeft(word.text))
    : reverseRuns(ordered, ({ word }) => isRightToLeft(word.text));
  // The gap between two neighbours stays with them, whichever of the two is now read first.
  return logical.map(({ word, index }, position) => {
    const next = logical[position + 1];
    const { typedSpaces: _, ...rest } = word;
    return { ...rest, ...(next === undefined ? { spaceAfter: true } : gaps[Math.min(index, next.index)]) };
  });
}

function gapOf({ spaceAfter, typedSpaces }: Word): Pick<Word, 'spaceAfter' | 'typedSpaces'> {
  return typedSpaces === undefined ? { spaceAfter } : { spaceAfter, typedSpaces };
}

function countLetters(words: readonly Word[], rtl: boolean): number {
  return words.reduce((sum, { text }) => {
    if (isRightToLeft(text) !== rtl) return sum;
    return sum + (text.match(/\p{L}/gu)?.length ?? 0);
  }, 0);
}

/** Reverses every run of neighbours that the test holds for, in place of it. */
function reverseRuns<Item>(items: readonly Item[], inRun: (item: Item) => boolean): Item[] {
  const result: Item[] = [];
  let run: Item[] = [];
  for (const item of items) {
    if (inRun(item)) {
      run.unshift(item);
    } else {
      result.push(...run, item);
      run = [];
    }
  }
  return [...result, ...run];
}

function reverseWord(word: Word): Word {
  const isLeftToRight = ({ text }: Glyph) => /[\p{Nd}A-Za-z.,:/%+-]/u.test(text) && !isRightToLeft(text);
  const glyphs = reverseRuns([...word.glyphs].reverse(), isLeftToRight);
  return { ...word, glyphs, text: glyphs.map(({ text }) => text).join('') };
}
