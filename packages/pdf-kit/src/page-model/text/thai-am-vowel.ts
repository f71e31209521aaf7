import type { FramedGlyph } from './text-frame.ts';

/** How far the ring may be from the start of the vowel that it belongs to, in em. */
const reachEm = 0.15;
/** Widest advance of a ring, in em: it is drawn over the letter before. */
const widestEm = 0.01;
const vowel = '\u0e32';
const toneMark = /^[\u0e48-\u0e4b]$/;
const letter = /^[\u0e01-\u0e2e\u0e31-\u0e3a\u0e47-\u0e4b]+$/;

/**
 * The Thai vowel `ำ` in one piece. Fonts draw it as a ring above the letter before and `า`; Word maps the ring, which is
 * no character of its own there, to a space, and other producers to the mark U+0E4D.
 */
export function withThaiAmVowel(glyphs: readonly FramedGlyph[]): readonly FramedGlyph[] {
  const rings = new Set<FramedGlyph>();
  const vowels = new Set<FramedGlyph>();
  glyphs.forEach((framed, index) => {
    if (framed.glyph.text !== vowel) return;
    const ring = ringBefore(glyphs, index);
    if (ring === null) return;
    rings.add(ring);
    vowels.add(framed);
  });
  if (rings.size === 0) return glyphs;
  return glyphs
    .filter((framed) => !rings.has(framed))
    .map((framed) => (vowels.has(framed) ? { ...framed, glyph: { ...framed.glyph, text: '\u0e33' } } : framed));
}

/** The ring drawn next to a vowel: right before it, or with the tone mark of the letter between them. */
function ringBefore(glyphs: readonly FramedGlyph[], index: number): FramedGlyph | null {
  const end = glyphs[index];
  const nearest = [glyphs[index - 1], glyphs[index - 2]];
  const [first] = nearest;
  const ring = first !== undefined && toneMark.test(first.glyph.text) ? nearest[1] : first;
  if (end === undefined || ring === undefined || !isRing(ring, end)) return null;
  const before = glyphs[glyphs.indexOf(ring, Math.max(0, index - 2)) - 1];
  return before !== undefined && letter.test(before.glyph.text) ? ring : null;
}

function isRing({ glyph, start, end, sizePt }: FramedGlyph, vowelGlyph: FramedGlyph): boolean {
  if (glyph.text !== ' ' && glyph.text !== '\u0e4d') return false;
  return end - start <= widestEm * sizePt && Math.abs(vowelGlyph.start - start) <= reachEm * sizePt;
}
