import type { ScanPage } from './scan.ts';

/** Maximum pixels of a page that is read; larger ones are reduced, since the memory of the engine grows with them and never shrinks. */
export const maxReadingPixels = 40_000_000;

const usualDpi = 300;
/** Finer scans are drawn at the usual resolution: they are not read better, but take longer. */
const finestDpi = 450;
const coarsestDpi = 50;

/**
 * The dpi at which a page is drawn for recognition: that of its scan, if it has one, so that the scan is not resampled.
 */
export function readingDpi({ imageCoverage, imageDpi, widthPt, heightPt }: ScanPage): number {
  const own = imageDpi !== null && imageCoverage >= 0.5 ? imageDpi : usualDpi;
  const wanted = own > finestDpi ? usualDpi : Math.max(own, coarsestDpi);
  return Math.min(wanted, 72 * Math.sqrt(maxReadingPixels / Math.max(1, widthPt * heightPt)));
}
