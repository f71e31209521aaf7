import { parseByteSize } from '@platen/pdf-kit/options';
import { expect, test } from 'vitest';
import { pdfSplitOptions } from '../src/operation.ts';

test('two ways to split at once are refused, on the field that is one too many', () => {
  const result = pdfSplitOptions.safeParse({ pages: '1', every: '2', bookmarks: 'false' });
  expect(result.error?.issues.map(({ path }) => path)).toEqual([['every']]);
});

test('one way to split, as text, is read', () => {
  expect(pdfSplitOptions.parse({ parts: '3' })).toMatchObject({ parts: 3, bookmarks: false });
});

test('bookmarks are a level, in words and numbers', () => {
  const levels = [true, 'yes', '1', 2, '3', 'false', '0'].map(
    (bookmarks) => pdfSplitOptions.parse({ bookmarks }).bookmarks,
  );
  expect(levels).toEqual([1, 1, 1, 2, 3, false, false]);
  const refused = [4, '4', '', 'all', 1.5, null].map((bookmarks) => pdfSplitOptions.safeParse({ bookmarks }));
  expect(refused.map(({ error }) => error?.issues.map(({ path, message }) => [path.join('.'), message]))).toEqual(
    refused.map(() => [['bookmarks', 'must be true, false or a level from 1 to 3']]),
  );
});

test('pages are put into one file only where they are named', () => {
  const problems = (options: object) =>
    pdfSplitOptions.safeParse(options).error?.issues.map(({ path }) => path.join('.'));
  expect(problems({ merge: true })).toEqual(['merge']);
  expect(problems({ merge: true, every: 2 })).toEqual(['merge']);
  expect(problems({ merge: 'true', pages: '7,1-3' })).toBeUndefined();
});

test('a size has a number and a unit of bytes', () => {
  expect(['10MB', '1.5 MiB', '500kb', '200000'].map(parseByteSize)).toEqual([10_000_000, 1_572_864, 500_000, 200_000]);
  const refused = ['', '0', 'MB', '10 parsecs', '-5MB', '1.5', '10.0 b', '0.0001KB', '9'.repeat(400)];
  expect(refused.map(parseByteSize)).toEqual(refused.map(() => null));
});

test('a size that is none is refused', () => {
  expect(pdfSplitOptions.safeParse({ maxSize: 'large' }).success).toBe(false);
});
