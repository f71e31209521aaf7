import { countCharStringSteps } from './charstring-steps.ts';
import { readCffPrograms } from './refit-cff.ts';
import { readSfntTables, viewOf } from './sfnt.ts';
import { countListed } from './sfnt-lists.ts';
import { readType1Programs } from './type1-font.ts';

/** What the glyphs of a font take to draw, in steps: numbers and operators of charstrings, bytes of TrueType outlines. */
export interface GlyphSteps {
  /** Of the glyph that takes most. */
  readonly most: number;
  /** Of all glyphs together. */
  readonly total: number;
}

/** Bounds past which no more is counted. */
export interface GlyphStepBounds {
  readonly ofOneGlyph: number;
  readonly ofAll: number;
}

/**
 * Counts what the glyphs of a font program take to draw, with subroutines and parts as often as they are used, and adds
 * what its tables list. Nothing of a program that cannot be read.
 */
export function countGlyphSteps(program: Uint8Array, bounds: GlyphStepBounds): GlyphSteps {
  const tables = readSfntTables(program);
  const [glyf, loca] = [tables?.get('glyf'), tables?.get('loca')];
  const listed = tables === null ? 0 : countListed(tables);
  if (listed > bounds.ofAll) return { most: 0, total: listed };
  if (glyf && loca) {
    const { most, total } = sumSteps(trueTypeSteps(glyf, loca, tables?.get('head') ?? null, bounds), bounds);
    return { most, total: total + listed };
  }
  const type1 = tables === null && program[0] !== 1 ? readType1Programs(program) : null;
  if (type1 !== null) {
    const machine = { type: 1, local: type1.subroutines, global: [] } as const;
    return sumSteps(
      charStringSteps([...type1.charStrings.values()], () => machine, bounds),
      bounds,
    );
  }
  // pdf.js skips what precedes the header of a CFF font, which begins with its version.
  const cff = tables?.get('CFF ') ?? program.subarray(Math.max(0, program.indexOf(1)));
  const programs = readCffPrograms(cff);
  if (programs === null) return { most: 0, total: 0 };
  const { charStrings, global, localOf } = programs;
  return sumSteps(
    charStringSteps(charStrings, (glyph) => ({ type: 2, local: localOf(glyph), global }), bounds),
    bounds,
  );
}

function sumSteps(steps: Iterable<number>, { ofOneGlyph, ofAll }: GlyphStepBounds): GlyphSteps {
  let [most, total] = [0, 0];
  for (const count of steps) {
    most = Math.max(most, count);
    // A glyph without steps is looked up all the same.
    total += count + 1;
    if (most > ofOneGlyph || total > ofAll) break;
  }
  return { most, total };
}

function* charStringSteps(
  charStrings: readonly Uint8Array[],
  machineOf: (glyph: number) => Parameters<typeof countCharStringSteps>[1],
  { ofOneGlyph }: GlyphStepBounds,
): Iterable<number> {
  for (const [glyph, charString] of charStrings.entries()) {
    yield countCharStringSteps(charString, machineOf(glyph), ofOneGlyph);
  }
}

/** Levels of glyphs within glyphs that are followed at a time; fonts have two or three. */
const maxLevels = 500;

/** The bytes of each glyph and of the parts it is made of. Source: OpenType, `glyf` and `loca`. */
function trueTypeSteps(
  glyf: Uint8Array,
  loca: Uint8Array,
  head: Uint8Array | null,
  { ofOneGlyph }: GlyphStepBounds,
): Iterable<number> {
  const [view, places] = [viewOf(glyf), viewOf(loca)];
  const isLong = head !== null && head.length >= 52 && viewOf(head).getInt16(50) !== 0;
  const count = Math.max(0, Math.floor(loca.length / (isLong ? 4 : 2)) - 1);
  // A place beyond the end is a fault of whoever embedded the font: there is nothing to draw.
  const placeOf = (glyph: number) =>
    Math.min(isLong ? places.getUint32(4 * glyph) : 2 * places.getUint16(2 * glyph), glyf.length);
  // Fonts of 65 536 glyphs of which most are empty are common: those take no call.
  const steps = Float64Array.from({ length: count }, (_, glyph) => Math.max(0, placeOf(glyph + 1) - placeOf(glyph)));
  const composite = new Set<number>();
  for (let glyph = 0; glyph < count; glyph += 1) {
    const start = placeOf(glyph);
    if ((steps[glyph] ?? 0) >= headerBytes && start + 2 <= glyf.length && view.getInt16(start) < 0)
      composite.add(glyph);
  }
  let level = 0;

  // Walk: each glyph once, `maxLevels` levels.
  const stepsOf = (glyph: number): number => {
    if (level < maxLevels && composite.delete(glyph)) {
      level += 1;
      const end = placeOf(glyph + 1);
      const own = steps[glyph] ?? 0;
      // A glyph within itself is refused by those that draw.
      steps[glyph] = 0;
      let sum = own;
      for (const part of partsOf(view, placeOf(glyph), end)) sum = Math.min(sum + stepsOf(part), ofOneGlyph + 1);
      steps[glyph] = sum;
      level -= 1;
    }
    return steps[glyph] ?? 0;
  };
  for (const glyph of composite) stepsOf(glyph);
  return steps;
}

/** Bytes of a glyph before its points or parts. */
const headerBytes = 10;

/** Flags of a part of a glyph: words as offsets, a scale, another part, a scale for each axis, a matrix. */
const flags = { words: 0x1, scale: 0x8, more: 0x20, scales: 0x40, matrix: 0x80 };

function* partsOf(view: DataView, start: number, end: number): Iterable<number> {
  for (let at = start + headerBytes; at + 4 <= end; ) {
    const flag = view.getUint16(at);
    yield view.getUint16(at + 2);
    if ((flag & flags.more) === 0) return;
    at += 4 + ((flag & flags.words) === 0 ? 2 : 4);
    at += (flag & flags.scale) !== 0 ? 2 : (flag & flags.scales) !== 0 ? 4 : (flag & flags.matrix) !== 0 ? 8 : 0;
  }
}
