/** The sums over two blocks of the same size: their pixels, the squares, and the products. */
export interface BlockSums {
  readonly a: number;
  readonly b: number;
  readonly aa: number;
  readonly bb: number;
  readonly ab: number;
}

/** The constants of SSIM for 8 bits: (0.01 · 255)² and (0.03 · 255)². */
const c1 = 6.5025;
const c2 = 58.5225;

/** The structural similarity of two blocks of `count` pixels, 1 for equal ones. Source: Wang et al. 2004. */
export function ssim({ a, b, aa, bb, ab }: BlockSums, count: number): number {
  const [meanA, meanB] = [a / count, b / count];
  const varianceA = aa / count - meanA * meanA;
  const varianceB = bb / count - meanB * meanB;
  const covariance = ab / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  );
}
