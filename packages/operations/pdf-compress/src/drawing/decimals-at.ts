/** Half a pixel at 1 200 dpi, in points: numbers have the decimals that keep what they place within this. */
export const maxShiftPt = 0.03;

/** The decimals that lengths need where they are drawn at so large a scale. */
export function decimalsAt(scale: number): number {
  return Math.min(Math.max(Math.ceil(Math.log10((0.5 * scale) / maxShiftPt)), 0), 8);
}
