import { type FramedGlyph, placeOnLine } from './text-frame.ts';

/** Minimum letters of a part; fewer may be a label, a mark or an ordinal of the line. */
const minLetters = 10;
/** Sizes differ if the smaller one is below this share of the larger. */
const sameSizeShare = 0.85;
/** Minimum gutter, in em of the larger size: wider than any word space. */
const gutterEm = 0.7;

/** A drop cap is larger than its lines by this factor. */
const initialFactor = 1.8;

/**
 * The letters of a line, from start to end, cut at a gutter between texts of different sizes: lines of two narrow
 * columns that happen to be on one baseline. A drop cap shares its baseline with the last of its lines.
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
