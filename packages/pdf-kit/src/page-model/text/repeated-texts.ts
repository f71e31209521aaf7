import type { DrawnGlyph } from '../content/page-content.ts';
import { cellAt } from './cell-at.ts';
import { isWordSpace } from './normalize-text.ts';

/** The glyphs of texts that are drawn over themselves. */
export interface RepeatedTexts {
  readonly size: number;
  /** Whether a glyph is of such a copy, a letter or a space. */
  has(glyph: DrawnGlyph): boolean;
  /** The copy of a glyph that may make it bold, in a bold face or at one distance; undefined where it has none. */
  copyOf(glyph: DrawnGlyph): DrawnGlyph | undefined;
  /** The last copy of a glyph, which is seen; undefined where it has none. */
  topOf(glyph: DrawnGlyph): DrawnGlyph | undefined;
}

/** Letters of a copy drift this far from their own along and across the line, in em, and so much from one to the next. */
const alongEm = 0.75;
const acrossEm = 0.25;
const driftEm = 0.15;
/** A copy has so many letters at least, so many of them different: leaders and rules repeat one sign. */
const minLetters = 4;
const minDifferent = 3;
/** A copy is this share of the text it is drawn in: two stamps may end with the same year. */
const copiedShare = 0.8;
/** A copy at one distance drifts less than this, in em. */
const steadyEm = 0.02;
/** Tolerance for equal sizes, as a share. */
const sizeTolerance = 0.1;

/**
 * Finds texts that are drawn again over themselves, letter by letter in the same order: under a bold face, with a shadow,
 * or with other spaces between the letters. Their letters may be too far from their own to be copies each for itself.
 */
export function findRepeatedTexts(glyphs: readonly DrawnGlyph[]): RepeatedTexts {
  const letters = glyphs.filter(({ text }) => !isWordSpace(text));
  const placeOf = new Map(glyphs.map((glyph, index) => [glyph, index]));
  const copies = new Set<DrawnGlyph>();
  const copyOf = new Map<DrawnGlyph, DrawnGlyph>();
  const topOf = new Map<DrawnGlyph, DrawnGlyph>();
  const lettersOf = Map.groupBy(letters, ({ run }) => run);
  for (const { start, first, length } of repetitions(letters)) {
    const copied = letters.slice(start, start + length);
    const drawn = [...new Set(copied.map(({ run }) => run))].reduce(
      (sum, run) => sum + (lettersOf.get(run)?.length ?? 0),
      0,
    );
    if (length < copiedShare * drawn) continue;
    const isSteady =
      Math.abs(alongOf(letters[first], copied[0]) - alongOf(letters[first + length - 1], copied.at(-1))) < steadyEm;
    const [from = 0, to = 0] = [copied[0], copied.at(-1)].map((glyph) =>
      glyph === undefined ? 0 : placeOf.get(glyph),
    );
    for (const glyph of glyphs.slice(from, to + 1)) copies.add(glyph);
    copied.forEach((glyph, index) => {
      const own = letters[first + index];
      if (own === undefined) return;
      topOf.set(own, glyph);
      if (isSteady || glyph.style.font.bold) copyOf.set(own, glyph);
    });
  }
  return {
    size: copies.size,
    has: (glyph) => copies.has(glyph),
    copyOf: (glyph) => copyOf.get(glyph),
    topOf: (glyph) => topOf.get(glyph),
  };
}

function alongOf(own: DrawnGlyph | undefined, glyph: DrawnGlyph | undefined): number {
  return own === undefined || glyph === undefined ? 0 : (offsetOf(own, glyph)?.along ?? 0);
}

interface Repetition {
  readonly start: number;
  /** Where its text began before. */
  readonly first: number;
  readonly length: number;
}

/** Stretches of letters that are near those of an earlier stretch, which they do not overlap. */
function repetitions(letters: readonly DrawnGlyph[]): readonly Repetition[] {
  const found: Repetition[] = [];
  const earlier: Places = new Map();
  for (let start = 0; start < letters.length; start += 1) {
    const repetition = startsWord(letters[start], letters[start - 1]) ? longestFrom(letters, start, earlier) : null;
    if (repetition === null) {
      remember(letters, start, earlier);
      continue;
    }
    found.push(repetition);
    start += repetition.length - 1;
  }
  return found;
}

