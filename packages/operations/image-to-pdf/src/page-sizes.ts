export const pointsPerMillimetre = 72 / 25.4;

/** Portrait sizes in points, the short side first. */
export const namedSizes = {
  a4: [595.276, 841.89],
  a3: [841.89, 1190.551],
  letter: [612, 792],
  legal: [612, 1008],
} as const;

/** A picture needs this much of a page to be seen at all. */
const smallestAreaMm = 1;

/** The widest margin, in whole millimetres, that leaves room for a picture on a page of a named size. */
export function widestMarginMm(size: keyof typeof namedSizes): number {
  const [shortPt] = namedSizes[size];
  return Math.floor((shortPt / pointsPerMillimetre - smallestAreaMm) / 2);
}
