import { chainMatrices, type Matrix } from '../page-model/matrix.ts';
import type { ScanReading } from './read-scan-page.ts';
import type { PageRecognition } from './recognize-page.ts';
import type { ScanPage } from './scan.ts';

/** What was read on a page. */
export interface RecognizedText
  extends Pick<PageRecognition, 'lines' | 'rotation' | 'skewDegrees' | 'confidence' | 'languages'> {
  /** From the pixels of the lines to points on the page as shown. */
  readonly toPage: Matrix;
}

/** What was read on a page, and where on the page as shown. */
export function recognizedText(
  found: Pick<ScanPage, 'widthPt' | 'heightPt'>,
  { raster, recognition }: ScanReading,
): RecognizedText {
  const { lines, rotation, skewDegrees, confidence, languages, toRaster } = recognition;
  const toPoints: Matrix = [found.widthPt / raster.widthPx, 0, 0, found.heightPt / raster.heightPx, 0, 0];
  return { lines, rotation, skewDegrees, confidence, languages, toPage: chainMatrices(toRaster, toPoints) };
}
