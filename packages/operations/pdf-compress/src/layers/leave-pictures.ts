import { type BitPlane, clearRun } from '@platen/pdf-kit/bilevel';
import type { LayersSimilarity } from './check-layers.ts';
import { type Grid, separableFilter } from './separable-filter.ts';
import { blockPixels } from './similarity.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** The pictures of a page that are left to its background. */
export interface LeftPictures {
  /** Whether the mask was changed. */
  readonly isChanged: boolean;
  /** Share of the page that has detail but no foreground. */
  readonly share: number;
}

/**
 * Clears the mask where the layers are too dissimilar to the scan: in dark parts of photographs, whose shades a mask loses.
 * The blocks around one count too, so that a torn letter does not pass for a photograph.
 */
export function leavePictures(mask: BitPlane, compared: LayersSimilarity): LeftPictures {
  const { similarities, detailed } = compared.similarity;
  const grid = gridOf(compared);
  const masked = Uint8Array.from(similarities, (_, block) => (hasForeground(compared, grid, block) ? 1 : 0));
  // A third of an inch in all.
  const sums = sumAround(
    grid,
    similarities.map((similarity, block) => similarity * (masked[block] as number)),
    2,
  );
  const counts = sumAround(grid, Float64Array.from(masked), 2);
  const isDissimilar = masked.map((isMasked, block) => {
    const least = thresholds.minForegroundSimilarity * (counts[block] as number);
    return isMasked === 1 && (sums[block] as number) < least ? 1 : 0;
  });
  if (!isDissimilar.includes(1)) {
    const left = detailed.filter((hasDetail, block) => hasDetail === 1 && masked[block] === 0);
    return { isChanged: false, share: left.length / Math.max(1, similarities.length) };
  }
  const cleared = sumAround(grid, Float64Array.from(isDissimilar), 1);
  const scale = { across: mask.width / compared.original.width, down: mask.height / compared.original.height };
  cleared.forEach((count, block) => {
    if (count > 0) clearBlock(mask, grid, scale, block);
  });
  return { isChanged: true, share: cleared.filter((count) => count > 0).length / similarities.length };
}

/** The grid of whole blocks. */
function gridOf({ original }: LayersSimilarity): Grid {
  return { columns: Math.floor(original.width / blockPixels), rows: Math.floor(original.height / blockPixels) };
}

/** For each block, the sum of those up to `reach` away in either direction. */
function sumAround(grid: Grid, values: Float64Array, reach: number): Float64Array {
  return separableFilter(grid, values, reach, (one, other) => one + other);
}

function hasForeground({ masked, original }: LayersSimilarity, { columns }: Grid, block: number): boolean {
  const start = Math.floor(block / columns) * blockPixels * original.width + (block % columns) * blockPixels;
  for (let row = 0; row < blockPixels; row += 1) {
    const from = start + row * original.width;
    if (masked.subarray(from, from + blockPixels).includes(1)) return true;
  }
  return false;
}

/** Clears a block in a plane that is `scale` times as large. */
function clearBlock(
  plane: BitPlane,
  { columns }: Grid,
  scale: { readonly across: number; readonly down: number },
  block: number,
): void {
  const [row, column] = [Math.floor(block / columns), block % columns];
  const [from, to] = [column, column + 1].map((at) => Math.round(at * blockPixels * scale.across)) as [number, number];
  const end = Math.round((row + 1) * blockPixels * scale.down);
  for (let y = Math.round(row * blockPixels * scale.down); y < end; y += 1) clearRun(plane, y, from, to);
}
