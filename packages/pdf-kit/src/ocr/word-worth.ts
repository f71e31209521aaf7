import { lettersOf } from './mean-confidence.ts';
import type { RasterLine, RasterWord } from './recognizer.ts';
import { evidence } from './thresholds.ts';

/**
 * The probability that a word was read correctly, 0–1. The recognizer's confidence is not calibrated: of words read with 0.5, a
 * third is correct. Symbols without a letter or digit are less often correct, since specks and rules are read as such, and so
 * are words that begin or end with a bar, which is a rule beside them.
 */
export function chanceOfWord({ text, confidence }: Pick<RasterWord, 'text' | 'confidence'>): number {
  const { chances } = evidence;
  const place = Math.min(1, Math.max(0, confidence)) * (chances.length - 1);
  const below = Math.floor(place);
  const [from = 0, to = from] = [chances[below], chances[below + 1]];
  const chance = from + (to - from) * (place - below);
  return isSigns(text) || /^\||\|$/.test(text) ? chance * evidence.signs : chance;
}

/** Whether a word has no letter and no digit. */
export function isSigns(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** What these words are worth: for each letter, the probability that it is correct, less the cost of noise. */
export function wordsWorth(words: readonly RasterWord[]): number {
  return words.reduce((sum, word) => sum + word.text.length * (chanceOfWord(word) - evidence.evenChance), 0);
}

/** What lines are worth: see `wordsWorth`. */
export function linesWorth(lines: readonly RasterLine[]): number {
  return lines.reduce((sum, { words }) => sum + wordsWorth(words), 0);
}

/** The expected share of wrong letters of a page, 0–1; 1 without text. */
export function doubtOf(lines: readonly RasterLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const letters = lettersOf(words);
  const right = words.reduce((sum, word) => sum + word.text.length * chanceOfWord(word), 0);
  return letters === 0 ? 1 : 1 - right / letters;
}
