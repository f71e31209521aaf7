import type { Box, Point } from './types.ts';

/** An affine map `[a b c d e f]` as in PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The map that does not move any point. */
export const identityMatrix: Matrix = [1, 0, 0, 1, 0, 0];

/** The map that applies `first`, then each of the others in the order given. */
export function chainMatrices(first: Matrix, ...others: readonly Matrix[]): Matrix {
  return others.reduce(then, first);
}

function then([a, b, c, d, e, f]: Matrix, [ta, tb, tc, td, te, tf]: Matrix): Matrix {
  return [
    a * ta + b * tc,
    a * tb + b * td,
    c * ta + d * tc,
    c * tb + d * td,
    e * ta + f * tc + te,
    e * tb + f * td + tf,
  ];
}

/** The inverse map. Throws a RangeError if there is none. */
export function invertMatrix([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c;
  if (determinant === 0) throw new RangeError('This map flattens the plane and has no inverse');
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** The image of a point under the map. */
export function transformPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** The smallest upright box around the image of a rectangle. */
export function transformBox([a, b, c, d, e, f]: Matrix, x0: number, y0: number, x1: number, y1: number): Box {
  const [x00, x10, x01, x11] = [a * x0 + c * y0 + e, a * x1 + c * y0 + e, a * x0 + c * y1 + e, a * x1 + c * y1 + e];
  const [y00, y10, y01, y11] = [b * x0 + d * y0 + f, b * x1 + d * y0 + f, b * x0 + d * y1 + f, b * x1 + d * y1 + f];
  return {
    x0: Math.min(x00, x10, x01, x11),
    y0: Math.min(y00, y10, y01, y11),
    x1: Math.max(x00, x10, x01, x11),
    y1: Math.max(y00, y10, y01, y11),
  };
}

/** The map with its second axis square to the first, and no shorter across it; what is at height `y` stays where it is. */
export function unshearedAt(matrix: Matrix, y: number): Matrix {
  const [a, b, c, d, e, f] = matrix;
  const along = a * c + b * d;
  const lengthSquared = a * a + b * b;
  if (along === 0 || lengthSquared === 0) return matrix;
  const [leanX, leanY] = [(along / lengthSquared) * a, (along / lengthSquared) * b];
  return [a, b, c - leanX, d - leanY, e + leanX * y, f + leanY * y];
}

/** How much the map scales lengths on average: the square root of the area scale. */
export function matrixScale(matrix: Matrix): number {
  return Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
}

/** The larger of the factors by which the map scales lengths along its axes. */
export function largestScale([a, b, c, d]: Matrix): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

/** Returns an array-like object of six numbers as a matrix; null for anything else. */
export function asMatrix(values: ArrayLike<unknown> | null | undefined): Matrix | null {
  if (values === null || values === undefined || values.length !== 6) return null;
  const numbers = Array.from(values);
  return numbers.every(Number.isFinite) ? (numbers as unknown as Matrix) : null;
}
