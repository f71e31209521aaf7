/** A grey picture, a byte a pixel. */
export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const windowSide = 8;
const windowStep = 4;

/** The constants (0.01 × 255)² and (0.03 × 255)² of the paper. */
const c1 = 6.5025;
const c2 = 58.5225;

/**
 * Mean structural similarity of two pictures of the same size, over 8 × 8 windows (Wang, Bovik, Sheikh, Simoncelli,
 * "Image quality assessment: from error visibility to structural similarity", 2004). 1 is equal.
 */
export function structuralSimilarity(a: GrayPicture, b: GrayPicture): number {
  let sum = 0;
  let windows = 0;
  for (let y = 0; y + windowSide <= a.height; y += windowStep) {
    for (let x = 0; x + windowSide <= a.width; x += windowStep) {
      sum += windowSimilarity(a, b, x, y);
      windows++;
    }
  }
  return windows === 0 ? 1 : sum / windows;
}

function windowSimilarity(a: GrayPicture, b: GrayPicture, left: number, top: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + windowSide; y++) {
    for (let index = y * a.width + left; index < y * a.width + left + windowSide; index++) {
      const valueA = a.data[index] ?? 0;
      const valueB = b.data[index] ?? 0;
      sumA += valueA;
      sumB += valueB;
      squaresA += valueA * valueA;
      squaresB += valueB * valueB;
      products += valueA * valueB;
    }
  }
  const count = windowSide * windowSide;
  const meanA = sumA / count;
  const meanB = sumB / count;
  const varianceA = squaresA / count - meanA * meanA;
  const varianceB = squaresB / count - meanB * meanB;
  const covariance = products / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  );
}
