import { expect, test } from 'vitest';
import { turnRaster } from '../../src/ocr/raster.ts';
import { measureSkew, toMeasuringSize } from '../../src/ocr/skew.ts';
import { declarationScan } from './declaration-scan.ts';

test.each([-9, -2, -0.4, 0.4, 3, 12])('a skew of %d degrees is measured to a tenth', async (degrees) => {
  const page = await declarationScan((scan) => scan.rotate(degrees, { background: '#ffffff' }));
  const skew = measureSkew(await toMeasuringSize(page));
  expect(Math.abs(skew.degrees - degrees)).toBeLessThanOrEqual(0.1);
  expect(skew.confidence).toBeGreaterThan(1.15);
});

test('a level page is no sharper at any other angle', async () => {
  const skew = measureSkew(await declarationScan());
  expect(skew.degrees).toBeCloseTo(0, 5);
  expect(skew.confidence).toBeCloseTo(1, 5);
});

test('rows look more like lines than columns do', async () => {
  const upright = await declarationScan();
  const { raster: sideways } = await turnRaster(upright, 90);
  expect(measureSkew(upright).lineStrength).toBeGreaterThan(measureSkew(sideways).lineStrength);
});

test('a blank page has no lines', () => {
  const blank = { data: new Uint8Array(100 * 100).fill(255), widthPx: 100, heightPx: 100, dpi: 72 };
  expect(measureSkew(blank)).toEqual({ degrees: expect.any(Number), confidence: 1, lineStrength: 0 });
});
