import type { Font } from 'harfbuzzjs';

/** Reads the outlines of glyphs as text; equal outlines give equal text. */
export interface GlyphOutlines {
  path(glyph: number): string;
  /** The advance in units of the font. */
  advance(glyph: number): number;
}

/** Opens a TrueType or OpenType font; null when HarfBuzz sees no font in it. */
export type OutlineReader = (font: Uint8Array) => GlyphOutlines | null;

let loading: Promise<OutlineReader> | null = null;

/** Loads the drawing build of HarfBuzz, once for the process. It is independent of the subset build. */
export function loadOutlineReader(): Promise<OutlineReader> {
  loading ??= import('harfbuzzjs').then(({ Blob, Face, Font }) => (bytes) => {
    const face = new Face(new Blob(bytes), 0);
    return face.upem === 0 ? null : outlinesOf(new Font(face));
  });
  return loading;
}

function outlinesOf(font: Font): GlyphOutlines {
  return {
    path: (glyph) => orTrapped(() => font.glyphToPath(glyph), 'trapped'),
    advance: (glyph) => orTrapped(() => font.glyphHAdvance(glyph), Number.NaN),
  };
}

/** A malformed glyph may trap the WebAssembly of HarfBuzz; all such glyphs count as equal. */
function orTrapped<Value>(read: () => Value, trapped: Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === 'RuntimeError') return trapped;
    throw error;
  }
}
