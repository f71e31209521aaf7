import type { GreyRaster } from './recognizer.ts';

/** The side of the squares that are transposed one after another, so that both rasters stay in the cache of the processor. */
const square = 64;

/** A raster with its rows as columns. */
export function transposeRaster({ data, widthPx, heightPx, dpi }: GreyRaster): GreyRaster {
  const target = new Uint8Array(widthPx * heightPx);
  for (let top = 0; top < heightPx; top += square) {
    for (let left = 0; left < widthPx; left += square) {
      const [bottom, right] = [Math.min(heightPx, top + square), Math.min(widthPx, left + square)];
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) target[x * heightPx + y] = data[y * widthPx + x] ?? 0;
      }
    }
  }
  return { data: target, widthPx: heightPx, heightPx: widthPx, dpi };
}
