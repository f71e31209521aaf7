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
  /** Each block by itself, row by row; what is left of a block at the right and the lower edge does not count. */
  readonly blocks: readonly BlockLikeness[];
}

export interface BlockLikeness {
  readonly similarity: number;
  /** Whether the first picture shows something there. */
  readonly hasDetail: boolean;
}

/** Standard deviation above which a block shows something: paper of scans has 3 to 10, letters 30 and more. */
const minDetailSpread = 20;

/** Structural similarity of two grey pictures of one size, over square blocks (Wang et al. 2004). */
export function compareBrightness(one: Brightness, other: Brightness): Likeness {
  const { width, height } = one;
  const blocks: BlockLikeness[] = [];
  for (let top = 0; top + blockPixels <= height; top += blockPixels) {
    for (let left = 0; left + blockPixels <= width; left += blockPixels) {
      blocks.push(compareBlocks(one.data, other.data, width, top * width + left));
    }
  }
  const similarities = Float64Array.from(blocks, ({ similarity }) => similarity);
  const detailed = similarities.filter((_, index) => blocks[index]?.hasDetail === true);
  const sorted = similarities.toSorted();
  return {
    mean: mean(similarities),
    worst: sorted[Math.floor(sorted.length / 100)] ?? 1,
    detail: mean(detailed),
    blocks,
  };
}

/** The mean of values, 1 of none. */
function mean(values: Float64Array): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function compareBlocks(one: Uint8Array, other: Uint8Array, width: number, start: number): BlockLikeness {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let row = 0; row < blockPixels; row += 1) {
    for (let at = start + row * width; at < start + row * width + blockPixels; at += 1) {
      const a = one[at] as number;
      const b = other[at] as number;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const count = blockPixels * blockPixels;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const variance = sumAA / count - meanA * meanA;
  const variances = variance + sumBB / count - meanB * meanB;
  const covariance = sumAB / count - meanA * meanB;
  const similarity =
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA * meanA + meanB * meanB + c1) * (variances + c2));
  return { similarity, hasDetail: variance > minDetailSpread ** 2 };
}
