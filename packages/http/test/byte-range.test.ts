import { expect, test } from 'vitest';
import { parseByteRange } from '../src/byte-range.ts';

test.each([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=3-', 10, { start: 3, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=8-100', 10, { start: 8, end: 9 }],
  ['Bytes = 1 - 2', 10, { start: 1, end: 2 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=5-4', 10, null],
  ['bytes=-', 10, null],
  ['bytes=0-1,3-4', 10, null],
  ['items=0-1', 10, null],
  ['', 10, null],
] as const)('%s of %i bytes', (header, sizeBytes, expected) => {
  expect(parseByteRange(header, sizeBytes)).toEqual(expected);
});
