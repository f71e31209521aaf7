import type { DrawnGlyph } from '../content/page-content.ts';
import { isWordSpace } from './normalize-text.ts';

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

/** Removes copies of glyphs that are drawn at almost the same position, to look bold or to cast a shadow. */
export function dropOverprints(glyphs: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  const firstOf = findOverprints(glyphs);
  if (firstOf.size === 0) return glyphs;
  const kept = new Set<DrawnGlyph>();
  for (const text of unbrokenTexts(glyphs)) {
    const letters = text.filter((glyph) => !isWordSpace(glyph.text));
    if (letters.filter((glyph) => firstOf.has(glyph)).length >= copiedShare * letters.length) continue;
    for (const glyph of letters) kept.add(glyph);
  }
  return glyphs.filter((glyph, index) => {
    const first = firstOf.get(glyph);
    if (first === undefined) return true;
    return kept.has(glyph) && !glyphs.slice(Math.max(0, index - nextInFile), index).includes(first);
  });
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

/** A number for a place in a grid: no page is so wide that two places share one. */
function cellAt(column: number, row: number): number {
  return row * 2 ** 20 + column;
}

function isOverprint(a: DrawnGlyph, b: DrawnGlyph): boolean {
  const reach = Math.min(overprintEm * a.style.sizePt, 0.5 * Math.max(a.advancePt, 0.1 * a.style.sizePt));
  return (
    a.angle === b.angle &&
    Math.abs(a.style.sizePt - b.style.sizePt) < sizeTolerance * a.style.sizePt &&
    Math.hypot(a.origin.x - b.origin.x, a.origin.y - b.origin.y) <= reach
  );
}
