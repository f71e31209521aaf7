import type { ArithmeticEncoder } from './arithmetic-encoder.ts';
import { type BitPlane, unpackRow } from './bit-plane.ts';

/** Contexts of the pixels around one: 5 of the row above the last, 7 of the last row, 4 of its own (T.88, figure 3). */
export const genericContexts = 1 << 16;
/** The context that encodes whether a row repeats the one before (T.88, figure 8). */
const repeatContext = 0x9b25;
/** The nominal positions of the four adaptive pixels of the template (T.88, figure 3). */
export const adaptivePixels = Uint8Array.from([3, -1, -3, -1, 2, -2, -2, -2]);

/** Width of the white margin on both sides of a row, which avoids bounds checks. */
const margin = 4;

/** Encodes a picture as a generic region, in contexts from 0 on. `repeats` allows typical prediction of equal rows. */
export function encodeGeneric(encoder: ArithmeticEncoder, plane: BitPlane, repeats: boolean): void {
  const blank = () => new Uint8Array(plane.width + 2 * margin);
  let [above, last, row] = [blank(), blank(), blank()];
  let repeated = 0;
  for (let y = 0; y < plane.height; y += 1) {
    unpackRow(plane, y, row, margin);
    const isEqual = repeats && Buffer.compare(row, last) === 0;
    if (repeats) encoder.encode(repeatContext, (isEqual ? 1 : 0) ^ repeated);
    repeated = isEqual ? 1 : 0;
    if (!isEqual) encodeRow(encoder, above, last, row);
    [above, last, row] = [last, row, above];
  }
}

/** Encodes a row by its own pixels and those of the two rows above it. */
function encodeRow(encoder: ArithmeticEncoder, two: Uint8Array, one: Uint8Array, own: Uint8Array): void {
  let upper = ((two[margin] as number) << 1) | (two[margin + 1] as number);
  let lower = ((one[margin] as number) << 2) | ((one[margin + 1] as number) << 1) | (one[margin + 2] as number);
  let before = 0;
  const end = own.length - margin;
  // The next black pixel of each row, as far as it has been searched.
  let [inkTwo, inkOne, inkOwn] = [0, 0, 0];
  for (let x = margin; x < end; x += 1) {
    if ((upper | lower | before) === 0) {
      // Most of a page is white: up to where the template reaches ink, every pixel has the same context.
      if (inkTwo < x + 2) inkTwo = inkAt(two, x + 2);
      if (inkOne < x + 3) inkOne = inkAt(one, x + 3);
      if (inkOwn < x) inkOwn = inkAt(own, x);
      const white = Math.min(inkTwo - 2, inkOne - 3, inkOwn, end) - x;
      if (white > 0) {
        encoder.encodeZeros(0, white);
        x += white;
        if (x === end) return;
      }
    }
    upper = ((upper << 1) | (two[x + 2] as number)) & 0x1f;
    lower = ((lower << 1) | (one[x + 3] as number)) & 0x7f;
    const pixel = own[x] as number;
    encoder.encode((upper << 11) | (lower << 4) | before, pixel);
    before = ((before << 1) | pixel) & 0xf;
  }
}

/** The index of the next black pixel of a row from an index on; beyond its end if there is none. */
function inkAt(cells: Uint8Array, from: number): number {
  const at = cells.indexOf(1, from);
  return at === -1 ? cells.length + margin : at;
}
