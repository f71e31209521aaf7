import { createRandom } from '@platen/cli/bench';
import { describe, expect, test } from 'vitest';
import { compareRuns, compareWithPeer, type Samples } from '../src/run-comparison.ts';

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

test('a peer that takes twice as long is a ratio of one half', () => {
  expect(compareWithPeer([10, 11, 12], [20, 22, 24]).ratio).toBe(0.5);
});
