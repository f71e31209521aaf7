/** A transformation `[a b c d e f]` as in a content stream: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identityMatrix: Matrix = [1, 0, 0, 1, 0, 0];

/** What `inner` does first and `outer` after it. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** Six numbers as a matrix, null when they are not. */
export function asMatrix(values: readonly unknown[] | null): Matrix | null {
  if (values === null || values.length !== 6 || !values.every((value) => Number.isFinite(value))) return null;
  return values as unknown as Matrix;
}
