import type { ScanPage } from './scan.ts';

/** A larger picture is reduced first: the engine's memory grows with it and never shrinks. */
export const maxReadingPixels = 40_000_000;

const usualDpi = 300;
/** Finer scans are drawn at the usual resolution: they read no better and cost more. */
const finestDpi = 450;
const coarsestDpi = 50;

/**
 * The dpi at which a page is drawn to be read: the scan's own where there is one, so that the recognizer sees its pixels
 * and not a second sampling.
 */
export function readingDpi({ imageCoverage, imageDpi, widthPt, heightPt }: ScanPage): number {
  const own = imageDpi !== null && imageCoverage >= 0.5 ? imageDpi : usualDpi;
  const wanted = own > finestDpi ? usualDpi : Math.max(own, coarsestDpi);
  return Math.min(wanted, 72 * Math.sqrt(maxReadingPixels / Math.max(1, widthPt * heightPt)));
}
