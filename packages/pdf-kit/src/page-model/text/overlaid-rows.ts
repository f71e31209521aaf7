import type { FramedGlyph } from './text-frame.ts';

/** Letters overlap if they share this much of the narrower one: kerned and slanted ones share less. */
const sharedShare = 0.5;
/** Minimum number of overlapping letters: fewer may be accents or composed signs. */
const minShared = 4;
/** Minimum letters of two texts that run into each other. */
const minRunLetters = 3;
const tangledShare = 0.1;
/** Maximum glyphs of a row: each glyph is compared with all of its row. */
const maxGlyphs = 1_000;

/**
 * Splits a row of glyphs in which one text is drawn over another, such as the stamp of a court over an earlier one, or
 * runs into the next column, so that their letters are not interleaved. The drawing order separates the texts.
 */
export function partOverlaid(row: readonly FramedGlyph[]): readonly (readonly FramedGlyph[])[] {
  if (row.length > maxGlyphs) return [row];
  const ordered = row.filter(isLetter).sort((a, b) => a.start - b.start);
  const isStamped = sharedLetters(ordered) >= minShared;
  if (!isStamped && !areTangled(ordered)) return [row];
  const share = isStamped ? sharedShare : tangledShare;
  const layers: FramedGlyph[][] = [];
  let current: FramedGlyph[] | undefined;
  const runs = [...Map.groupBy(row, ({ glyph }) => glyph.run)].sort(([first], [second]) => first - second);
  for (const [, run] of runs) {
    // Text continues in the layer of the text drawn before it, unless letters are there.
    const layer: FramedGlyph[] | undefined = [current, ...layers].find(
      (candidate) => candidate !== undefined && !standsOn(run, candidate, share),
    );
    current = layer ?? [];
    if (layer === undefined) layers.push(current);
    current.push(...run);
  }
  return layers;
}

/** The number of letters that overlap one of another text. */
function sharedLetters(ordered: readonly FramedGlyph[]): number {
  let count = 0;
  let furthest: FramedGlyph | null = null;
  for (const glyph of ordered) {
    if (furthest !== null && furthest.glyph.run !== glyph.glyph.run && shares(furthest, glyph, sharedShare)) count += 1;
    if (furthest === null || glyph.end > furthest.end) furthest = glyph;
  }
  return count;
}

/** Whether a text continues after an overlapping letter of another one. */
function areTangled(ordered: readonly FramedGlyph[]): boolean {
  const left = new Set<number>();
  const isText = ({ glyph: { run } }: FramedGlyph) =>
    ordered.filter(({ glyph }) => glyph.run === run).length >= minRunLetters;
  return ordered.some((glyph, index) => {
    const before = ordered[index - 1];
    if (before === undefined || before.glyph.run === glyph.glyph.run) return false;
    left.add(before.glyph.run);
    return left.has(glyph.glyph.run) && shares(before, glyph, tangledShare) && isText(before) && isText(glyph);
  });
}

function standsOn(run: readonly FramedGlyph[], layer: readonly FramedGlyph[], share: number): boolean {
  const letters = layer.filter(isLetter);
  return run.some((glyph) => isLetter(glyph) && letters.some((other) => shares(glyph, other, share)));
}

function shares(first: FramedGlyph, second: FramedGlyph, share: number): boolean {
  const shared = Math.min(first.end, second.end) - Math.max(first.start, second.start);
  return shared > share * Math.min(first.end - first.start, second.end - second.start);
}

function isLetter({ glyph }: FramedGlyph): boolean {
  return /[\p{L}\p{N}\p{Sc})%]/u.test(glyph.text);
}
