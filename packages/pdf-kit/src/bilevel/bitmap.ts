import type { RowSource } from './generic-region.ts';

/** A picture of two values, one a byte: 1 is ink. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A bitmap at its place on the page. */
export interface PlacedBitmap {
  readonly x: number;
  readonly y: number;
  readonly bitmap: Bitmap;
}

/** True when both have the same pixels. */
export function isSameBitmap(one: Bitmap, other: Bitmap): boolean {
  return one.width === other.width && one.height === other.height && Buffer.compare(one.pixels, other.pixels) === 0;
}

/** The rows of a bitmap. */
export function rowsOf({ width, height, pixels }: Bitmap): RowSource {
  return {
    width,
    height,
    readRow: (row, target, start) => target.set(pixels.subarray(row * width, (row + 1) * width), start),
  };
}
