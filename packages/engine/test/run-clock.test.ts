import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRunClock } from '../src/run-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = () => new Error('late');

test('time in which no call is at work does not count', () => {
  const clock = createRunClock(1_000, late);
  vi.advanceTimersByTime(5_000);
  const end = clock.begin();
  vi.advanceTimersByTime(600);
  end();
  vi.advanceTimersByTime(5_000);
  expect(clock.elapsedMs()).toBe(600);
  expect(clock.signal.aborted).toBe(false);
  clock.begin();
  vi.advanceTimersByTime(400);
  expect(clock.signal.reason).toMatchObject({ message: 'late' });
});

test('calls side by side count once', () => {
  const clock = createRunClock(1_000, late);
  const first = clock.begin();
  const second = clock.begin();
  vi.advanceTimersByTime(500);
  first();
  first();
  vi.advanceTimersByTime(100);
  second();
  expect(clock.elapsedMs()).toBe(600);
});

test('a stopped clock never aborts', () => {
  const clock = createRunClock(1_000, late);
  clock.begin();
  clock.stop();
  vi.advanceTimersByTime(5_000);
  expect(clock.signal.aborted).toBe(false);
});

test.each([Number.POSITIVE_INFINITY, 40 * 24 * 3_600_000])(
  'a limit longer than timers go, %d ms, ends nothing at once',
  (limitMs) => {
    const clock = createRunClock(limitMs, late);
    clock.begin();
    vi.advanceTimersByTime(3_600_000);
    expect(clock.signal.aborted).toBe(false);
  },
);
