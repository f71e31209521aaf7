import type { ArithmeticEncoder } from './arithmetic-encoder.ts';
import { type BitPlane, unpackRow } from './bit-plane.ts';

/** Number of contexts of template 0, by the pixels around one: 5 two rows above, 7 in the row above, 4 to the left (T.88, figure 3). */
export const genericContexts = 1 << 16;
/** The context of the bit for typical prediction: whether a row repeats the one above (T.88, figure 8). */
const typicalContext = 0x9b25;
/** The nominal positions of the four adaptive pixels of the template (T.88, figure 3). */
export const adaptivePixels = Uint8Array.from([3, -1, -3, -1, 2, -2, -2, -2]);

/** Width of the white margin on both sides of a row, which avoids bounds checks. */
const margin = 4;

/** Encodes a plane as a generic region, in contexts from 0 on. `isTypical` turns on typical prediction of equal rows. */
export function encodeGeneric(encoder: ArithmeticEncoder, plane: BitPlane, isTypical: boolean): void {
  const blank = () => new Uint8Array(plane.width + 2 * margin);
  let [twoAbove, above, row] = [blank(), blank(), blank()];
  let repeated = 0;
  for (let y = 0; y < plane.height; y += 1) {
    unpackRow(plane, y, row, margin);
    const isEqual = isTypical && Buffer.compare(row, above) === 0;
    if (isTypical) encoder.encode(typicalContext, (isEqual ? 1 : 0) ^ repeated);
    repeated = isEqual ? 1 : 0;
    if (!isEqual) encodeRow(encoder, twoAbove, above, row);
    [twoAbove, above, row] = [above, row, twoAbove];
  }
}

/** Encodes a row in contexts of its own preceding pixels and of the two rows above it. */
function encodeRow(encoder: ArithmeticEncoder, twoAbove: Uint8Array, above: Uint8Array, row: Uint8Array): void {
  let upper = ((twoAbove[margin] as number) << 1) | (twoAbove[margin + 1] as number);
  let lower = ((above[margin] as number) << 2) | ((above[margin + 1] as number) << 1) | (above[margin + 2] as number);
  let before = 0;
  const end = row.length - margin;
  // The next black pixel of each row, as far as it has been searched.
  let [nextTwoAbove, nextAbove, next] = [0, 0, 0];
  for (let x = margin; x < end; x += 1) {
    if ((upper | lower | before) === 0) {
      // Most of a page is white: until the template reaches a black pixel, all have the same context.
      if (nextTwoAbove < x + 2) nextTwoAbove = nextBlack(twoAbove, x + 2);
      if (nextAbove < x + 3) nextAbove = nextBlack(above, x + 3);
      if (next < x) next = nextBlack(row, x);
      const white = Math.min(nextTwoAbove - 2, nextAbove - 3, next, end) - x;
      if (white > 0) {
        encoder.encodeZeros(0, white);
        x += white;
        if (x === end) return;
      }
    }
    upper = ((upper << 1) | (twoAbove[x + 2] as number)) & 0x1f;
    lower = ((lower << 1) | (above[x + 3] as number)) & 0x7f;
    const pixel = row[x] as number;
    encoder.encode((upper << 11) | (lower << 4) | before, pixel);
    before = ((before << 1) | pixel) & 0xf;
  }
}

/** The index of the next black pixel of a row from an index on; beyond its end if there is none. */
function nextBlack(row: Uint8Array, from: number): number {
  const at = row.indexOf(1, from);
  return at === -1 ? row.length + margin : at;
}
