import { expect, test } from 'vitest';
import { mergeColors } from '../src/images/merge-colors.ts';

const drawing = (data: readonly number[], channels = 1) => ({
  data: Uint8Array.from(data),
  width: data.length / channels,
  height: 1,
  channels,
});

test('shades become the nearest of the more frequent colours, areas keep theirs', () => {
  const paper = Array.from({ length: 900 }, () => 255);
  const area = Array.from({ length: 90 }, () => 250);
  const merged = mergeColors(drawing([...paper, ...area, 248, 240, 0, 0, 9]), 9)?.data;
  expect([...(merged?.slice(990) ?? [])]).toEqual([250, 240, 0, 0, 0]);
  expect(merged?.slice(0, 990)).toEqual(Uint8Array.from([...paper, ...area]));
});

test('no component moves further than the tolerance', () => {
  const colors = Array.from({ length: 300 }, (_, index) => [
    (index * 37) % 256,
    (index * 91) % 256,
    (index * 13) % 256,
  ]);
  const merged = mergeColors(drawing(colors.flat(), 3), 16);
  const moves = colors.flat().map((value, index) => Math.abs(value - (merged?.data[index] ?? 999)));
  expect(Math.max(...moves)).toBeLessThanOrEqual(16);
  expect(Math.max(...moves)).toBeGreaterThan(0);
});

test('a picture with thousands of colours, and one whose colours are far apart, stay as they are', () => {
  const thousands = Array.from({ length: 5_000 }, (_, index) => [index >> 8, index & 255, 0]);
  expect(mergeColors(drawing(thousands.flat(), 3), 16)).toBeNull();
  expect(mergeColors(drawing([0, 100, 200]), 16)).toBeNull();
});
