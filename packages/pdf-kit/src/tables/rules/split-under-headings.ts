import { containsMiddle } from '../../page-model/box.ts';
import type { PlacedWord } from '../compose-table.ts';
import type { Edge, PageEdges } from './edges.ts';
import type { Grid } from './grid.ts';

/** Tolerance for a vertical border that begins at a horizontal one, in points. */
const nearPt = 5;

/**
 * Adds a horizontal border where vertical borders begin below the top of their row: what is above is a heading over the
 * columns they separate. It extends to the next full-height borders on either side.
 */
export function splitUnderHeadings({ xs, ys, edges }: Grid, words: readonly PlacedWord[]): PageEdges {
  const added: Edge[] = [];
  for (let band = 0; band < ys.length - 1; band += 1) {
    const top = ys[band] ?? 0;
    const bottom = ys[band + 1] ?? 0;
    const through = edges.vertical.filter(({ start, end }) => start <= top + nearPt && end >= bottom - nearPt);
    for (const { at: x, start, end } of edges.vertical) {
      if (start <= top + nearPt || start >= bottom - nearPt || end < bottom - nearPt) continue;
      // One that continues after a break separates the same columns above.
      if (edges.vertical.some((other) => Math.abs(other.at - x) < nearPt && other.end < start && other.end > top))
        continue;
      const left = Math.max(xs[0] ?? 0, ...through.map(({ at }) => at).filter((at) => at < x));
      const right = Math.min(xs.at(-1) ?? 0, ...through.map(({ at }) => at).filter((at) => at > x));
      // Without text above, the borders merely skip an empty area.
      const room = { x0: left, y0: top, x1: right, y1: start };
      if (!words.some(({ word }) => containsMiddle(room, word.box))) continue;
      added.push({ at: start, start: left, end: right, soft: true });
    }
  }
  return { horizontal: [...edges.horizontal, ...added], vertical: edges.vertical };
}
