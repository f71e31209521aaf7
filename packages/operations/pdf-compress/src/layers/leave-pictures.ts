import { type BitPlane, clearRun } from '@platen/pdf-kit/bilevel';
import type { LayersLikeness } from './check-layers.ts';
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
  const { blocks } = compared.likeness;
  const grid = gridOf(compared);
  const hasInk = blocks.map((_, block) => isInked(compared, grid, block));
  const isMisshown = blocks.map((_, block) => {
    if (hasInk[block] !== true) return false;
    // A third of an inch in all.
    const near = blocksAround(grid, block, 2).filter((each) => hasInk[each] === true);
    const sum = near.reduce((total, each) => total + (blocks[each]?.similarity ?? 1), 0);
    return sum / near.length < thresholds.minInkSimilarity;
  });
  if (!isMisshown.includes(true)) {
    const shown = blocks.filter(({ hasDetail }, block) => hasDetail && hasInk[block] !== true);
    return { isChanged: false, share: shown.length / Math.max(1, blocks.length) };
  }
  const cleared = new Set(blocks.flatMap((_, block) => (isMisshown[block] ? blocksAround(grid, block, 1) : [])));
  const scale = { across: ink.width / compared.original.width, down: ink.height / compared.original.height };
  for (const block of cleared) clearBlock(ink, grid, scale, block);
  return { isChanged: true, share: cleared.size / blocks.length };
}

/** How many whole blocks there are. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
}

function gridOf({ original }: LayersLikeness): Grid {
  return { columns: Math.floor(original.width / blockPixels), rows: Math.floor(original.height / blockPixels) };
}

function blocksAround({ columns, rows }: Grid, block: number, distance: number): readonly number[] {
  const [row, column] = [Math.floor(block / columns), block % columns];
  const found: number[] = [];
  for (let y = Math.max(0, row - distance); y <= Math.min(rows - 1, row + distance); y += 1) {
    for (let x = Math.max(0, column - distance); x <= Math.min(columns - 1, column + distance); x += 1) {
      found.push(y * columns + x);
    }
  }
  return found;
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
