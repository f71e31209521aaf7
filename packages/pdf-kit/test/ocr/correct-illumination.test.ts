import { expect, test } from 'vitest';
import { correctIllumination } from '../../src/ocr/correct-illumination.ts';
import type { GreyRaster } from '../../src/ocr.ts';
import { declarationScan, withShadow } from './declaration-scan.ts';

/** A page with a black box over its lower part. */
function withBox(page: GreyRaster): GreyRaster {
  const data = page.data.slice().fill(0, Math.round(page.heightPx * 0.7) * page.widthPx);
  return { ...page, data };
}

test('a page in even light is given back as it is, with a black box on it, too', async () => {
  const page = await declarationScan();
  const box = withBox(page);
  expect(correctIllumination(page)).toBe(page);
  expect(correctIllumination(box)).toBe(box);
});

test('paper in a shadow becomes white and letters stay dark', async () => {
  const page = await declarationScan();
  const { data } = correctIllumination(withShadow(page, 0.35));
  const paper = data.filter((_, at) => page.data[at] === 255);
  const ink = data.filter((_, at) => (page.data[at] ?? 0) < 40);
  expect(paper.filter((value) => value < 230).length / paper.length).toBeLessThan(0.01);
  expect(ink.filter((value) => value > 100).length / ink.length).toBeLessThan(0.01);
});

test('a page of light letters on a dark ground is left alone', async () => {
  const page = await declarationScan();
  const dark = withShadow({ ...page, data: page.data.map((value) => 40 - (40 * value) / 255) }, 0.5);
  expect(correctIllumination(dark)).toBe(dark);
});

test('a page too small to measure is left alone', () => {
  const dot = { data: new Uint8Array(4), widthPx: 2, heightPx: 2, dpi: 72 };
  expect(correctIllumination(dot)).toBe(dot);
});
