import { median } from '../statistics.ts';
import type { GreyRaster, PixelBox } from './recognizer.ts';

/** Of every so many pixels one is looked at for the ground. */
const stride = 101;

/** A page of which only what lies in these boxes shows, on its usual grey: the rest takes no time to read. */
export function showOnly(page: GreyRaster, boxes: readonly PixelBox[]): GreyRaster {
  const { widthPx, heightPx, data: source } = page;
  const looked = Array.from({ length: Math.ceil(source.length / stride) }, (_, index) => source[index * stride] ?? 0);
  const data = new Uint8Array(source.length).fill(median(looked));
  for (const { x0, y0, x1, y1 } of boxes) {
    const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(widthPx, Math.ceil(x1))];
    for (let row = Math.max(0, Math.floor(y0)); row < Math.min(heightPx, y1); row += 1) {
      data.set(source.subarray(row * widthPx + left, row * widthPx + Math.max(left, right)), row * widthPx + left);
    }
  }
  return { ...page, data };
}

/** A page of which what lies in these boxes is white. */
export function hide(page: GreyRaster, boxes: readonly PixelBox[]): GreyRaster {
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
