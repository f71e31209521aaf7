/** Maximum shift by rounding, in points: half a pixel at 1 200 dpi. */
export const maxShiftPt = 0.03;

/** The decimals that lengths need at a scale, so that rounding shifts nothing by more than `maxShiftPt`. */
export function decimalsAt(scale: number): number {
  return Math.min(Math.max(Math.ceil(Math.log10((0.5 * scale) / maxShiftPt)), 0), 8);
}
