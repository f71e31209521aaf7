import type { FramedGlyph } from './text-frame.ts';

const leaderSigns: ReadonlySet<string> = new Set(['.', '…', '⋯', '‥', '·']);
/** Fewer dots in a row are an ellipsis, with the stop that ends its sentence. */
const minDots = 5;
/** Dots that are apart lead; one this close to what it follows, in em, ends an abbreviation. */
const attachedEm = 0.1;

/**
 * The dots of a line that lead from its text to what is at its end, as in a table of contents. The glyphs are given left
 * to right.
 */
export function leaderDots(ordered: readonly FramedGlyph[]): ReadonlySet<FramedGlyph> {
  const leaders = new Set<FramedGlyph>();
  if (!ordered.some(({ glyph }) => leaderSigns.has(glyph.text))) return leaders;
  let run: FramedGlyph[] = [];
  let before: FramedGlyph | null = null;
  const endRun = () => {
    const dots = isAttached(before, run[0]) && !isAttached(run[0] ?? null, run[1]) ? run.slice(1) : run;
    if (before !== null && dots.length >= minDots) for (const dot of dots) leaders.add(dot);
    run = [];
  };
  for (const glyph of ordered) {
    if (glyph.space) continue;
    if (leaderSigns.has(glyph.glyph.text)) {
      run.push(glyph);
      continue;
    }
    endRun();
    before = glyph;
  }
  endRun();
  return leaders;
}

function isAttached(left: FramedGlyph | null, right: FramedGlyph | undefined): boolean {
  return left !== null && right !== undefined && right.start - left.end < attachedEm * right.sizePt;
}
