import type { Metadata } from 'sharp';

/** Below this a resolution is a default that some program wrote, unless the page it gives is a believable one. */
const screenDpi = 96;
const largestPageInches = 17;
/** The short side of A4, the most likely page of a picture that says nothing. */
const likelyWidthInches = 8.27;
/** The long side of A0: a strip is no longer than this, however narrow. */
const longestPageInches = 46.8;

/** Pixels per inch of paper: what the image says, or what makes it a page of usual size. */
export function imageDensity({ width, height, density }: Pick<Metadata, 'width' | 'height' | 'density'>): number {
  const said = density !== undefined && density > 1 ? density : screenDpi;
  const tooLarge = Math.max(width, height) / said > largestPageInches;
  if (said > screenDpi || !tooLarge) return said;
  return Math.max(Math.min(width, height) / likelyWidthInches, Math.max(width, height) / longestPageInches);
}

/**
 * Whether an image does not say how fine it is: nothing, or what programs write that know of screens alone. What its size
 * suggests serves to lay out a page. To read with it is worse than with what the recognizer estimates from the letters:
 * it finds phantom letters beside words, and loses dashes.
 */
export function isDensityGuessed({ density }: Pick<Metadata, 'density'>): boolean {
  return density === undefined || density <= screenDpi;
}
