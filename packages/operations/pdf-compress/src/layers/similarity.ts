import type { Brightness } from './brightness.ts';

/** Side of the blocks that are compared, in pixels. */
export const blockPixels = 8;
/** The constants of SSIM for 8 bits: (0.01 · 255)² and (0.03 · 255)². */
const c1 = 6.5025;
const c2 = 58.5225;

/** How alike two grey pictures are, 1 for equal. */
export interface Likeness {
  /** Mean over all blocks. */
  readonly mean: number;
  /** What one block in a hundred falls below. */
  readonly worst: number;
  /** Mean over the blocks of the first picture that show something: text and lines, not the grain of paper. */
  readonly detail: number;
  /** Of each block by itself, row by row; what is left of a block at the right and the lower edge does not count. */
  readonly similarities: Float64Array;
  /** A 1 for each block where the first picture shows something. */
  readonly detailed: Uint8Array;
}

/** Standard deviation above which a block shows something: paper of scans has 3 to 10, letters 30 and more. */
const minDetailSpread = 20;

/** Structural similarity of two grey pictures of one size, over square blocks (Wang et al. 2004). */
export function compareBrightness(one: Brightness, other: Brightness): Likeness {
  const { width } = one;
  const [columns, rows] = [Math.floor(width / blockPixels), Math.floor(one.height / blockPixels)];
  const similarities = new Float64Array(columns * rows);
  const detailed = new Uint8Array(columns * rows);
  for (let block = 0; block < similarities.length; block += 1) {
    const start = (Math.floor(block / columns) * width + (block % columns)) * blockPixels;
    const sums = sumBlocks(one.data, other.data, width, start);
    similarities[block] = similarityOf(sums);
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

/** The pixels of two blocks, their squares and their products. */
interface BlockSums {
  readonly a: number;
  readonly b: number;
  readonly aa: number;
  readonly bb: number;
  readonly ab: number;
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

function similarityOf({ a, b, aa, bb, ab }: BlockSums): number {
  const [meanA, meanB] = [a / pixelsOfBlock, b / pixelsOfBlock];
  const variances = varianceOf(a, aa) + varianceOf(b, bb);
  const covariance = ab / pixelsOfBlock - meanA * meanB;
  return ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA * meanA + meanB * meanB + c1) * (variances + c2));
}
