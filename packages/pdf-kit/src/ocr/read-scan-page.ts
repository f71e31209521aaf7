import { processingFailed } from '@platen/core';
import { readingDpi } from './reading-dpi.ts';
import { type PageRecognition, recognizePage } from './recognize-page.ts';
import type { GreyRaster, RecognitionRequest, Recognizer } from './recognizer.ts';
import type { Scan, ScanPage } from './scan.ts';

/** What was read on a page, and the raster it was read from. */
export interface ScanReading {
  readonly raster: GreyRaster;
  readonly recognition: PageRecognition;
}

/**
 * Draws a page of a scan at a suitable resolution, and reads it. Rejects as `Scan.raster` does, and with `damaged_file` if it
 * is blank because its image cannot be decoded.
 */
export async function readScanPage(
  recognizer: Recognizer,
  scan: Scan,
  { page, found }: { readonly page: number; readonly found: ScanPage },
  request: RecognitionRequest,
): Promise<ScanReading> {
  const raster = await scan.raster(page, readingDpi(found));
  const recognition = await recognizePage(recognizer, raster, request);
  if (recognition.lines.length === 0 && found.imageCoverage > 0 && (await scan.hasDamagedImage(page))) {
    throw processingFailed('damaged_file', `The picture on page ${page} is damaged and cannot be read`, { page });
  }
  return { raster, recognition };
}
