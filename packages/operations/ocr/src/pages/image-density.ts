import type { Metadata } from 'sharp';

/** Below this a resolution is a default that some program wrote, unless the page it gives is a believable one. */
const screenDpi = 96;
const largestPageInches = 17;
/** The short side of A4, the most likely page of a picture that says nothing. */
const likelyWidthInches = 8.27;
/** The long side of A0: a strip is no longer than this, however narrow. */
const longestPageInches = 46.8;

/** Pixels per inch of paper, for the size of its page: what the image says, or what makes it a page of usual size. */
export function imageDensity({ width, height, density }: Pick<Metadata, 'width' | 'height' | 'density'>): number {
  const said = density !== undefined && density > 1 ? density : screenDpi;
  const tooLarge = Math.max(width, height) / said > largestPageInches;
  if (said > screenDpi || !tooLarge) return said;
  return Math.max(Math.min(width, height) / likelyWidthInches, Math.max(width, height) / longestPageInches);
}
