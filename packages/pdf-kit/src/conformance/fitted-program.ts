/** A code of a font as it has to be shown: a character code of a simple font, a CID of a composite one. */
export interface WantedGlyph {
  readonly code: number;
  /** The glyph that viewers show; 0 for `.notdef`. */
  readonly glyph: number;
  /** The advance by the font's dictionary, in thousandths of an em; null to take that of the program. */
  readonly width: number | null;
}

/** What becomes of the glyphs of a program, so that each code has its advance and none shows `.notdef`. */
export interface GlyphPlan {
  readonly widths: ReadonlyMap<number, number>;
  /** Copies of glyphs, in the order of their new numbers. */
  readonly copies: readonly { readonly glyph: number; readonly width: number; readonly code: number }[];
  /** The glyph of each code, copies included. */
  readonly glyphOf: ReadonlyMap<number, number>;
  /** The glyphs that the program has; copies are numbered from here. */
  readonly glyphCount: number;
  readonly isChanged: boolean;
}

/** Widths may differ by this much (ISO 19005-2, 6.2.11.5). */
const maxDifference = 1;

/**
 * Plans new advances for glyphs that have another one than the codes that show them, and copies for those that are shown in
 * several widths, or are `.notdef`. What pages show does not change: viewers place text by the widths of the dictionary.
 */
export function planGlyphs(
  wanted: readonly WantedGlyph[],
  glyphCount: number,
  widthOf: (glyph: number) => number | null,
): GlyphPlan {
  const widths = new Map<number, number>();
  const settled = new Map<number, number>();
  const copies: { glyph: number; width: number; code: number }[] = [];
  const glyphOf = new Map<number, number>();
  for (const { code, glyph, width } of wanted) {
    const own = settled.get(glyph) ?? widthOf(glyph);
    const target = width ?? own ?? 0;
    const isClose = own !== null && Math.abs(own - target) <= maxDifference;
    if (glyph !== 0 && glyph < glyphCount && (isClose || !settled.has(glyph))) {
      if (!isClose) widths.set(glyph, target);
      settled.set(glyph, isClose ? (own ?? target) : target);
      glyphOf.set(code, glyph);
      continue;
    }
    const source = glyph < glyphCount ? glyph : 0;
    const known = copies.findIndex(
      (copy) => copy.glyph === source && Math.abs(copy.width - target) <= maxDifference && source !== 0,
    );
    glyphOf.set(code, glyphCount + (known >= 0 ? known : copies.push({ glyph: source, width: target, code }) - 1));
  }
  return { widths, copies, glyphOf, glyphCount, isChanged: widths.size > 0 || copies.length > 0 };
}
