import type { RasterLine, RasterWord } from './recognizer.ts';

/** The mean confidence over the letters of lines, 0–1; 0 without text. */
export function meanConfidence(lines: readonly RasterLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const letters = lettersOf(words);
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}

/** The number of letters of words. */
export function lettersOf(words: readonly RasterWord[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
