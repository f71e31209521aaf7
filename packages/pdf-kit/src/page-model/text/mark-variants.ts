import type { DrawnGlyph } from '../content/page-content.ts';
import type { Font } from '../types.ts';

/** Scripts whose letters look the same wherever they are in a word. */
const steadyCharacter = /^(\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\d)$/u;

/**
 * Marks the glyphs whose font draws their character by several outlines on the page: it has small capitals or two kinds of
 * figures, or its map to Unicode is wrong.
 */
export function markVariants(glyphs: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  const outlines = new Map<Font, Map<string, Set<number>>>();
  for (const { text, outline, style } of glyphs) {
    if (outline === null || !steadyCharacter.test(text)) continue;
    const ofFont = outlines.get(style.font) ?? new Map<string, Set<number>>();
    outlines.set(style.font, ofFont);
    const ofText = ofFont.get(text) ?? new Set<number>();
    ofFont.set(text, ofText.add(outline));
  }
  const hasVariants = ({ text, style }: DrawnGlyph) => (outlines.get(style.font)?.get(text)?.size ?? 0) > 1;
  if (![...outlines.values()].some((ofFont) => [...ofFont.values()].some(({ size }) => size > 1))) return glyphs;
  return glyphs.map((glyph) =>
    glyph.outline !== null && hasVariants(glyph) ? { ...glyph, variant: glyph.outline } : glyph,
  );
}
