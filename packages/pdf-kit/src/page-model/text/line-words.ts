import { heaviest } from '../../statistics.ts';
import { uniteBoxes } from '../box.ts';
import type { Line, TextStyle, Word } from '../types.ts';

/** The text of some words with their spaces. */
export function textOf(words: readonly Word[]): string {
  return words
    .map((word, index) => (index < words.length - 1 && word.spaceAfter ? `${word.text} ` : word.text))
    .join('');
}

/** The style of most letters. At least one word must be given. */
export function majorityStyle(words: readonly Word[]): TextStyle {
  const style = heaviest(words.map((word) => [word.style, word.text.length]));
  if (style === undefined) throw new TypeError('There is no word');
  return style;
}

/** A line without some of its words; nothing where none is left. */
export function withoutWords(line: Line, isGone: (word: Word) => boolean): readonly Line[] {
  const words = line.words.filter((word) => !isGone(word));
  if (words.length === line.words.length) return [line];
  if (words.length === 0) return [];
  const box = uniteBoxes(words.map((word) => word.box));
  return [{ ...line, words, text: textOf(words), box, style: majorityStyle(words) }];
}
