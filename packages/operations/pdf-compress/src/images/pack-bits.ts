/** Packs samples of 1, 2 or 4 bits, given one a byte, into byte-aligned rows. Samples of 8 bits are returned as they are. */
export function packBits(values: Uint8Array, perRow: number, height: number, bits: number): Uint8Array {
  if (bits === 8) return values;
  const rowBytes = (perRow * bits + 7) >> 3;
  const out = new Uint8Array(rowBytes * height);
  // One loop: V8 would deoptimise an inner one at the end of each row.
  let [column, bit, at] = [0, 0, 0];
  let byte = 0;
  for (let index = 0; index < perRow * height; index += 1) {
    byte = (byte << bits) | (values[index] as number);
    bit += bits;
    column += 1;
    if (column < perRow && bit < 8) continue;
    out[at++] = byte << (8 - bit);
    byte = 0;
    bit = 0;
    if (column === perRow) column = 0;
  }
  return out;
}