/** A gap after the letter before, in em, of which a copy may begin. */
const apartEm = 0.06;

function startsWord(glyph: DrawnGlyph | undefined, before: DrawnGlyph | undefined): boolean {
  if (glyph === undefined || before === undefined) return glyph !== undefined;
  const [dx, dy] = [glyph.origin.x - before.origin.x, glyph.origin.y - before.origin.y];
  return Math.abs(Math.hypot(dx, dy) - before.advancePt) > apartEm * glyph.style.sizePt || dx < 0;
}

function longestFrom(letters: readonly DrawnGlyph[], start: number, earlier: Places): Repetition | null {
  const glyph = letters[start];
  if (glyph === undefined) return null;
  let longest: Repetition | null = null;
  for (const first of placesAround(glyph, earlier)) {
    const length = lengthOf(letters, start, first);
    if (length >= minLetters && length > (longest?.length ?? 0)) longest = { start, first, length };
  }
  if (longest === null) return null;
  const different = new Set(letters.slice(start, start + longest.length).map(({ text }) => text));
  return different.size < minDifferent ? null : longest;
}

/** How many letters from one place on are over those from another; the text before ends where the copy begins. */
function lengthOf(letters: readonly DrawnGlyph[], start: number, first: number): number {
  let last: Offset | null = null;
  for (let length = 0; length <= start - first; length += 1) {
    const [glyph, own] = [letters[start + length], letters[first + length]];
    const offset = glyph === undefined || own === undefined || length === start - first ? null : offsetOf(own, glyph);
    if (offset === null || (last !== null && Math.abs(offset.along - last.along) > driftEm)) return length;
    last = offset;
  }
  return 0;
}

interface Offset {
  readonly along: number;
}

/** How far a glyph is along the line from one that it may be a copy of, in em; null where it is none. */
function offsetOf(own: DrawnGlyph, glyph: DrawnGlyph): Offset | null {
  const { sizePt } = own.style;
  if (own.text !== glyph.text || own.angle !== glyph.angle || own.hidden !== glyph.hidden) return null;
  if (Math.abs(glyph.style.sizePt - sizePt) >= sizeTolerance * sizePt) return null;
  const radians = (own.angle * Math.PI) / 180;
  const [dx, dy] = [(glyph.origin.x - own.origin.x) / sizePt, (glyph.origin.y - own.origin.y) / sizePt];
  const along = dx * Math.cos(radians) + dy * Math.sin(radians);
  const across = dy * Math.cos(radians) - dx * Math.sin(radians);
  return Math.abs(along) <= alongEm && Math.abs(across) <= acrossEm ? { along } : null;
}

/** Where letters are, by their text and a square of the page. */
type Places = Map<string, Map<number, number[]>>;

/** The squares are this wide, in points. */
const cellPt = 24;
/** A page that draws a letter at one place again and again has no more to say. */
const maxPlaces = 16;

function remember(letters: readonly DrawnGlyph[], index: number, earlier: Places): void {
  const glyph = letters[index];
  if (glyph === undefined) return;
  const cells = earlier.get(glyph.text) ?? new Map<number, number[]>();
  if (cells.size === 0) earlier.set(glyph.text, cells);
  const key = cellAt(Math.floor(glyph.origin.x / cellPt), Math.floor(glyph.origin.y / cellPt));
  const places = cells.get(key);
  if (places === undefined) cells.set(key, [index]);
  else if (places.length < maxPlaces) places.push(index);
}

function placesAround({ text, origin, style }: DrawnGlyph, earlier: Places): readonly number[] {
  const cells = earlier.get(text);
  if (cells === undefined) return [];
  const reachPt = alongEm * style.sizePt;
  const range = (at: number) => {
    const [from, to] = [Math.floor((at - reachPt) / cellPt), Math.floor((at + reachPt) / cellPt)];
    return Array.from({ length: Math.min(maxPlaces, to - from + 1) }, (_, index) => from + index);
  };
  return range(origin.x).flatMap((x) => range(origin.y).flatMap((y) => cells.get(cellAt(x, y)) ?? []));
}
