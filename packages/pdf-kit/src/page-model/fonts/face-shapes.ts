import { median } from '../../statistics.ts';
import { bottomOf, measureOutline, type Outline } from './measure-outline.ts';
import { typeThreeOutlines } from './type-three-outlines.ts';

/** How the letters of a font are drawn, whatever the font is called. */
export interface FaceShape {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** The shapes of the fonts of a document. */
export interface FaceShapes {
  /**
   * Measures the letters among what pdf.js holds for all pages: each is there under the name of its font, `_path_`
   * and its character; those of a Type 3 font are in the font. What was measured before is passed over.
   */
  measure(objects: Iterable<readonly unknown[]>): void;
  /** The shape of a font by its name in pdf.js, from the letters measured so far. */
  shapeOf(fontName: string): FaceShape;
  /** How a glyph of a font is drawn, by the character pdf.js gives it. */
  drawingOf(fontName: string, character: string): GlyphDrawing;
}

export interface GlyphDrawing {
  /** Whether it draws nothing, in a font that draws other glyphs. */
  readonly blank: boolean;
  /** A digest of its outline; null where it is not known. */
  readonly outline: number | null;
  /** How far its lowest point is above the baseline, in em; null where it is not known. */
  readonly bottomEm: number | null;
}

/**
 * Stems as wide as this, in em, are bold. In some 600 faces of print and office regular ones kept below 0.097, medium
 * ones between 0.106 and 0.118, and bold ones above 0.12 but for a few whose names say so.
 */
const boldStemEm = 0.12;
/** Minimum slant of italic letters, as horizontal per vertical distance: usual ones have 0.15 to 0.3. */
const italicSlant = 0.1;
/** Minimum letters for a verdict: `7` and `4` lean in any font. */
const minStems = 3;
const minSlants = 8;

/** pdf.js may begin an outline with an opcode, whatever follows. */
const emptyLength = 1;

/** The measurements of the letters of one font so far. */
interface Evidence {
  readonly stemsEm: number[];
  readonly slants: number[];
}

/** Determines weight and slant from the letters: embedded fonts often have numbers as names and no weight. */
export function createFaceShapes(): FaceShapes {
  const seen = new Set<string>();
  const digests = new Map<string, number>();
  const bottoms = new Map<string, number>();
  const byFont = new Map<string, Evidence>();

  function learn(fontName: string, outline: Outline): void {
    const evidence = byFont.get(fontName) ?? { stemsEm: [], slants: [] };
    byFont.set(fontName, evidence);
    const { stemsEm, slants } = measureOutline(outline);
    if (stemsEm.length > 0) evidence.stemsEm.push(median(stemsEm));
    if (slants.length > 0) evidence.slants.push(median(slants));
  }

  return {
    measure(objects) {
      for (const [id, object] of objects) {
        if (typeof id !== 'string' || seen.has(id)) continue;
        seen.add(id);
        const mark = id.indexOf('_path_');
        const outline = outlineOf(object);
        if (outline !== null) digests.set(id, outline.length <= emptyLength ? blankDigest : digestOf(outline));
        if (outline !== null && outline.length > emptyLength) bottoms.set(id, bottomOf(outline));
        if (digests.get(id) === blankDigest) continue;
        if (mark >= 0 && outline !== null) learn(id.slice(0, mark), outline);
        else for (const letter of typeThreeOutlines(object)) learn(id, letter);
      }
    },
    shapeOf(fontName) {
      const { stemsEm = [], slants = [] } = byFont.get(fontName) ?? {};
      return {
        bold: stemsEm.length >= minStems && median(stemsEm) >= boldStemEm,
        italic: slants.length >= minSlants && median(slants) > italicSlant,
      };
    },
    drawingOf(fontName, character) {
      const id = `${fontName}_path_${character}`;
      const outline = digests.get(id) ?? null;
      const blank = byFont.has(fontName) && outline === blankDigest;
      return { blank, outline, bottomEm: bottoms.get(id) ?? null };
    },
  };
}

const blankDigest = 0;

/** FNV-1a over the thousandths of an em of an outline: glyphs that look the same have the same. */
function digestOf(outline: Outline): number {
  let digest = 0x811c9dc5;
  for (let index = 0; index < outline.length; index++) {
    digest = Math.imul(digest ^ Math.round(1000 * (outline[index] ?? 0)), 0x01000193);
  }
  return digest >>> 0;
}

function outlineOf(object: unknown): Outline | null {
  if (typeof object !== 'object' || object === null || !('path' in object)) return null;
  const { path } = object;
  return ArrayBuffer.isView(path) && 'length' in path ? (path as unknown as Outline) : null;
}
