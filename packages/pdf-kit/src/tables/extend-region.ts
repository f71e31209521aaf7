import type { TextRegion } from './text-regions.ts';
import type { TextRow } from './text-rows.ts';

/** A heading over columns stands no further above them than this, in line heights. */
const reachLines = 1.2;

/**
 * Takes in the headings right above an unruled region: lines that lie inside its width, off its left edge, such as one
 * heading centred over several columns. A ruled region ends at its rules.
 */
export function extendRegion(region: TextRegion, rows: readonly TextRow[]): TextRegion {
  if (region.ruled) return region;
  const x0 = Math.min(...region.rows.map(({ box }) => box.x0));
  const x1 = Math.max(...region.rows.map(({ box }) => box.x1));
  const added: TextRow[] = [];
  let first = region.rows[0];
  for (let index = rows.findIndex((row) => row === first) - 1; index >= 0 && first !== undefined; index -= 1) {
    const row: TextRow | undefined = rows[index];
    if (row === undefined) break;
    const near = first.box.y0 - row.box.y1 < reachLines * row.sizePt;
    const over = row.box.x0 > x0 + 0.12 * (x1 - x0) && row.box.x1 <= x1 + 2 * row.sizePt;
    const short = row.chunks.every(({ words }) => words.length <= 5);
    if (!near || !over || !short || added.length >= 4) break;
    added.unshift(row);
    first = row;
  }
  return added.length === 0 ? region : { ...region, rows: [...added, ...region.rows] };
}
