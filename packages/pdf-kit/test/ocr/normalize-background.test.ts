import { expect, test } from 'vitest';
import { normalizeBackground } from '../../src/ocr/normalize-background.ts';
import { createWasmRecognizer, type GreyRaster, recognizePage } from '../../src/ocr.ts';
import { characterError } from './character-error.ts';
import { declarationScan, declarationText } from './declaration-scan.ts';

/** Between two lines: the page is a negative above, its ground dark and textured. */
const boundary = 352;

async function halfDark(): Promise<GreyRaster> {
  const page = await declarationScan();
  const data = page.data.map((value, index) => {
    const [column, row] = [index % page.widthPx, Math.floor(index / page.widthPx)];
    if (row > boundary) return value;
    const texture = 20 + 12 * Math.sin(column / 9) * Math.cos(row / 7);
    return Math.min(255, (255 - value) * 0.75 + texture + 12);
  });
  return { ...page, data };
}

test('light letters on a dark ground become dark letters on white, dark letters stay dark', async () => {
  const evened = await normalizeBackground(await halfDark(), 28);
  const sorted = evened.data.toSorted();
  expect(sorted[Math.floor(0.5 * sorted.length)]).toBe(255);
  expect(sorted[Math.floor(0.01 * sorted.length)]).toBeLessThan(80);
});

test('a page that is half a dark slide is read in both halves', async () => {
  const recognizer = createWasmRecognizer();
  const { lines } = await recognizePage(recognizer, await halfDark(), { languages: ['eng'] });
  const text = lines.map(({ words }) => words.map((word) => word.text).join(' ')).join('\n');
  expect(characterError(text, declarationText)).toBeLessThanOrEqual(0.05);
  await recognizer.close();
});
