import { findComponents, inkOf } from './ink-components.ts';
import type { GreyRaster } from './recognizer.ts';
import { letters } from './thresholds.ts';

/**
 * The height of a line of usual letters (ascender to descender) on a page, in pixels, measured on its connected components
 * of ink; null if none looks like a letter. Light letters on dark count too. What the file states about its
 * resolution is not used.
 */
export function measureLetterHeight(page: GreyRaster): number | null {
  const heights = letterHeights(inkOf(page), page);
  let total = 0;
  for (let height = letters.minPx; height < heights.length; height += 1) {
    total += height * (heights[height] ?? 0);
  }
  if (total === 0) return null;
  // By their heights, so that the dots of a dithered ground do not outnumber letters.
  let below = 0;
  for (let height = letters.minPx; height < heights.length; height += 1) {
    below += height * (heights[height] ?? 0);
    if (2 * below >= total) return height * letters.lineHeights;
  }
  return null;
}

/** Whether a component of these sides in pixels may be a letter, or a word in low resolution. */
export function isLetterSized(width: number, height: number): boolean {
  const isInShape = width >= letters.minAspect * height && width <= letters.maxAspect * height;
  return isInShape && height >= letters.minPx && height <= letters.maxPx;
}

/** How many components that look like letters have each height, in pixels. Erases `ink`. */
function letterHeights(ink: Uint8Array, page: GreyRaster): Uint32Array {
  const counts = new Uint32Array(letters.maxPx + 1);
  findComponents(ink, page, (left, top, right, bottom) => {
    const [width, height] = [right - left + 1, bottom - top + 1];
    if (isLetterSized(width, height)) counts[height] = (counts[height] ?? 0) + 1;
  });
  return counts;
}
