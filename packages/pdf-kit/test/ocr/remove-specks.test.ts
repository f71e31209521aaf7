import { expect, test } from 'vitest';
import { removeSpecks } from '../../src/ocr/remove-specks.ts';
import { declarationScan, withSpecks } from './declaration-scan.ts';

test('a page without specks is given back as it is', async () => {
  const page = await declarationScan();
  expect(removeSpecks(page)).toBe(page);
});

test('specks go and letters stay', async () => {
  const page = await declarationScan();
  const cleaned = removeSpecks(withSpecks(page, 0.02));
  const wrong = page.data.filter((value, at) => Math.abs(value - (cleaned.data[at] ?? 0)) > 64).length;
  expect(wrong / page.data.length).toBeLessThan(0.002);
});

test('the page that was given is not changed', async () => {
  const { data, ...page } = withSpecks(await declarationScan(), 0.02);
  const given = { ...page, data: Buffer.from(data) };
  expect(removeSpecks(given)).not.toBe(given);
  expect(given.data.equals(data)).toBe(true);
});

test('the fine strokes of small print are no noise', async () => {
  const small = await declarationScan((page) => page.resize({ width: 810 }), 100);
  expect(removeSpecks(small)).toBe(small);
});

test('the dots of a picture on a page are no noise', async () => {
  const page = await declarationScan();
  const data = page.data.slice();
  // Dots three apart over a quarter of the page.
  for (let row = 0; row < page.heightPx / 4; row += 3) {
    for (let column = 0; column < page.widthPx; column += 3) data[row * page.widthPx + column] = 0;
  }
  const dotted = { ...page, data };
  expect(removeSpecks(dotted)).toBe(dotted);
});
