import { expect, test } from 'vitest';
import { decodeLzw } from '../src/tiff-lzw.ts';

const [clear, end] = [256, 257];

/** Codes as bits, with the width that the decoder expects at each; old files have the low bit first. */
function pack(codes: readonly number[], isOld = false): Uint8Array {
  const bits: number[] = [];
  let [width, free] = [9, 257];
  for (const code of codes) {
    const digits = Array.from({ length: width }, (_, bit) => (code >> bit) & 1);
    bits.push(...(isOld ? digits : digits.reverse()));
    if (code === clear) [width, free] = [9, 257];
    else free += 1;
    if (free + (isOld ? 0 : 1) >= 1 << width) width += 1;
  }
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) {
    const place = index >> 3;
    bytes[place] = (bytes[place] ?? 0) | (bit << (isOld ? index & 7 : 7 - (index & 7)));
  }
  return bytes;
}

test.each([
  ['as TIFF 6.0 has it', false],
  ['with the low bit first, as before', true],
])('a code may stand for the string that it completes (%s)', (_, isOld) => {
  const coded = pack([clear, 65, 258, 66, 259, end], isOld);
  expect(Buffer.from(decodeLzw(coded, 20) ?? []).toString()).toBe('AAABAAB');
});

test.each([false, true])('codes become longer as the table grows (old: %s)', (isOld) => {
  const bytes = Array.from({ length: 1500 }, (_, index) => (index * 7) % 256);
  expect([...(decodeLzw(pack([clear, ...bytes, end], isOld), 1500) ?? [])]).toEqual(bytes);
});

test('no more bytes are made than asked for', () => {
  expect(decodeLzw(pack([clear, 65, 258, 259, 260, end]), 4)).toHaveLength(4);
});

test('a code for nothing is an error', () => {
  expect(decodeLzw(pack([clear, 65, 300]), 20)).toBeNull();
});
