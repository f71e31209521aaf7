import { usualLineHeight } from './layout-of.ts';
import type { RasterLine, RasterWord } from './recognizer.ts';
import { noise } from './thresholds.ts';
import { chanceOfWord, doubtOf, isSigns } from './word-worth.ts';

/**
 * Lines without what was read into handwriting, stains and pictures: words of little confidence among others of little
 * confidence, and such words much higher than the lines of the page; doubtful signs, such as the ticks of an axis; and
 * without rules beside figures. A doubtful word in a good line stays.
 */
export function dropNoise(lines: readonly RasterLine[]): readonly RasterLine[] {
  const usual = usualOf(lines);
  return lines.flatMap((line) => {
    const words = line.words.filter((word) => !isNoise(word, line, usual)).map(withoutBars);
    return words.length === 0 ? [] : [{ ...line, words }];
  });
}

/** The lines of which nothing would be left. */
export function noiseLines(lines: readonly RasterLine[]): readonly RasterLine[] {
  const usual = usualOf(lines);
  return lines.filter((line) => line.words.every((word) => isNoise(word, line, usual)));
}

/** What is usual on a page: how high a line is, and the share of its letters in doubt. */
interface Usual {
  readonly heightPx: number;
  readonly doubt: number;
}

function usualOf(lines: readonly RasterLine[]): Usual {
  return { heightPx: usualLineHeight(lines) ?? 0, doubt: doubtOf(lines) };
}

/**
 * A word is judged by the others of its line: a long one that was read with doubt makes no poor line of good ones. Where all
 * lines are poor, as those of blackletter, a line is no noise for that.
 */
function isNoise(word: RasterWord, line: RasterLine, usual: Usual): boolean {
  if (word.confidence < noise.minTallConfidence && heightOf(word) > noise.tallLines * usual.heightPx) return true;
  if (isSigns(word.text) && chanceOfWord(word) < noise.minSignsChance && !isBullet(word, line)) return true;
  if (word.confidence >= noise.minConfidence) return false;
  const others = line.words.filter((other) => other !== word);
  return doubtOf([{ ...line, words: others }]) > Math.max(noise.poorLineDoubt, noise.poorerThanPage * usual.doubt);
}

/** The recognizer has no bullets: it reads one as a star, a ring or a quotation mark. */
function isBullet(word: RasterWord, { words }: RasterLine): boolean {
  return word === words[0] && words.length > 1 && word.text.length === 1;
}

/** A bar that touches a figure is the rule of a table, which the untouched page has still. */
function withoutBars(word: RasterWord): RasterWord {
  const text = word.text.replace(/^\|+(?=\p{Nd})|(?<=\p{Nd})\|+$/gu, '');
  return text === word.text ? word : { ...word, text };
}

function heightOf({ box }: RasterWord): number {
  const { y0, y1 } = box;
  return y1 - y0;
}
