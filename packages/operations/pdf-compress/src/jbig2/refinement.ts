import type { ArithmeticEncoder } from './arithmetic-encoder.ts';
import type { Bitmap } from './bitmap.ts';

/** Contexts of a refined pixel: 4 pixels before it and 9 of the symbol around it (ITU-T T.88, figure 12). */
export const refinementContexts = 1 << 13;
/** The movable pixels, one before and one of the symbol, where they make the neighbourhood whole. */
export const refinementPixels = Uint8Array.from([-1, -1, -1, -1]);

/** Encodes a bitmap by what differs from a symbol whose top left corner is at `dx`, `dy` of it. */
export function encodeRefinement(
  encoder: ArithmeticEncoder,
  base: number,
  { width, height, pixels }: Bitmap,
  symbol: Bitmap,
  { dx, dy }: { readonly dx: number; readonly dy: number },
): void {
  const own = (x: number, y: number) => (x < 0 || y < 0 || x >= width ? 0 : (pixels[y * width + x] as number));
  const of = (x: number, y: number) =>
    x < 0 || y < 0 || x >= symbol.width || y >= symbol.height ? 0 : (symbol.pixels[y * symbol.width + x] as number);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [sx, sy] = [x - dx, y - dy];
      const before = (own(x - 1, y - 1) << 3) | (own(x, y - 1) << 2) | (own(x + 1, y - 1) << 1) | own(x - 1, y);
      const upper = (of(sx - 1, sy - 1) << 2) | (of(sx, sy - 1) << 1) | of(sx + 1, sy - 1);
      const middle = (of(sx - 1, sy) << 2) | (of(sx, sy) << 1) | of(sx + 1, sy);
      const lower = (of(sx - 1, sy + 1) << 2) | (of(sx, sy + 1) << 1) | of(sx + 1, sy + 1);
      encoder.encode(base + ((before << 9) | (upper << 6) | (middle << 3) | lower), own(x, y));
    }
  }
}
