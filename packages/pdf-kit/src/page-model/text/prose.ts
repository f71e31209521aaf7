import { boxWidth } from '../box.ts';
import type { Box } from '../types.ts';

/** A piece of a line that may be part of a sentence. */
export interface TextPiece {
  readonly text: string;
  readonly words: readonly unknown[];
  readonly box: Box;
  readonly sizePt: number;
}

/** Labels and headings of columns have fewer words, or are narrower, in em. */
const minWords = 5;
const narrowestEm = 12;
/** Share of lower-case letters among the characters. Names, codes and amounts have fewer. */
const leastLowerCase = 0.5;

/** Whether a piece of a line reads as part of a sentence rather than as a label, a heading or values. */
export function isSentencePart({ text, words, box, sizePt }: TextPiece): boolean {
  const lowerCase = text.replace(/[^\p{Ll}\p{Lo}\p{M}]/gu, '').length;
  return words.length >= minWords && boxWidth(box) > narrowestEm * sizePt && lowerCase > leastLowerCase * text.length;
}

/** Whether a line stops inside a sentence that the next one continues: neither ends nor begins one. */
export function continuesSentence(line: string, next: string): boolean {
  return /[\p{L},;]$/u.test(line) && /^\p{Ll}/u.test(next);
}
