import type { RunStyle } from '../../model/formats.ts';

/** Looks with their letters moved; equal ones share an object. */
export function createSpacedStyles() {
  const known = new Map<RunStyle, Map<number, RunStyle>>();
  return (style: RunStyle, byPt: number): RunStyle => {
    if (byPt === 0) return style;
    const bySpacing = known.get(style) ?? new Map<number, RunStyle>();
    known.set(style, bySpacing);
    const spaced = bySpacing.get(byPt) ?? { ...style, letterSpacingPt: style.letterSpacingPt + byPt };
    bySpacing.set(byPt, spaced);
    return spaced;
  };
}
