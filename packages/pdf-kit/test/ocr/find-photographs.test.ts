import { expect, test } from 'vitest';
import { findPhotographs } from '../../src/ocr/find-photographs.ts';
import type { GreyRaster } from '../../src/ocr.ts';
import { declarationScan } from './declaration-scan.ts';

/** The scan on a page with room below, with a picture of many greys there. */
async function scanWithPicture(left: number, width: number): Promise<GreyRaster> {
  const page = await declarationScan((scan) => scan.extend({ bottom: 600, background: '#ffffff' }));
  const data = new Uint8Array(page.data);
  for (let row = page.heightPx - 500; row < page.heightPx - 200; row += 1) {
    for (let column = left; column < left + width; column += 1) {
      data[row * page.widthPx + column] = 60 + ((row * 7 + column * 3) % 120);
    }
  }
  return { ...page, data };
}

test('a picture on a page of text is found, and the text is not', async () => {
  const page = await scanWithPicture(300, 500);
  const found = findPhotographs(page, [], 36);
  expect(found).toHaveLength(1);
  const [box] = found;
  for (const [edge, expected] of [
    [box?.x0, 300],
    [box?.x1, 800],
    [box?.y0, page.heightPx - 500],
    [box?.y1, page.heightPx - 200],
  ] as const) {
    expect(Math.abs((edge ?? 0) - expected)).toBeLessThan(36);
  }
});

test('what reaches the edge of the scan, and what holds words, is none', async () => {
  expect(findPhotographs(await scanWithPicture(0, 500), [], 36)).toEqual([]);
  const page = await scanWithPicture(300, 500);
  const words = [0, 60, 120, 180, 240].map((down) => ({
    x0: 310,
    y0: page.heightPx - 495 + down,
    x1: 790,
    y1: page.heightPx - 460 + down,
  }));
  expect(findPhotographs(page, words, 36)).toEqual([]);
});
