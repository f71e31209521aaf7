/** Documents up to this many pages are surveyed whole. */
const wholeLimit = 60;
/** Consecutive pages sampled together, so that left-hand and right-hand pages are both seen. */
const runLength = 4;

/** The pages of the survey: all of a short document, runs spread over a long one. */
export function samplePages(pages: readonly number[]): readonly number[] {
  if (pages.length <= wholeLimit) return pages;
  const runs = wholeLimit / runLength;
  const step = (pages.length - runLength) / (runs - 1);
  const starts = Array.from({ length: runs }, (_, run) => Math.round(run * step));
  return [...new Set(starts.flatMap((start) => pages.slice(start, start + runLength)))];
}
