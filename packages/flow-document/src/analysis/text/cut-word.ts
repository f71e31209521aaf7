import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Word } from '@platen/pdf-kit/page-model';

/** The word cut at some places of its text, in rising order; whole where a glyph spans one of them. */
export function cutWord(word: Word, places: readonly number[]): readonly Word[] {
  const ends = [...places, word.text.length];
  const pieces = ends.map((end, index) => glyphsBetween(word, ends[index - 1] ?? 0, end));
  if (pieces.flat().length !== word.glyphs.length) return [word];
  const { typedSpaces = '', ...whole } = word;
  return pieces
    .filter((glyphs) => glyphs.length > 0)
    .map((glyphs) => ({
      ...whole,
      ...(typedSpaces !== '' && glyphs.at(-1) === word.glyphs.at(-1) ? { typedSpaces } : {}),
      glyphs,
      text: glyphs.map(({ text }) => text).join(''),
      box: uniteBoxes(glyphs.map(({ box }) => box)),
      spaceAfter: glyphs.at(-1) === word.glyphs.at(-1) && word.spaceAfter,
    }));
}

/** The glyphs whose letters lie between two places of the word's text. */
function glyphsBetween({ glyphs }: Word, from: number, to: number): Word['glyphs'] {
  let at = 0;
  return glyphs.filter(({ text }) => {
    const start = at;
    at += text.length;
    return start >= from && at <= to;
  });
}
