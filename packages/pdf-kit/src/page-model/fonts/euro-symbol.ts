/** The code at which the eurosym fonts of TeX, which do not name their glyphs, draw the sign of the euro. */
const euroCode = 0x65;

/** The sign of the euro for the glyph of a font that has nothing else and says it draws an `e`; null for all others. */
export function euroSymbol(fontName: string, code: number): string | null {
  return code === euroCode && /^(?:TeX-)?fey[bmo]/.test(fontName) ? '€' : null;
}
