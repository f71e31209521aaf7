import { medianGrey } from './median-grey.ts';
import type { GreyRaster, PixelBox } from './recognizer.ts';

/** Fills everything outside these boxes with the median grey of the page, so that reading the rest takes no time. */
export function showBoxes(page: GreyRaster, boxes: readonly PixelBox[]): GreyRaster {
  const { widthPx, heightPx, data: source } = page;
  const data = new Uint8Array(source.length).fill(medianGrey(page));
  for (const { x0, y0, x1, y1 } of boxes) {
    const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(widthPx, Math.ceil(x1))];
    for (let row = Math.max(0, Math.floor(y0)); row < Math.min(heightPx, y1); row += 1) {
      data.set(source.subarray(row * widthPx + left, row * widthPx + Math.max(left, right)), row * widthPx + left);
    }
  }
  return { ...page, data };
}

/** Fills these boxes with white. */
export function hideBoxes(page: GreyRaster, boxes: readonly PixelBox[]): GreyRaster {
  const { widthPx, heightPx } = page;
  const data = page.data.slice();
  for (const { x0, y0, x1, y1 } of boxes) {
    const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(widthPx, Math.ceil(x1))];
    for (let row = Math.max(0, Math.floor(y0)); row < Math.min(heightPx, y1); row += 1) {
      data.fill(255, row * widthPx + left, row * widthPx + Math.max(left, right));
    }
  }
  return { ...page, data };
}
