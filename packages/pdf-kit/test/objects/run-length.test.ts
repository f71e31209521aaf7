import { expect, test } from 'vitest';
import { runLengthBytes, undoRunLength } from '../../src/objects/run-length.ts';

test.each([
  ['a run and literal bytes', [254, 7, 1, 8, 9, 128, 5], [7, 7, 7, 8, 9]],
  ['the longest of both', [129, 1, 127, ...Array(128).fill(2)], [...Array(128).fill(1), ...Array(128).fill(2)]],
  ['data without an end', [0, 5], [5]],
  ['literal bytes that are cut off', [4, 1, 2], [1, 2]],
  ['a run that is cut off', [0, 5, 250], [5]],
  ['nothing', [], []],
])('%s', (_, data, decoded) => {
  expect([...undoRunLength(Uint8Array.from(data))]).toEqual(decoded);
  expect(runLengthBytes(Uint8Array.from(data))).toBe(decoded.length);
});
