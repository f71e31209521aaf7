import type { FramedGlyph } from './text-frame.ts';

const leaderSigns: ReadonlySet<string> = new Set(['.', '…', '⋯', '‥', '·']);
/** Minimum dots in a row: fewer are an ellipsis, with the full stop of its sentence. */
const minDots = 5;
/** A dot this close to the preceding glyph, in em, ends an abbreviation; leader dots are apart. */
const attachedEm = 0.1;

/**
 * The leader dots of a line between its text and what is at its end, as in a table of contents. The glyphs are given
 * from left to right.
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
