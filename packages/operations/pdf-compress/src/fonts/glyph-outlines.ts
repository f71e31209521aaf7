import type { Font } from 'harfbuzzjs';

/** Draws glyphs of a font program, each as the text of a path; the same outline always gives the same text. */
export interface GlyphOutlines {
  path(glyph: number): string;
  /** The advance in units of the font. */
  advance(glyph: number): number;
}

/** Opens a TrueType or OpenType font; null when HarfBuzz sees no font in it. */
export type OutlineReader = (font: Uint8Array) => GlyphOutlines | null;

let loading: Promise<OutlineReader> | null = null;

/** Loads HarfBuzz, once for the process: the build that draws, which reads fonts apart from the one that cuts them. */
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

/** A malformed glyph may trap the WebAssembly of HarfBuzz: it is then a glyph like any other that does. */
function orTrapped<Value>(read: () => Value, trapped: Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === 'RuntimeError') return trapped;
    throw error;
  }
}
