import type { ArithmeticEncoder } from './arithmetic-encoder.ts';

/** Contexts of one integer (ITU-T T.88, A.2). */
export const integerContexts = 512;

/** Ranges of absolute values: the lowest, the prefix code of the range, and the number of bits for the value (T.88, table A.1). */
const ranges = [
  { from: 0, prefix: 0b0, prefixBits: 1, bits: 2 },
  { from: 4, prefix: 0b10, prefixBits: 2, bits: 4 },
  { from: 20, prefix: 0b110, prefixBits: 3, bits: 6 },
  { from: 84, prefix: 0b1110, prefixBits: 4, bits: 8 },
  { from: 340, prefix: 0b11110, prefixBits: 5, bits: 12 },
  { from: 4436, prefix: 0b11111, prefixBits: 5, bits: 32 },
] as const;

/** Encodes an integer in contexts of its own, which begin at `base`; null for "out of band" (OOB), the end of a list. */
export function encodeInteger(encoder: ArithmeticEncoder, base: number, value: number | null): void {
  const size = Math.abs(value ?? 0);
  const range = ranges.findLast(({ from }) => size >= from) ?? ranges[0];
  let previous = encodeBits(encoder, base, 1, value === null || value < 0 ? 1 : 0, 1);
  previous = encodeBits(encoder, base, previous, range.prefix, range.prefixBits);
  encodeBits(encoder, base, previous, size - range.from, range.bits);
}

/** Encodes bits in contexts of the `previous` ones of the same integer; returns those previous to the next (PREV of T.88, A.2). */
function encodeBits(encoder: ArithmeticEncoder, base: number, previous: number, bits: number, count: number): number {
  let context = previous;
  for (let shift = count - 1; shift >= 0; shift -= 1) {
    const bit = (bits >>> shift) & 1;
    encoder.encode(base + context, bit);
    context = context < 256 ? (context << 1) | bit : (((context << 1) | bit) & 511) | 256;
  }
  return context;
}

/** Encodes a symbol ID of `bits` bits, in `2 ** bits` contexts from `base` on (T.88, A.3). */
export function encodeSymbolId(encoder: ArithmeticEncoder, base: number, value: number, bits: number): void {
  let previous = 1;
  for (let shift = bits - 1; shift >= 0; shift -= 1) {
    const bit = (value >> shift) & 1;
    encoder.encode(base + previous, bit);
    previous = (previous << 1) | bit;
  }
}
