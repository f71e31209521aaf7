import { expect, test } from 'vitest';
import { bootstrapInterval, median, percentile } from '../src/bench/statistics.ts';

test('percentiles fall between values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(percentile([10, 20], 75)).toBe(17.5);
  expect(median([])).toBeNaN();
});

test('an interval contains what it is of, is the same again, and narrows with more samples', () => {
  const samples = (count: number) => Array.from({ length: count }, (_, index) => 100 + ((index * 7) % 20));
  const interval = (count: number) => bootstrapInterval([samples(count)], ([drawn]) => median(drawn));
  const { low, high } = interval(9);
  expect(low).toBeLessThanOrEqual(median(samples(9)));
  expect(high).toBeGreaterThanOrEqual(median(samples(9)));
  expect(interval(9)).toEqual({ low, high });
  const wide = interval(200);
  expect(wide.high - wide.low).toBeLessThan(high - low);
});

test('a percentile between two that never ended is one that never ended', () => {
  expect(percentile([1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], 75)).toBe(Number.POSITIVE_INFINITY);
  expect(percentile([1, 2, 3], 75)).toBe(2.5);
});
