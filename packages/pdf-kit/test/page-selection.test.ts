import { expect, test } from 'vitest';
import { parsePageSelection, selectedPageNumbers, selectPages } from '../src/page-selection.ts';

const limits = { maxPageRepeats: 3 };

test('each item selects its own pages, spaces ignored', () => {
  const selected = selectPages(' 1, 3 - 4 ,last, -2, 5-', 6, limits);
  expect(selected.map(({ pages }) => pages)).toEqual([[1], [3, 4], [6], [1, 2], [5, 6]]);
});

test('odd and even select by page number', () => {
  expect(selectPages('odd,even', 5, limits).map(({ pages }) => pages)).toEqual([
    [1, 3, 5],
    [2, 4],
  ]);
});

test('an end past the last page is clipped and said', () => {
  expect(selectPages('2-99', 3, limits)).toEqual([{ item: '2-99', pages: [2, 3], clipped: true }]);
});

test('a start past the last page fails with its reason', () => {
  expect(() => selectPages('4', 3, { ...limits, fileName: 'a.pdf' })).toThrow(
    expect.objectContaining({
      code: 'PROCESSING_FAILED',
      details: { reason: 'page_out_of_range', fileName: 'a.pdf', page: 4, pageCount: 3 },
    }),
  );
});

test('a number too large to count with is shown as it was sent', () => {
  const asked = '99999999999999999999';
  expect(() => selectPages(asked, 3, limits)).toThrow(
    expect.objectContaining({
      message: `Page ${asked} is selected, but the document has 3`,
      details: { reason: 'page_out_of_range', pageCount: 3 },
    }),
  );
  expect(selectPages(`2-${asked}`, 3, limits)).toEqual([{ item: `2-${asked}`, pages: [2, 3], clipped: true }]);
});

test('a selection of no page at all fails instead of giving an empty document', () => {
  const error = expect.objectContaining({
    message: '"even" selects no page: the document has 1 page',
    details: { reason: 'page_out_of_range', fileName: 'a.pdf', pageCount: 1 },
  });
  expect(() => selectPages('even', 1, { maxPageRepeats: 9, fileName: 'a.pdf' })).toThrow(error);
  expect(() => selectedPageNumbers('even', 1, { maxPages: 9, fileName: 'a.pdf' })).toThrow(error);
  expect(selectedPageNumbers('even,1', 1, { maxPages: 9 }).pages).toEqual([1]);
});

test('a page selected twice is listed once, in the order asked for', () => {
  expect(selectedPageNumbers('3,1-3', 5, { maxPages: 5 }).pages).toEqual([3, 1, 2]);
});

test('more pages than allowed fail before they are listed', () => {
  expect(() => selectedPageNumbers(null, 1_000_000_000, { maxPages: 2_000 })).toThrow(
    expect.objectContaining({
      details: { reason: 'page_limit', limit: 'maxPages', allowed: 2_000, actual: 1_000_000_000 },
    }),
  );
  expect(selectedPageNumbers('1-3', 1_000_000_000, { maxPages: 3 }).pages).toEqual([1, 2, 3]);
});

test.each(['', ',', '-', '0', '0-3', '3-1', 'last-2', 'x', '1--2', '1-2-3', '1;2', '٣'])('%j is refused', (text) => {
  expect(parsePageSelection(text)).toEqual(expect.any(String));
});

test.each([
  ['2,2,2,2', 2, 4],
  ['-3,3-,odd,1-4', 3, 4],
  ['even,even,2-4,4-,1', 4, 4],
  [Array.from({ length: 10_000 }, () => '1-').join(), 1, 10_000],
])('a page that %.20s repeats too often fails with how often', (text, page, actual) => {
  expect(() => selectPages(text, 2_000, limits)).toThrow(
    expect.objectContaining({
      code: 'PROCESSING_FAILED',
      details: { reason: 'output_limit', limit: 'maxPageRepeats', allowed: 3, actual, page },
    }),
  );
});

test('as many repeats of a page as are allowed pass', () => {
  expect(selectPages('-3,3-,odd,even', 4, limits)).toHaveLength(4);
});

test('a list of more items than anybody needs is refused before it is read', () => {
  expect(parsePageSelection('1,'.repeat(32_000))).toBe('has 32001 items; 10000 are allowed');
});
