import { type FramedGlyph, placeOnLine } from './text-frame.ts';

/** Fewer letters may be a label, a mark or an ordinal of the line. */
const minLetters = 10;
/** Sizes differ where the smaller is below this share of the larger. */
const sameSizeShare = 0.85;
/** No space of a line is as wide, in em of the larger size. */
const gutterEm = 0.7;

/** The initial of a paragraph that is drawn over several lines is larger than these by this factor. */
const initialFactor = 1.8;

/**
 * The letters of a line, from its start to its end, cut where text of one size is beside text of another with a
 * gutter between them: lines of two narrow columns that happen to be at one height. An initial drawn over several lines
 * shares its baseline with the last of them.
 */
export function splitAtSizes(glyphs: readonly FramedGlyph[]): readonly (readonly FramedGlyph[])[] {
  const ordered = [...glyphs].sort((a, b) => placeOnLine(a) - placeOnLine(b));
  const letters = ordered.filter(({ space }) => !space);
  if (beginsWithInitial(letters)) {
    const end = letters[1]?.start ?? 0;
    return [ordered.filter(({ start }) => start < end), ordered.filter(({ start }) => start >= end)];
  }
  const cut = letters.findIndex((letter, index) => {
    const before = letters[index - 1];
    if (before === undefined || index < minLetters || letters.length - index < minLetters) return false;
    const larger = Math.max(before.sizePt, letter.sizePt);
    if (Math.min(before.sizePt, letter.sizePt) >= sameSizeShare * larger) return false;
    if (letter.start - before.end < gutterEm * larger) return false;
    const isOf =
      ({ sizePt }: FramedGlyph) =>
      (other: FramedGlyph) =>
        Math.abs(other.sizePt - sizePt) < 0.1;
    return letters.slice(0, index).every(isOf(before)) && letters.slice(index).every(isOf(letter));
  });
  const at = letters[cut];
  if (at === undefined) return [ordered];
  return [ordered.filter(({ start }) => start < at.start), ordered.filter(({ start }) => start >= at.start)];
}

function beginsWithInitial([first, ...others]: readonly FramedGlyph[]): boolean {
  if (first === undefined || others.length < minLetters || !/^\p{Lu}$/u.test(first.glyph.text)) return false;
  return others.every(({ sizePt }) => initialFactor * sizePt <= first.sizePt);
}
