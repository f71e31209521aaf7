import type { Stroke } from './recognizer.ts';

/** Whether a baseline runs up or down the page rather than across it. */
export function runsVertically({ x0, y0, x1, y1 }: Stroke): boolean {
  return Math.abs(y1 - y0) > Math.abs(x1 - x0);
}
