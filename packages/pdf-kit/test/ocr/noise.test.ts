import { expect, test } from 'vitest';
import { measureNoise } from '../../src/ocr/noise.ts';
import type { GreyRaster } from '../../src/ocr.ts';
import { declarationScan, withNoise } from './declaration-scan.ts';

test('text is no noise', async () => {
  expect(measureNoise(await declarationScan())).toBe(0);
  expect(measureNoise(await declarationScan((page) => page.blur(1)))).toBeLessThan(1);
});

test('noise is measured by its deviation, with text in it or not', async () => {
  const grey: GreyRaster = { data: new Uint8Array(300 * 300).fill(128), widthPx: 300, heightPx: 300, dpi: 200 };
  // Evenly spread over 2 · 20 levels: the deviation is 40 / √12.
  expect(Math.abs(measureNoise(withNoise(grey, 20)) - 11.5)).toBeLessThan(1.5);
  expect(measureNoise(withNoise(await declarationScan(), 40))).toBeGreaterThan(2);
});

test('a page too small to measure has none', () => {
  expect(measureNoise({ data: new Uint8Array(4), widthPx: 2, heightPx: 2, dpi: 72 })).toBe(0);
});
