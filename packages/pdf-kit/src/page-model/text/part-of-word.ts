import { uniteBoxes } from '../box.ts';
import type { Word } from '../types.ts';

/** The part of a word that some of its glyphs are, without a trailing space. */
export function partOfWord(word: Word, glyphs: Word['glyphs']): Word {
  const text = glyphs.map((glyph) => glyph.text).join('');
  return { ...word, text, glyphs, box: uniteBoxes(glyphs.map(({ box }) => box)), spaceAfter: false };
}
