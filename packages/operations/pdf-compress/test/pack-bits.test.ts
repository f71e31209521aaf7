import { expect, test } from 'vitest';
import { packBits } from '../src/images/pack-bits.ts';

test.each([
  { bits: 1, perRow: 3, values: [1, 0, 1, 0, 1, 1], packed: [0b10100000, 0b01100000] },
  { bits: 1, perRow: 9, values: [1, 1, 1, 1, 1, 1, 1, 1, 1], packed: [0xff, 0x80] },
  { bits: 1, perRow: 8, values: [1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0], packed: [0x81, 0x40] },
  { bits: 2, perRow: 5, values: [3, 2, 1, 0, 3, 0, 0, 0, 0, 1], packed: [0xe4, 0xc0, 0x00, 0x40] },
  { bits: 4, perRow: 3, values: [15, 1, 2, 3, 4, 5], packed: [0xf1, 0x20, 0x34, 0x50] },
  { bits: 8, perRow: 2, values: [200, 7], packed: [200, 7] },
])('$perRow values of $bits bits a row begin on a byte', ({ bits, perRow, values, packed }) => {
  expect([...packBits(Uint8Array.from(values), perRow, values.length / perRow, bits)]).toEqual(packed);
});
