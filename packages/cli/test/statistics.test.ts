import { describe, expect, test } from 'vitest';
import { createRandom } from '../src/bench/random.ts';
import {
  bootstrapInterval,
  compareRuns,
  compareWithPeer,
  median,
  percentile,
  type Samples,
} from '../src/bench/statistics.ts';

const turns = 9;

/**
 * A run as machines give it: all of it off by 3 %, each turn by 8 %, one turn in ten up to twice as long, and the machine as
 * a whole up to half slower, which the yardstick shows as well.
 */
function simulateRun(seed: number, trueMs: number): Samples {
  const random = createRandom(seed);
  const even = () => random.integer(-100_000, 100_000) / 100_000;
  const normal = () => even() + even() + even();
  const ofRun = Math.exp(0.03 * normal());
  const machine = ofRun * (1 + random.integer(0, 50) / 100);
  const outlier = () => (random.chance(0.1) ? 1 + random.integer(0, 100) / 100 : 1);
  return {
    ours: Array.from({ length: turns }, () => trueMs * machine * Math.exp(0.08 * normal()) * outlier()),
    // The least of three, which has no outliers.
    yardstick: Array.from({ length: turns }, () => 20 * (machine / ofRun) * Math.exp(0.04 * normal())),
  };
}

const verdictsOf = (pairs: number, factor: number) =>
  Array.from({ length: pairs }, (_, pair) =>
    compareRuns(simulateRun(2 * pair + 1, 100), simulateRun(2 * pair + 2, 100 * factor)),
  ).map(({ verdict }) => verdict);

describe('two runs', () => {
  test('of the same code are not told apart', () => {
    expect(verdictsOf(100, 1).filter((verdict) => verdict !== 'not distinguishable')).toEqual([]);
  });

  test('of code that takes half as long again mostly are', () => {
    expect(verdictsOf(50, 1.5).filter((verdict) => verdict === 'slower').length).toBeGreaterThan(30);
    expect(verdictsOf(50, 1 / 1.5).filter((verdict) => verdict === 'faster').length).toBeGreaterThan(30);
  });

  test('of few turns are not told apart, however far', () => {
    const few = (ours: number) => ({ ours: [ours, ours, ours], yardstick: [20, 20, 20] });
    expect(compareRuns(few(100), few(900)).verdict).toBe('not distinguishable');
  });
});

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
  expect(compareWithPeer([10, 11, 12], [20, 22, 24]).ratio).toBe(0.5);
});

test('a percentile between two that never ended is one that never ended', () => {
  expect(percentile([1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], 75)).toBe(Number.POSITIVE_INFINITY);
  expect(percentile([1, 2, 3], 75)).toBe(2.5);
});
