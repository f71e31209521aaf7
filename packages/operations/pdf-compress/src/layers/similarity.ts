import type { Brightness } from './brightness.ts';

const blockPixels = 8;
/** The constants of SSIM for 8 bits: (0.01 · 255)² and (0.03 · 255)². */
const c1 = 6.5025;
const c2 = 58.5225;

/** How alike two grey pictures are, 1 for equal. */
export interface Likeness {
  /** Mean over all blocks. */
  readonly mean: number;
  /** What one block in a hundred falls below. */
  readonly worst: number;
}

/** Structural similarity of two grey pictures of one size, over square blocks (Wang et al. 2004). */
export function compareBrightness(one: Brightness, other: Brightness): Likeness {
  const { width, height } = one;
  const blocks: number[] = [];
  for (let top = 0; top + blockPixels <= height; top += blockPixels) {
    for (let left = 0; left + blockPixels <= width; left += blockPixels) {
      blocks.push(blockSimilarity(one.data, other.data, width, top * width + left));
    }
  }
  if (blocks.length === 0) return { mean: 1, worst: 1 };
  const sorted = Float64Array.from(blocks).sort();
  return {
    mean: blocks.reduce((sum, block) => sum + block, 0) / blocks.length,
    worst: sorted[Math.floor(sorted.length / 100)] ?? 1,
  };
}

function blockSimilarity(one: Uint8Array, other: Uint8Array, width: number, start: number): number {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let row = 0; row < blockPixels; row += 1) {
    for (let at = start + row * width; at < start + row * width + blockPixels; at += 1) {
      const [a, b] = [one[at] as number, other[at] as number];
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const count = blockPixels * blockPixels;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const variances = sumAA / count - meanA * meanA + sumBB / count - meanB * meanB;
  const covariance = sumAB / count - meanA * meanB;
  return ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA * meanA + meanB * meanB + c1) * (variances + c2));
}
