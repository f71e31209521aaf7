/** Packs values of 1, 2 or 4 bits, one a byte, into rows that begin on a byte. 8 bits are returned as they are. */
export function packBits(values: Uint8Array, perRow: number, height: number, bits: number): Uint8Array {
  if (bits === 8) return values;
  const rowBytes = (perRow * bits + 7) >> 3;
  const out = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < perRow; column += 1) {
      const bit = column * bits;
      const at = row * rowBytes + (bit >> 3);
      out[at] = (out[at] ?? 0) | ((values[row * perRow + column] ?? 0) << (8 - bits - (bit & 7)));
    }
  }
  return out;
}
