import type { Inline, RunStyle } from '../document/types.ts';
import type { LineWidth } from './line-widths.ts';

/** Letters are moved together by this much at most, in em. */
const limitEm = 0.06;
/** The same for East Asian letters, which have white around them. */
const squareLimitEm = 0.14;
/** What rounding may add to a line. */
const safetyPt = 0.4;
/** Lines are set closer together by this share at most. */
const closestLines = 0.86;

/**
 * How much closer the letters of a paragraph must stand so that each of its lines fits again, in points, not above
 * zero: typesetters shrink the spaces of a full line where word processors only widen them, and the face that stands in
 * for a missing one may run wider. Either would push the last word down.
 */
export function tighteningOf(lines: readonly LineWidth[], { sizePt }: RunStyle, isSquare: boolean): number {
  const limitPt = (isSquare ? squareLimitEm : limitEm) * sizePt;
  const worst = Math.max(0, ...lines.map((line) => shortage(line, sizePt)));
  return worst === 0 ? 0 : -Math.min(limitPt, Math.ceil(worst * 20) / 20);
}

/** What a line lacks, for each of its characters; nothing where it cannot be helped anyway. */
function shortage({ neededPt, availablePt, characters }: LineWidth, sizePt: number): number {
  if (characters < 3) return 0;
  return Math.max(0, (neededPt + 0.02 * sizePt - availablePt) / characters);
}

/**
 * How much closer its lines must stand, as a factor, so that the paragraph is no higher than it was when it will take
 * more of them in spite of the tightening.
 */
export function lineSqueezeOf(lines: readonly LineWidth[], tighteningPt: number, overhangPt: number): number {
  const last = lines.at(-1);
  if (last === undefined || last.availablePt <= 0) return 1;
  const set = lines.map((line) => line.neededPt + tighteningPt * line.characters);
  const carriedPt = lines.reduce(
    (sum, { availablePt }, index) => sum + Math.max(0, (set[index] ?? 0) - availablePt - overhangPt),
    0,
  );
  if (carriedPt < 1) return 1;
  const lastPt = Math.min(set.at(-1) ?? 0, last.availablePt);
  const extraLines = Math.ceil((carriedPt + lastPt) / last.availablePt - 0.01) - 1;
  return Math.max(closestLines, lines.length / (lines.length + extraLines));
}

/** Lines may reach this far past the edge of their column or cell. */
const overhangLimitPt = 5;

/** How far past the edge lines must be let, in points, so that what the tightening leaves over stays on its line. */
export function overhangOf(lines: readonly LineWidth[], tighteningPt: number): number {
  const over = lines.map(({ neededPt, availablePt, characters }) => neededPt + tighteningPt * characters - availablePt);
  // A line on its own shows no right edge: it gets room to spare.
  const sparePt = lines.length === 1 ? 4 * safetyPt : safetyPt;
  const worst = Math.max(0, ...over.map((lackingPt) => lackingPt + sparePt));
  return Math.min(overhangLimitPt, worst);
}

/** The same text with its letters closer together. */
export function tightened(inlines: readonly Inline[], byPt: number): readonly Inline[] {
  if (byPt === 0) return inlines;
  const styles = new Map<RunStyle, RunStyle>();
  const tighter = (style: RunStyle): RunStyle => {
    const known = styles.get(style) ?? { ...style, letterSpacingPt: style.letterSpacingPt + byPt };
    styles.set(style, known);
    return known;
  };
  return inlines.map((inline) => {
    if (inline.kind === 'link') return { ...inline, children: tightened(inline.children, byPt) };
    return inline.kind === 'text' ? { ...inline, style: tighter(inline.style) } : inline;
  });
}
