import type { ScanPage } from './scan.ts';

/** Maximum pixels of a page that is read; larger ones are reduced, since the memory of the engine grows with them and never shrinks. */
export const maxReadingPixels = 40_000_000;

const usualDpi = 300;
/** Text that is drawn over a very coarse picture needs more than the picture. */
const coarsestDpi = 50;

/**
 * The dpi at which a page is drawn for recognition: that of its scan, if it has one, so that the scan is not resampled.
 * Whether it is finer than reads better is decided by its letters later.
 */
export function readingDpi({ imageCoverage, imageDpi, hasDrawings, widthPt, heightPt }: ScanPage): number {
  const own = imageDpi !== null && imageCoverage >= 0.5 ? imageDpi : usualDpi;
  const wanted = hasDrawings ? Math.max(own, coarsestDpi) : own;
  return Math.min(wanted, 72 * Math.sqrt(maxReadingPixels / Math.max(1, widthPt * heightPt)));
}
