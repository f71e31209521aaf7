import { expect, test } from 'vitest';
import { parsePageSelection, selectedPageNumbers, selectPages } from '../src/page-selection.ts';

test('each item selects its own pages, spaces ignored', () => {
  const selected = selectPages(' 1, 3 - 4 ,last, -2, 5-', 6);
  expect(selected.map(({ pages }) => pages)).toEqual([[1], [3, 4], [6], [1, 2], [5, 6]]);
});

test('odd and even select by page number', () => {
  expect(selectPages('odd,even', 5).map(({ pages }) => pages)).toEqual([
    [1, 3, 5],
    [2, 4],
  ]);
});

test('an end past the last page is clipped and said', () => {
  expect(selectPages('2-99', 3)).toEqual([{ item: '2-99', pages: [2, 3], clipped: true }]);
});

test('a start past the last page fails with its reason', () => {
  expect(() => selectPages('4', 3, 'a.pdf')).toThrow(
    expect.objectContaining({
      code: 'PROCESSING_FAILED',
      details: { reason: 'page_out_of_range', fileName: 'a.pdf', page: 4, pageCount: 3 },
    }),
  );
});

test('a page selected twice is listed once, in the order asked for', () => {
  expect(selectedPageNumbers('3,1-3', 5, { maxPages: 5 }).pages).toEqual([3, 1, 2]);
});

test('more pages than allowed fail before they are listed', () => {
  expect(() => selectedPageNumbers(null, 1_000_000_000, { maxPages: 2_000 })).toThrow(
    expect.objectContaining({
      details: { reason: 'page_out_of_range', limit: 'maxPages', allowed: 2_000, actual: 1_000_000_000 },
    }),
  );
  expect(selectedPageNumbers('1-3', 1_000_000_000, { maxPages: 3 }).pages).toEqual([1, 2, 3]);
});

test.each(['', ',', '-', '0', '0-3', '3-1', 'last-2', 'x', '1--2', '1-2-3', '1;2', '٣'])('%j is refused', (text) => {
  expect(parsePageSelection(text)).toEqual(expect.any(String));
});
