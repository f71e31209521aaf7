import { checkLimits } from '@platen/core/internal';
import { expect, test } from 'vitest';

test('what is given is kept; undefined is not given', () => {
  const given = { maxPages: 3, maxFiles: Number.POSITIVE_INFINITY, maxRunMs: null, maxOutputs: undefined };
  expect(checkLimits(given as never)).toEqual({ maxPages: 3, maxFiles: Number.POSITIVE_INFINITY, maxRunMs: null });
});

test.each([
  [{ maxPages: Number('nothing') }, /^limits\.maxPages must be a number of at least 0, not NaN$/],
  [{ maxPages: -1 }, /not -1$/],
  [{ maxPages: '3' }, /not 3$/],
  [{ maxPages: null }, /not null$/],
  [{ maxRunMs: 'x' }, /or null, not x$/],
  [{ maxPagez: 3 }, /^limits\.maxPagez is not a limit\. The limits are maxFileBytes, /],
  [{ constructor: 3 }, /^limits\.constructor is not a limit/],
])('%j is refused', (given, message) => {
  expect(() => checkLimits(given as never)).toThrow(message);
});
