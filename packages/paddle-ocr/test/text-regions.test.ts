import { expect, test } from 'vitest';
import { findTextRegions } from '../src/text-regions.ts';

const size = { widthPx: 200, heightPx: 120 };

/** A map with this probability inside a rectangle around a point, at an angle. */
function mapOf(
  rectangles: readonly { x: number; y: number; length: number; height: number; degrees: number; value: number }[],
) {
  const data = new Float32Array(size.widthPx * size.heightPx);
  for (const { x, y, length, height, degrees, value } of rectangles) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    for (let at = 0; at < data.length; at += 1) {
      const [dx, dy] = [(at % size.widthPx) - x, Math.floor(at / size.widthPx) - y];
      const isInside = Math.abs(dx * cos + dy * sin) <= length / 2 && Math.abs(dy * cos - dx * sin) <= height / 2;
      if (isInside) data[at] = value;
    }
  }
  return { ...size, data };
}

test('a region is the smallest rectangle around its pixels, grown by area over perimeter', () => {
  const [region, ...others] = findTextRegions(
    mapOf([{ x: 100, y: 60, length: 100, height: 10, degrees: 0, value: 0.9 }]),
  );
  expect(others).toEqual([]);
  // Its pixels and one more to the right and below: 101 by 11, and 1.6 × 101 × 11 / 224 on each side.
  expect(region?.length).toBeCloseTo(101 + 2 * 7.94, 0);
  expect(region?.height).toBeCloseTo(11 + 2 * 7.94, 0);
  expect([region?.centreX, region?.centreY, region?.angle]).toEqual([100.5, 60.5, 0]);
});

test.each([-30, -8, 3, 20, 44])('a slanted region keeps its angle (%i degrees)', (degrees) => {
  const [region] = findTextRegions(mapOf([{ x: 100, y: 60, length: 90, height: 12, degrees, value: 0.9 }]));
  expect(((region?.angle ?? 0) * 180) / Math.PI).toBeCloseTo(degrees, -0.5);
  expect((region?.length ?? 0) / (region?.height ?? 1)).toBeGreaterThan(3);
});

test('doubtful and tiny regions are none, and two that do not touch are two', () => {
  const text = { length: 40, height: 8, degrees: 0, value: 0.8 };
  const found = findTextRegions(
    mapOf([
      { ...text, x: 40, y: 30 },
      { ...text, x: 140, y: 30 },
      { ...text, x: 60, y: 90, value: 0.4 },
      { ...text, x: 150, y: 90, length: 2, height: 1 },
    ]),
  );
  expect(found.map(({ centreX }) => Math.round(centreX)).sort((a, b) => a - b)).toEqual([41, 141]);
});

test('an empty map has no regions', () => {
  expect(findTextRegions(mapOf([]))).toEqual([]);
});
