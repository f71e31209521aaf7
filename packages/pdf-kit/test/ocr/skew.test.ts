import { expect, test } from 'vitest';
import { turnRaster } from '../../src/ocr/raster.ts';
import { measureSkew } from '../../src/ocr/skew.ts';
import { declarationScan } from './declaration-scan.ts';

test.each([-9, -2, -0.4, 0.4, 3, 12])('a skew of %d degrees is measured to a tenth', async (degrees) => {
  const skew = await measureSkew(await declarationScan((page) => page.rotate(degrees, { background: '#ffffff' })));
  expect(Math.abs(skew.degrees - degrees)).toBeLessThanOrEqual(0.1);
  expect(skew.confidence).toBeGreaterThan(1.15);
});

test('a level page is no sharper at any other angle', async () => {
  const skew = await measureSkew(await declarationScan());
  expect(skew.degrees).toBeCloseTo(0, 5);
  expect(skew.confidence).toBeCloseTo(1, 5);
});

test('rows look more like lines than columns do', async () => {
  const upright = await declarationScan();
  const { raster: sideways } = await turnRaster(upright, 90);
  expect((await measureSkew(upright)).lineStrength).toBeGreaterThan((await measureSkew(sideways)).lineStrength);
});

test('a blank page has no lines', async () => {
  const blank = { data: new Uint8Array(100 * 100).fill(255), widthPx: 100, heightPx: 100, dpi: 72 };
  expect(await measureSkew(blank)).toEqual({ degrees: expect.any(Number), confidence: 1, lineStrength: 0 });
});
