import { expect, test } from 'vitest';
import { defaultMaxAttempts, expiryDelaysMs, maxOutages, maxShortages, outageDelayMs } from '../src/backoff.ts';

// The figures of docs/jobs.md.

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a job that cannot be run waits 1 s, 2 s, 4 s and so on up to two minutes', () => {
  const delays = numbers(9).map(outageDelayMs);
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120].map((each) => each * seconds));
});

test('it fails after about a day of outage, or two hours of shortage', () => {
  expect(sum(numbers(maxOutages).map(outageDelayMs)) / hours).toBeCloseTo(24, 0);
  expect(sum(numbers(maxShortages).map(outageDelayMs)) / hours).toBeCloseTo(2, 0);
});

test('between two starts that kill the host it takes 15 s, doubled up to two minutes: half an hour for 20 attempts', () => {
  const leaseMs = 15 * seconds;
  const delays = expiryDelaysMs(leaseMs);
  const gaps = numbers(defaultMaxAttempts(true)).map(
    (attempt) => leaseMs + (delays[attempt - 1] ?? delays.at(-1) ?? 0),
  );
  expect(gaps.slice(0, 5)).toEqual([15, 30, 60, 120, 120].map((each) => each * seconds));
  expect(sum(gaps)).toBeGreaterThan(30 * minutes);
  expect(defaultMaxAttempts(false)).toBe(5);
});
