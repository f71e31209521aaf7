import type { Font } from '../types.ts';
import type { FaceShape, GlyphDrawing } from './face-shapes.ts';
import { type GlyphNameOf, glyphNames, type NamingFont } from './glyph-names.ts';
import { type CharacterOfCode, glyphOrder, type OrderedFont, withoutHigherByte } from './glyph-order.ts';
import { isIconFont } from './icon-fonts.ts';
import { type ProgramFont, programGlyphNames } from './program-glyph-names.ts';
import { type BitmapFont, texBitmapOrder } from './tex-bitmap-order.ts';
import { minUnitsPerEm } from './type-three-outlines.ts';

/** A font as the content reader needs it: its description, and how its glyph widths are measured. */
export interface LoadedFont {
  readonly font: Font;
  /** Text space units of one glyph space unit: 0.001 but for Type 3. */
  readonly unitsPerGlyphUnit: number;
  /** What the font size has to be multiplied by to give the height of the em: 1 but for Type 3. */
  readonly sizeFactor: number;
  readonly glyphName: GlyphNameOf;
  /** Whether its glyphs are icons, whatever it maps them to. */
  readonly drawsIcons: boolean;
  /** The characters of codes that are numbers of glyphs, or codes of TeX; null where the font is not of that kind. */
  readonly glyphOrder: CharacterOfCode | null;
  /** How a glyph is drawn, by the character that pdf.js gives it. */
  drawingOf(character: string): GlyphDrawing;
}

/** The fields of a pdf.js font that are read here. All of it is outside data. */
interface PdfJsFont extends NamingFont, OrderedFont, BitmapFont, ProgramFont {
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly vertical?: boolean;
  readonly isSerifFont?: boolean;
  readonly isSymbolicFont?: boolean;
  readonly ascent?: number;
  readonly descent?: number;
  readonly bbox?: ArrayLike<number>;
  readonly fontMatrix?: ArrayLike<number>;
}

const glyphUnit = 0.001;
/** Six capitals by ISO 32000-2, 9.9.2; Prawn writes hexadecimal digits. */
const subsetTag = /^(?:[A-Z]{6}|[0-9a-f]{6})\+/;
/** Glyphs that show what all of a font are like: more than the ten figures. */
const minGlyphs = 13;
const noShape: FaceShape = { bold: false, italic: false };
const unknownDrawing: GlyphDrawing = { blank: false, outline: null, bottomEm: null };
const boldName = /bold|black|heavy|semibold|demi(?!-?light)/i;
const italicName = /italic|oblique/i;
const symbolicName = /symbol|wingding|dingbat|^D050000L|webding|marlett/i;

/**
 * Reads what matters of a font that pdf.js has loaded. Anything missing gets the usual value. `shape` is what its
 * letters look like; what it lacks its name may still say.
 */
export function readFont(
  source: unknown,
  shape: FaceShape = noShape,
  drawingOf: LoadedFont['drawingOf'] = () => unknownDrawing,
): LoadedFont {
  const raw: PdfJsFont = typeof source === 'object' && source !== null ? source : {};
  const name = spelledOut(withoutHigherByte(raw).replace(subsetTag, ''));
  const symbolic = symbolicName.test(name);
  // Letters of mathematics lean by themselves, among upright ones.
  const hasLetters = !symbolic && !/math/i.test(name);
  const scaleX = raw.fontMatrix?.[0] ?? glyphUnit;
  const [named, ofProgram] = [glyphNames(raw), programGlyphNames(raw)];
  return {
    font: {
      name,
      bold: raw.bold === true || raw.black === true || boldName.test(name) || (shape.bold && hasLetters),
      italic: raw.italic === true || italicName.test(name) || (shape.italic && hasLetters),
      monospace: /courier|mono|consol|typewriter/i.test(name) || hasOneWidth(raw),
      serif: raw.isSerifFont === true,
      symbolic,
      vertical: raw.vertical === true,
      ascent: within(raw.ascent, 0.55, 1.1, 0.8),
      descent: within(raw.descent, -0.45, -0.1, -0.2),
    },
    unitsPerGlyphUnit: scaleX === 0 ? glyphUnit : scaleX,
    sizeFactor: raw.isType3Font === true ? typeThreeSize(raw) : 1,
    drawsIcons: isIconFont(name),
    glyphName: (code) => named(code) ?? ofProgram(code),
    glyphOrder: glyphOrder(raw) ?? texBitmapOrder(raw),
    drawingOf,
  };
}

/** Some writers escape the spaces of names twice: `Times#20New#20Roman` (ISO 32000-2, 7.3.5). */
function spelledOut(name: string): string {
  return name.replaceAll('#20', ' ');
}

/**
 * Whether all glyphs are as wide as those of fixed-pitch type; figures alone are of one width in most. pdf.js says so of any
 * font whose used glyphs are equally wide: a subset of one letter, or ideographs. Prawn gives codes that a subset leaves out
 * the width of the missing glyph: a second one, of many codes.
 */
function hasOneWidth({ widths, isType3Font }: PdfJsFont): boolean {
  if (widths === undefined || isType3Font === true) return false;
  const counts = new Map<number, number>();
  for (const width of Array.from(widths)) {
    if (typeof width === 'number' && width > 0) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const isFixedPitch = [...counts.keys()].some((width) => width >= 500 && width <= 700);
  return isFixedPitch && counts.size <= 2 && [...counts.values()].every((count) => count >= minGlyphs);
}

/** Metrics in fonts are often zero or absurd; glyph boxes built on them would swallow the neighbouring lines. */
function within(value: number | undefined, low: number, high: number, fallback: number): number {
  if (value === undefined || !Number.isFinite(value) || value === 0) return fallback;
  return Math.min(high, Math.max(low, value));
}

/** A box this many times as tall as the widest glyph is a placeholder; the letter i is a quarter as wide as a line. */
const tallestBox = 5;

/** A Type 3 font draws in units of its own: its box tells how tall it is at size 1, unless it counts units of an em. */
function typeThreeSize({ bbox, fontMatrix, widths }: PdfJsFont): number {
  const unit = Math.abs(fontMatrix?.[3] ?? glyphUnit);
  if (unit <= 1 / minUnitsPerEm) return 1;
  const height = Math.abs((bbox?.[3] ?? 0) - (bbox?.[1] ?? 0));
  const widest = Array.from(widths ?? []).reduce<number>((most, width) => Math.max(most, width ?? 0), 0);
  if (widest > 0 && height > tallestBox * widest) return unit * widest;
  return height > 0 ? unit * height : unit * 1000;
}
