import type { DrawnGlyph } from '../content/page-content.ts';
import type { Font, TextStyle } from '../types.ts';
import { cellAt } from './cell-at.ts';
import { isWordSpace } from './normalize-text.ts';
import { findRepeatedTexts } from './repeated-texts.ts';

/** Maximum distance of a copy of a glyph, in em: synthetic bold, or a shadow. */
const overprintEm = 0.12;
/** Tolerance for equal sizes, as a share. */
const sizeTolerance = 0.1;
/** Glyphs are looked for in squares of the page, at least this wide, in points: few letters are twice in one. */
const smallestCellPt = 16;

/** Of a text with fewer glyphs drawn again, those are on equal ones of another text by chance, as on digits of a stamp. */
const copiedShare = 0.8;
/** Some producers draw each letter twice before the next: this many glyphs after the first. */
const nextInFile = 3;
/** Maximum gap to the previous glyph of the same text, in em. */
const goesOnEm = 0.06;

/**
 * Removes copies of glyphs that are drawn at almost the same position, to look bold or to cast a shadow, and of texts that
 * are drawn over themselves in another weight, colour or spacing. A glyph that is drawn again beside itself becomes bold,
 * and each has the colour of what is on top: what is drawn first is the shadow.
 */
export function dropOverprints(glyphs: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  const firstOf = findOverprints(glyphs);
  const repeated = findRepeatedTexts(glyphs);
  if (firstOf.size === 0 && repeated.size === 0) return glyphs;
  const kept = new Set<DrawnGlyph>();
  for (const text of unbrokenTexts(glyphs)) {
    const letters = text.filter((glyph) => !isWordSpace(glyph.text));
    if (letters.filter((glyph) => firstOf.has(glyph)).length >= copiedShare * letters.length) continue;
    for (const glyph of letters) kept.add(glyph);
  }
  const copies = new Map<DrawnGlyph, DrawnGlyph>();
  const left = glyphs.filter((glyph, index) => {
    if (repeated.has(glyph)) return false;
    const first = firstOf.get(glyph);
    if (first === undefined) return true;
    const isLeft = kept.has(glyph) && !glyphs.slice(Math.max(0, index - nextInFile), index).includes(first);
    if (!isLeft) copies.set(first, glyph);
    return isLeft;
  });
  const styleWith = createLooks();
  return left.map((glyph) => {
    const copy = repeated.copyOf(glyph) ?? copies.get(glyph);
    const top = repeated.topOf(glyph) ?? copies.get(glyph);
    if (top === undefined) return glyph;
    const bold = copy !== undefined && (copy.style.font.bold || isBeside(glyph, copy));
    const style = styleWith(glyph.style, top.style.color, bold);
    return style === glyph.style ? glyph : { ...glyph, style };
  });
}

/** Copies this far from their glyph, in em, and of its colour, are there to look bold; nearer ones only look black. */
const boldOffsetEm = [0.01, 0.07] as const;

function isBeside(glyph: DrawnGlyph, copy: DrawnGlyph): boolean {
  const offsetEm = Math.hypot(copy.origin.x - glyph.origin.x, copy.origin.y - glyph.origin.y) / glyph.style.sizePt;
  return copy.style.color === glyph.style.color && offsetEm > boldOffsetEm[0] && offsetEm < boldOffsetEm[1];
}

/** Styles in another colour or in bold, one for each, as glyphs of one look share theirs. */
function createLooks(): (style: TextStyle, color: string, bold: boolean) => TextStyle {
  const fonts = new Map<Font, Font>();
  const looks = new Map<TextStyle, Map<string, TextStyle>>();
  return (style, color, bold) => {
    const isBolder = bold && !style.font.bold;
    if (!isBolder && color === style.color) return style;
    const font = isBolder ? (fonts.get(style.font) ?? { ...style.font, bold: true }) : style.font;
    if (isBolder) fonts.set(style.font, font);
    const known = looks.get(style) ?? new Map<string, TextStyle>();
    looks.set(style, known);
    const key = `${color} ${font.bold}`;
    const look = known.get(key) ?? { ...style, color, font };
    known.set(key, look);
    return look;
  };
}

/** Glyphs drawn one after the other. */
function unbrokenTexts(glyphs: readonly DrawnGlyph[]): readonly (readonly DrawnGlyph[])[] {
  const texts: DrawnGlyph[][] = [];
  let last: DrawnGlyph | undefined;
  for (const glyph of glyphs) {
    const reach = goesOnEm * glyph.style.sizePt;
    const goesOn =
      last !== undefined &&
      Math.abs(last.origin.x + last.advancePt - glyph.origin.x) <= reach &&
      Math.abs(last.origin.y - glyph.origin.y) <= reach;
    if (goesOn) texts.at(-1)?.push(glyph);
    else texts.push([glyph]);
    last = glyph;
  }
  return texts;
}

/** The glyphs that are on one drawn before, with that one. */
function findOverprints(glyphs: readonly DrawnGlyph[]): ReadonlyMap<DrawnGlyph, DrawnGlyph> {
  const firstOf = new Map<DrawnGlyph, DrawnGlyph>();
  const seen = new Map<string, Map<number, DrawnGlyph[]>>();
  for (const glyph of glyphs) {
    if (isWordSpace(glyph.text)) continue;
    const cellPt = Math.max(glyph.style.sizePt, smallestCellPt);
    const cells = seen.get(glyph.text) ?? new Map<number, DrawnGlyph[]>();
    if (cells.size === 0) seen.set(glyph.text, cells);
    const first = firstNear(cells, glyph, cellPt);
    if (first !== undefined) {
      firstOf.set(glyph, first);
      continue;
    }
    const key = cellAt(Math.floor(glyph.origin.x / cellPt), Math.floor(glyph.origin.y / cellPt));
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [glyph]);
    else cell.push(glyph);
  }
  return firstOf;
}

/** The glyph that another is drawn on: in its cell, or in the next one where that is within reach. */
function firstNear(
  cells: ReadonlyMap<number, readonly DrawnGlyph[]>,
  glyph: DrawnGlyph,
  cellPt: number,
): DrawnGlyph | undefined {
  const reachPt = (overprintEm / (1 - sizeTolerance)) * glyph.style.sizePt;
  for (const column of cellsWithin(glyph.origin.x, reachPt, cellPt)) {
    for (const row of cellsWithin(glyph.origin.y, reachPt, cellPt)) {
      const first = cells.get(cellAt(column, row))?.find((other) => isOverprint(other, glyph));
      if (first !== undefined) return first;
    }
  }
  return undefined;
}

function cellsWithin(at: number, reachPt: number, cellPt: number): readonly number[] {
  const first = Math.floor((at - reachPt) / cellPt);
  const last = Math.floor((at + reachPt) / cellPt);
  return first === last ? [first] : [first, last];
}

function isOverprint(a: DrawnGlyph, b: DrawnGlyph): boolean {
  const reach = Math.min(overprintEm * a.style.sizePt, 0.5 * Math.max(a.advancePt, 0.1 * a.style.sizePt));
  return (
    a.angle === b.angle &&
    Math.abs(a.style.sizePt - b.style.sizePt) < sizeTolerance * a.style.sizePt &&
    Math.hypot(a.origin.x - b.origin.x, a.origin.y - b.origin.y) <= reach
  );
}
