import { wordF1 } from './word-f1.ts';

/** Share of characters and of words read wrong: edit distance over the length of the truth. */
export interface TextError {
  readonly characters: number;
  readonly words: number;
  /** Words in common, in any order, 0–1. */
  readonly f1: number;
}

/** White space and typographic quotes and dashes are made equal; Chinese is compared without spaces. */
export function textError(read: string, truth: string, language: string): TextError {
  const [from, to] = [normalize(read, language), normalize(truth, language)];
  const words = (text: string) => text.split(' ');
  return {
    characters: distance(Array.from(from), Array.from(to)) / Array.from(to).length,
    words: distance(words(from), words(to)) / words(to).length,
    f1: wordF1(words(from), words(to)),
  };
}

function normalize(text: string, language: string): string {
  const even = text
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  return language.startsWith('chi') ? even.replaceAll(' ', '') : even;
}

function distance(from: readonly string[], to: readonly string[]): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, item] of from.entries()) {
    const current = [row + 1];
    for (const [column, expected] of to.entries()) {
      const replaced = (previous[column] ?? 0) + (item === expected ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
