import type { DrawnGlyph } from '../content/page-content.ts';
import { iconText } from '../fonts/icon-fonts.ts';
import { isWordSpace } from './normalize-text.ts';

/** Private use, but for what Windows gives symbol fonts. */
const privateUse = /^[\ue000-\uefff\uf100-\uf8ff]$/u;

/**
 * Marks the icons of fonts that no name tells: all that such a font draws on a page is in private use, and each glyph is
 * placed by itself. Text without characters has several glyphs in a run.
 */
export function markLoneIcons(glyphs: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  if (!glyphs.some(({ text }) => privateUse.test(text))) return glyphs;
  const shown = glyphs.filter(({ text }) => !isWordSpace(text));
  const icons = new Set(
    [...Map.groupBy(shown, ({ style }) => style.font).values()]
      .filter((ofFont) => ofFont.every(({ text }) => privateUse.test(text)))
      .filter((ofFont) => new Set(ofFont.map(({ run }) => run)).size === ofFont.length)
      .flat(),
  );
  return glyphs.map((glyph) => (icons.has(glyph) ? { ...glyph, text: iconText } : glyph));
}
