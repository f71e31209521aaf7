import { type BlockSums, ssim } from '../ssim.ts';
import type { GrayImage } from './gray-image.ts';

/** Side of the blocks that are compared, in pixels. */
export const blockPixels = 8;

/** The structural similarity of two grey images, 1 for equal ones. */
export interface Similarity {
  /** Mean over all blocks. */
  readonly mean: number;
  /** The first percentile of the blocks. */
  readonly worst: number;
  /** Mean over the blocks of the first image with detail: text and lines, not the grain of paper. */
  readonly detail: number;
  /** Of each block, row by row; incomplete blocks at the right and lower edges are left out. */
  readonly similarities: Float64Array;
  /** 1 for each block of the first image with detail. */
  readonly detailed: Uint8Array;
}

/** Standard deviation above which a block has detail: paper of scans has 3 to 10, letters 30 and more. */
const minDetailSpread = 20;

/** Measures the structural similarity of two grey images of the same size, over square blocks. */
export function measureSimilarity(one: GrayImage, other: GrayImage): Similarity {
  const { width } = one;
  const [columns, rows] = [Math.floor(width / blockPixels), Math.floor(one.height / blockPixels)];
  const similarities = new Float64Array(columns * rows);
  const detailed = new Uint8Array(columns * rows);
  for (let block = 0; block < similarities.length; block += 1) {
    const start = (Math.floor(block / columns) * width + (block % columns)) * blockPixels;
    const sums = sumBlocks(one.data, other.data, width, start);
    similarities[block] = ssim(sums, pixelsOfBlock);
    detailed[block] = varianceOf(sums.a, sums.aa) > minDetailSpread ** 2 ? 1 : 0;
  }
  const sorted = similarities.toSorted();
  return {
    mean: mean(similarities),
    worst: sorted[Math.floor(sorted.length / 100)] ?? 1,
    detail: mean(similarities.filter((_, block) => detailed[block] === 1)),
    similarities,
    detailed,
  };
}

/** The mean of values, 1 of none. */
function mean(values: Float64Array): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function sumBlocks(one: Uint8Array, other: Uint8Array, width: number, start: number): BlockSums {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let row = 0, left = start; row < blockPixels; row += 1, left += width) {
    for (let at = left; at < left + blockPixels; at += 1) {
      const value = one[at] as number;
      const value2 = other[at] as number;
      a += value;
      b += value2;
      aa += value * value;
      bb += value2 * value2;
      ab += value * value2;
    }
  }
  return { a, b, aa, bb, ab };
}

const pixelsOfBlock = blockPixels * blockPixels;

function varianceOf(sum: number, squares: number): number {
  return squares / pixelsOfBlock - (sum / pixelsOfBlock) ** 2;
}
