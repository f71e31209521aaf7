import { limitExceeded } from '@platen/core';
import { findComponents, inkOf } from './ink-components.ts';
import { isLetterSized } from './letter-height.ts';
import type { GreyRaster } from './recognizer.ts';
import { work } from './thresholds.ts';

/**
 * How many letters a page of a file may have to be read: a file that is small for what it shows would take minutes. A scan of a
 * newspaper has more letters than the first term allows, but takes far more bytes for each than the second asks for.
 */
export function lettersAllowed(maxPagePixels: number, sizeBytes: number): number {
  return Math.floor(maxPagePixels / work.pixelsPerLetter + sizeBytes / work.bytesPerLetter);
}

/** Rejects a page that has more than `allowed` shapes of the size of letters, specks counted by the time that they take. */
export function checkReadingWork(raster: GreyRaster, allowed: number, page: number): void {
  // Looked for only where so many fit: it takes a twentieth of the time of reading a clean page.
  if ((raster.widthPx * raster.heightPx) / work.leastLetterPx <= allowed) return;
  let [letters, specks] = [0, 0];
  findComponents(inkOf(raster), raster, (left, top, right, bottom) => {
    if (isLetterSized(right - left + 1, bottom - top + 1)) letters += 1;
    else specks += 1;
  });
  const actual = letters + Math.round(specks / work.specksPerLetter);
  if (actual <= allowed) return;
  throw limitExceeded(
    'pixel_limit',
    `Recognising page ${page} takes as much work as ${actual} letters, more than the ${allowed} allowed for a file of this size`,
    { limit: 'maxPagePixels', allowed, actual, page },
  );
}
