import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchUpload } from '../src/watch-upload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An upload of which so many bytes come every ten seconds for so long; gives what was found wrong with it, and when. */
function watch(bytesPerTenSeconds: number, forSeconds: number, maxBytes: number) {
  const socket = { bytesRead: 0 };
  const problems: string[] = [];
  const begunAt = performance.now();
  let failedAfter = 0;
  using _ = watchUpload({ socket }, maxBytes, (problem) => {
    failedAfter ||= Math.round((performance.now() - begunAt) / 1_000);
    problems.push(problem);
  });
  for (let second = 0; second < forSeconds; second += 10) {
    socket.bytesRead += bytesPerTenSeconds;
    vi.advanceTimersByTime(10_000);
  }
  return { problem: problems[0], failedAfter };
}

test('an upload that stops is given up after two minutes', () => {
  const { problem, failedAfter } = watch(0, 300, 1e9);
  expect(problem).toBe('nothing arrived for 120 s');
  expect(failedAfter).toBeGreaterThanOrEqual(120);
  expect(failedAfter).toBeLessThanOrEqual(125);
});

test('an upload that trickles is given up when the largest would have come at 100 KB/s', () => {
  expect(watch(1, 300, 10_240_000)).toMatchObject({ problem: 'the upload took longer than 160 s', failedAfter: 160 });
});

test('a slow upload that keeps coming is waited for', () => {
  expect(watch(1_000_000, 2_900, 300e6).problem).toBeUndefined();
});
