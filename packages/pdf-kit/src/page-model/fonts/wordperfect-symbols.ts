/** WordPerfect's character set 4, typographic symbols, which its fonts draw from the code of `!` on. */
const typographicSymbols = [...'●○■•*¶§¡¿«»£¥₧ƒªº½¼¢²ⁿ®©¤¾³‛’‘‟”“–—‹›○□†‡™℠℞'];
const firstCode = 0x21;

/**
 * What a glyph of WordPerfect's symbol font shows, which says of itself that it draws letters: bullets would read `!`.
 * Null for glyphs of other fonts.
 */
export function wordPerfectSymbol(fontName: string, code: number): string | null {
  if (!/^WP ?TypographicSymbols/i.test(fontName)) return null;
  return typographicSymbols[code - firstCode] ?? null;
}
