/** `[a, b, c, d, e, f]` as in PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The map that leaves every point where it is. */
export const identityAffine: Affine = [1, 0, 0, 1, 0, 0];

/** The map that does `first`, then each of the others. */
export function chainAffine(first: Affine, ...others: readonly Affine[]): Affine {
  return others.reduce(then, first);
}

function then([a, b, c, d, e, f]: Affine, [ta, tb, tc, td, te, tf]: Affine): Affine {
  return [
    a * ta + b * tc,
    a * tb + b * td,
    c * ta + d * tc,
    c * tb + d * td,
    e * ta + f * tc + te,
    e * tb + f * td + tf,
  ];
}

/** Where the map takes a point. */
export function applyAffine(
  [a, b, c, d, e, f]: Affine,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** The map back. Throws a RangeError when there is none. */
export function invertAffine([a, b, c, d, e, f]: Affine): Affine {
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
