import { expect, test } from 'vitest';
import { readingDpi } from '../../src/ocr/reading-dpi.ts';
import type { ScanPage } from '../../src/ocr.ts';

const scan: ScanPage = {
  widthPt: 612,
  heightPt: 792,
  imageCoverage: 1,
  imageDpi: 200,
  pictures: [],
  visibleLetters: 0,
  textBehindImage: false,
  hiddenLetters: 0,
  hasDrawings: false,
  lines: [],
};

test.each<[string, Partial<ScanPage>, number]>([
  ['a scan is read at its own resolution', {}, 200],
  ['a coarse one too, which may be a large picture on a larger page', { imageDpi: 20 }, 20],
  ['drawings over a coarse picture at no less than 50 dpi', { imageDpi: 20, hasDrawings: true }, 50],
  ['a fine one too, which may be a small picture on a smaller page', { imageDpi: 600 }, 600],
  ['a page with a small picture at 300 dpi', { imageCoverage: 0.2 }, 300],
  ['a page without a picture at 300 dpi', { imageCoverage: 0, imageDpi: null }, 300],
])('%s', (_, difference, dpi) => {
  expect(readingDpi({ ...scan, ...difference })).toBe(dpi);
});

test('a large sheet is read at what keeps it within 40 megapixels', () => {
  const dpi = readingDpi({ ...scan, widthPt: 2_880, heightPt: 3_600, imageDpi: 300 });
  expect(((2_880 * dpi) / 72) * ((3_600 * dpi) / 72)).toBeCloseTo(40_000_000, 0);
});
