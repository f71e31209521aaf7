import type { FramedGlyph } from './text-frame.ts';

/** Letters that share this much of the narrower one are on each other: kerning and slant share less. */
const sharedShare = 0.5;
/** So many letters on other letters are no accents, nor signs put together. */
const minShared = 4;
/** No row of text is longer, and each glyph is compared with all of its row. */
const maxGlyphs = 1_000;

/**
 * Parts a row of glyphs where one text is drawn over another, as stamps of courts are over those of the court before: each
 * text is a row of its own, where their letters would be read in turns. The order in which they are drawn tells them apart.
 */
export function partOverlaid(row: readonly FramedGlyph[]): readonly (readonly FramedGlyph[])[] {
  if (row.length > maxGlyphs || sharedLetters(row) < minShared) return [row];
  const layers: FramedGlyph[][] = [];
  let current: FramedGlyph[] | undefined;
  const runs = [...Map.groupBy(row, ({ glyph }) => glyph.run)].sort(([first], [second]) => first - second);
  for (const [, run] of runs) {
    // Text continues in the layer of the text drawn before it, unless letters are there.
    const layer: FramedGlyph[] | undefined = [current, ...layers].find(
      (candidate) => candidate !== undefined && !standsOn(run, candidate),
    );
    current = layer ?? [];
    if (layer === undefined) layers.push(current);
    current.push(...run);
  }
  return layers;
}

/** How many letters are on one of another text. */
function sharedLetters(row: readonly FramedGlyph[]): number {
  let count = 0;
  let furthest: FramedGlyph | null = null;
  for (const glyph of row.filter(isLetter).sort((a, b) => a.start - b.start)) {
    if (furthest !== null && furthest.glyph.run !== glyph.glyph.run && shares(furthest, glyph)) count += 1;
    if (furthest === null || glyph.end > furthest.end) furthest = glyph;
  }
  return count;
}

function standsOn(run: readonly FramedGlyph[], layer: readonly FramedGlyph[]): boolean {
  const letters = layer.filter(isLetter);
  return run.some((glyph) => isLetter(glyph) && letters.some((other) => shares(glyph, other)));
}

function shares(first: FramedGlyph, second: FramedGlyph): boolean {
  const shared = Math.min(first.end, second.end) - Math.max(first.start, second.start);
  return shared > sharedShare * Math.min(first.end - first.start, second.end - second.start);
}

function isLetter({ glyph }: FramedGlyph): boolean {
  return /[\p{L}\p{N}]/u.test(glyph.text);
}
