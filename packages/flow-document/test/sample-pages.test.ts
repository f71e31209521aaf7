import { expect, test } from 'vitest';
import { samplePages } from '../src/sample-pages.ts';

test('a short document is surveyed whole', () => {
  expect(samplePages([3, 1, 2])).toEqual([3, 1, 2]);
});

test('of a long document at most sixty pages are surveyed, in neighbours from beginning to end', () => {
  const pages = Array.from({ length: 2000 }, (_, index) => index + 1);
  const sample = samplePages(pages);
  expect(sample).toHaveLength(60);
  expect(sample.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(sample.at(-1)).toBe(2000);
});
