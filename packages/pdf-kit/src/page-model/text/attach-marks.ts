import type { FramedGlyph } from './text-frame.ts';

/** A combining mark may be this far above or below the baseline of its letter, in em. */
const reachEm = 1.2;

/**
 * Puts combining marks (vowel points, accents) to the letters they are on: many fonts draw them above or below the
 * baseline, where they would be lines of their own.
 */
export function attachMarks(glyphs: readonly FramedGlyph[]): readonly FramedGlyph[] {
  if (!glyphs.some(isMark)) return glyphs;
  const marksOf = new Map<FramedGlyph, string>();
  const attached = new Set<FramedGlyph>();
  glyphs.forEach((mark, index) => {
    if (!isMark(mark)) return;
    const base = baseOf(mark, glyphs, index);
    if (base === null) return;
    marksOf.set(base, (marksOf.get(base) ?? '') + mark.glyph.text);
    attached.add(mark);
  });
  return glyphs.flatMap((framed) => {
    if (attached.has(framed)) return [];
    const marks = marksOf.get(framed);
    const { glyph } = framed;
    return marks === undefined ? framed : { ...framed, glyph: { ...glyph, text: glyph.text + marks } };
  });
}

function isMark({ glyph }: FramedGlyph): boolean {
  return /^\p{M}+$/u.test(glyph.text);
}

/** Neighbours in the file are drawn this close to each other. */
const nearInFile = 4;

/** The letter drawn just before or after a mark whose middle is nearest to that of the mark. */
function baseOf(mark: FramedGlyph, glyphs: readonly FramedGlyph[], index: number): FramedGlyph | null {
  const middle = (mark.start + mark.end) / 2;
  let best: FramedGlyph | null = null;
  let bestPt = Number.POSITIVE_INFINITY;
  for (const letter of glyphs.slice(Math.max(0, index - nearInFile), index + nearInFile + 1)) {
    if (letter.space || isMark(letter) || Math.abs(letter.baseline - mark.baseline) > reachEm * letter.sizePt) continue;
    const apartPt = Math.max(letter.start - middle, middle - letter.end, 0);
    if (apartPt > 0.15 * letter.sizePt || apartPt >= bestPt) continue;
    [best, bestPt] = [letter, apartPt];
  }
  return best;
}
