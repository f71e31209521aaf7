import { type BitPlane, clearRun } from '@platen/pdf-kit/bilevel';
import type { LayersLikeness } from './check-layers.ts';
import { foldAround, type Grid } from './fold-around.ts';
import { blockPixels } from './similarity.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** What a page has of pictures, by how its layers compare with it. */
export interface FoundPictures {
  /** Whether ink was taken out. */
  readonly isChanged: boolean;
  /** Share of the page that shows something and has no ink. */
  readonly share: number;
}

/**
 * Takes the ink out where it shows the scan badly: dark parts of photographs, whose shades a mask loses. What surrounds a
 * block decides with it, so that a torn letter is not taken for a photograph.
 */
export function leavePictures(ink: BitPlane, compared: LayersLikeness): FoundPictures {
  const { similarities, detailed } = compared.likeness;
  const grid = gridOf(compared);
  const inked = Uint8Array.from(similarities, (_, block) => (isInked(compared, grid, block) ? 1 : 0));
  // A third of an inch in all.
  const sums = sumAround(
    grid,
    similarities.map((similarity, block) => similarity * (inked[block] as number)),
    2,
  );
  const counts = sumAround(grid, Float64Array.from(inked), 2);
  const isMisshown = inked.map((isInk, block) => {
    return isInk === 1 && (sums[block] as number) < thresholds.minInkSimilarity * (counts[block] as number) ? 1 : 0;
  });
  if (!isMisshown.includes(1)) {
    const shown = detailed.filter((hasDetail, block) => hasDetail === 1 && inked[block] === 0);
    return { isChanged: false, share: shown.length / Math.max(1, similarities.length) };
  }
  const cleared = sumAround(grid, Float64Array.from(isMisshown), 1);
  const scale = { across: ink.width / compared.original.width, down: ink.height / compared.original.height };
  cleared.forEach((count, block) => {
    if (count > 0) clearBlock(ink, grid, scale, block);
  });
  return { isChanged: true, share: cleared.filter((count) => count > 0).length / similarities.length };
}

/** Only whole blocks count. */
function gridOf({ original }: LayersLikeness): Grid {
  return { columns: Math.floor(original.width / blockPixels), rows: Math.floor(original.height / blockPixels) };
}

/** For each block the sum of those up to `reach` away from it in either direction. */
function sumAround(grid: Grid, values: Float64Array, reach: number): Float64Array {
  return foldAround(grid, values, reach, (one, other) => one + other);
}

function isInked({ inked, original }: LayersLikeness, { columns }: Grid, block: number): boolean {
  const start = Math.floor(block / columns) * blockPixels * original.width + (block % columns) * blockPixels;
  for (let row = 0; row < blockPixels; row += 1) {
    const from = start + row * original.width;
    if (inked.subarray(from, from + blockPixels).includes(1)) return true;
  }
  return false;
}

/** Clears a block; the plane has `scale` times as many pixels. */
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
