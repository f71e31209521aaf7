import type { ArithmeticEncoder } from './arithmetic-encoder.ts';
import { type BitPlane, unpackRow } from './bit-plane.ts';

/** Number of contexts of refinement template 0: 4 preceding pixels, and 9 of the reference around the pixel (ITU-T T.88, figure 12). */
export const refinementContexts = 1 << 13;
/** The nominal positions of the adaptive pixels, one preceding and one of the reference. */
export const refinementPixels = Uint8Array.from([-1, -1, -1, -1]);

/** Encodes a shape as a refinement of a symbol, its reference; their top left corners are aligned. */
export function encodeRefinement(encoder: ArithmeticEncoder, base: number, shape: BitPlane, symbol: BitPlane): void {
  const { width, height } = shape;
  // A white margin around both avoids bounds checks.
  const stride = width + 2;
  const refined = withMargin(shape, stride, height);
  const reference = withMargin(symbol, stride, height);
  for (let y = 0; y < height; y += 1) {
    // The index of the pixel above and to the left of the first one.
    let at = y * stride;
    let before = ((refined[at] as number) << 1) | (refined[at + 1] as number);
    let last = 0;
    let upper = ((reference[at] as number) << 1) | (reference[at + 1] as number);
    let middle = ((reference[at + stride] as number) << 1) | (reference[at + stride + 1] as number);
    let lower = ((reference[at + 2 * stride] as number) << 1) | (reference[at + 2 * stride + 1] as number);
    for (const end = at + width; at < end; at += 1) {
      before = ((before << 1) | (refined[at + 2] as number)) & 7;
      upper = ((upper << 1) | (reference[at + 2] as number)) & 7;
      middle = ((middle << 1) | (reference[at + stride + 2] as number)) & 7;
      lower = ((lower << 1) | (reference[at + 2 * stride + 2] as number)) & 7;
      const pixel = refined[at + stride + 1] as number;
      encoder.encode(base + ((before << 10) | (last << 9) | (upper << 6) | (middle << 3) | lower), pixel);
      last = pixel;
    }
  }
}

/** The part of a shape within a width and height, one byte per pixel, with a white margin of one pixel. */
function withMargin(shape: BitPlane, stride: number, rows: number): Uint8Array {
  const result = new Uint8Array(stride * (rows + 2));
  const visible = Math.min(shape.height, rows + 1);
  // A symbol may be wider: the context includes its next column.
  for (let y = 0; y < visible; y += 1) unpackRow(shape, y, result, (y + 1) * stride + 1, stride - 1);
  return result;
}
