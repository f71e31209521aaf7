import type { DrawnGlyph } from '../content/page-content.ts';
import { noBreakSpace } from './normalize-text.ts';

/**
 * Reads the no-break spaces of a font as ordinary ones if it has hardly any of these: both are one glyph, and the file
 * maps it to only one of the two characters.
 */
export function dropDoubtfulNoBreaks(glyphs: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  const counts = new Map<unknown, { spaces: number; noBreaks: number }>();
  for (const { text, style } of glyphs) {
    if (text !== ' ' && text !== noBreakSpace) continue;
    const count = counts.get(style.font) ?? { spaces: 0, noBreaks: 0 };
    counts.set(style.font, count);
    if (text === ' ') count.spaces += 1;
    else count.noBreaks += 1;
  }
  const doubtful = new Set([...counts].flatMap(([font, count]) => (count.noBreaks > count.spaces ? [font] : [])));
  if (doubtful.size === 0) return glyphs;
  return glyphs.map((glyph) =>
    glyph.text === noBreakSpace && doubtful.has(glyph.style.font) ? { ...glyph, text: ' ' } : glyph,
  );
}
