import { usualLineHeight } from './layout-of.ts';
import type { RasterLine, RasterWord } from './recognizer.ts';
import { noise } from './thresholds.ts';
import { chanceOfWord, doubtOf, isSigns } from './word-worth.ts';

/**
 * Removes words that were read into handwriting, stains and pictures: those of low confidence among others of low
 * confidence, or much taller than the lines of the page, and doubtful symbols, such as the ticks of an axis. Also removes
 * bars beside digits and leaders before words. A doubtful word in a good line stays.
 */
export function dropNoise(lines: readonly RasterLine[]): readonly RasterLine[] {
  const usual = usualOf(lines);
  return lines.flatMap((line) => {
    const words = line.words.filter((word) => !isNoise(word, line, usual)).map(withoutRules);
    return words.length === 0 ? [] : [{ ...line, words }];
  });
}

/** The typical line height of a page, and the share of its letters that is likely wrong. */
interface Usual {
  readonly heightPx: number;
  readonly doubt: number;
}

function usualOf(lines: readonly RasterLine[]): Usual {
  return { heightPx: usualLineHeight(lines) ?? 0, doubt: doubtOf(lines) };
}

/**
 * A word is judged by the other words of its line, so that a long doubtful one does not make a good line poor. Where all lines
 * of a page are poor, as in blackletter, a line has to be poorer than the page.
 */
function isNoise(word: RasterWord, line: RasterLine, usual: Usual): boolean {
  if (word.confidence < noise.minTallConfidence && heightOf(word) > noise.tallLines * usual.heightPx) return true;
  if (isSigns(word.text) && chanceOfWord(word) < noise.minSignsChance && !isBullet(word, line)) return true;
  if (word.confidence >= noise.minConfidence) return false;
  const others = line.words.filter((other) => other !== word);
  return doubtOf([{ ...line, words: others }]) > Math.max(noise.poorLineDoubt, noise.poorerThanPage * usual.doubt);
}

/** A bullet is read as a star, a ring or a quotation mark. */
function isBullet(word: RasterWord, { words }: RasterLine): boolean {
  return word === words[0] && words.length > 1 && word.text.length === 1;
}

/**
 * A bar that touches a digit is a rule of a table, which is still there in the untouched page, and points before a word, or one before an
 * amount, are the leader that ends there; those behind a word may be its own.
 */
function withoutRules(word: RasterWord): RasterWord {
  const text = word.text.replace(/^\|+(?=\p{Nd})|(?<=\p{Nd})\|+$|^\.{2,}(?=[\p{L}\p{Nd}])|^\.(?=\d+[.,]\d\d$)/gu, '');
  return text === word.text ? word : { ...word, text };
}

function heightOf({ box }: RasterWord): number {
  const { y0, y1 } = box;
  return y1 - y0;
}
