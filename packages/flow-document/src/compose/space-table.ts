/** The spaces between paragraphs that a document has so far. */
export interface SpaceTable {
  /** A space that the document has already, where one is as good; else this one, rounded to a tenth of a point. */
  shared(spacePt: number): number;
}

/** Spaces that differ by no more are meant alike: heights of lines are rounded, and words are on whole pixels. */
const sameSpacePt = 0.4;

/**
 * Paragraphs that are set alike say so, and their style can say it once. What a space is off goes to the next one, for
 * each is counted from where the paragraph before it ends.
 */
export function createSpaceTable(): SpaceTable {
  const known: number[] = [0];
  return {
    shared(spacePt) {
      const nearest = known.reduce((best, space) =>
        Math.abs(space - spacePt) < Math.abs(best - spacePt) ? space : best,
      );
      if (Math.abs(nearest - spacePt) <= sameSpacePt) return nearest;
      const own = Math.round(spacePt * 10) / 10;
      known.push(own);
      return own;
    },
  };
}
