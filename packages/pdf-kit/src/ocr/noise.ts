import type { GreyRaster } from './recognizer.ts';

/** Every so many pixels, one is sampled: plenty for a median. */
const stride = 7;
/** The largest response of the mask below on 8-bit grey. */
const maxResponse = 8 * 255;
/** A response of the mask to noise of deviation 1 has deviation 6; half of a normal distribution lies within 0.6745. */
const medianToDeviation = 6 * 0.6745;

/**
 * The standard deviation of the noise of a page, in grey levels: the median response of a mask that does not respond to lines
 * and gradients. Most of a page is paper, so letters hardly matter; clean scans give 0 to 2. The mask is that of
 * J. Immerkær, "Fast noise variance estimation" (1996); the median instead of the mean makes it robust.
 */
export function measureNoise({ data, widthPx, heightPx }: GreyRaster): number {
  const histogram = new Uint32Array(maxResponse + 1);
  let count = 0;
  for (let row = 1; row < heightPx - 1; row += 1) {
    for (let column = 1 + (row % stride); column < widthPx - 1; column += stride) {
      const at = row * widthPx + column;
      const response = Math.abs(maskResponse(data, at, widthPx));
      histogram[response] = (histogram[response] ?? 0) + 1;
      count += 1;
    }
  }
  let seen = 0;
  const median = histogram.findIndex((pixels) => {
    seen += pixels;
    return seen * 2 >= count;
  });
  return Math.max(0, median) / medianToDeviation;
}

/** The mask 1 -2 1 / -2 4 -2 / 1 -2 1 around a pixel. */
function maskResponse(data: Uint8Array, at: number, widthPx: number): number {
  const row = (middle: number) => (data[middle - 1] ?? 0) - 2 * (data[middle] ?? 0) + (data[middle + 1] ?? 0);
  return row(at - widthPx) - 2 * row(at) + row(at + widthPx);
}
