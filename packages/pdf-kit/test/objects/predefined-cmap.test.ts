import { expect, test } from 'vitest';
import { readPredefinedCMap } from '../../src/objects.ts';

/** The character id of a code, by the last range that has it: maps come after those they are built on. */
function cidOf(name: string, hex: string): number | undefined {
  const code = Number.parseInt(hex, 16);
  const bytes = hex.length / 2;
  const found = readPredefinedCMap(name)?.ranges.findLast(
    (range) => range.bytes === bytes && code >= range.first && code <= range.last,
  );
  return found === undefined ? undefined : found.cid + code - found.first;
}

// The expected values are of Adobe's cmap-resources, files UniJIS-UTF16-H, UniGB-UTF16-H, 90ms-RKSJ-H and GBK-EUC-H.
test.each([
  ['UniJIS-UTF16-H', '0041', 34],
  ['UniJIS-UTF16-H', '65e5', 3284],
  ['UniJIS-UTF16-H', 'd840dc0b', 13839],
  ['90ms-RKSJ-H', '41', 264],
  ['90ms-RKSJ-H', '93fa', 3284],
  ['GBK-EUC-H', '20', 7716],
])('%s: code %s', (name, hex, cid) => {
  expect(cidOf(name, hex)).toBe(cid);
});

test('a vertical map has the codes of the one it is built on, and its own', () => {
  expect(cidOf('UniJIS-UTF16-V', '65e5')).toBe(cidOf('UniJIS-UTF16-H', '65e5'));
  expect(cidOf('UniJIS-UTF16-V', '3001')).not.toBe(cidOf('UniJIS-UTF16-H', '3001'));
});

test('code spaces say how long codes are', () => {
  const spaces = readPredefinedCMap('90ms-RKSJ-H')?.spaces.map(({ bytes, first, last }) => [bytes, first, last]);
  expect(spaces).toEqual([
    [1, 0x00, 0x80],
    [2, 0x8140, 0x9ffc],
    [1, 0xa0, 0xdf],
    [2, 0xe040, 0xfcfc],
  ]);
});

test.each(['NoSuchMap', '../package', ''])('there is no map of the name %j', (name) => {
  expect(readPredefinedCMap(name)).toBeNull();
});
