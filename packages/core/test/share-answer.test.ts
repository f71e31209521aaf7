import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareAnswer } from '../src/share-answer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('who asks while an answer is under way, or soon after it came, gets that answer', async () => {
  const asked: PromiseWithResolvers<number>[] = [];
  const read = shareAnswer(
    () => (asked[asked.push(Promise.withResolvers()) - 1] as PromiseWithResolvers<number>).promise,
    100,
  );
  const both = Promise.all([read(), read()]);
  vi.advanceTimersByTime(1_000);
  void read();
  asked[0]?.resolve(1);
  expect(await both).toEqual([1, 1]);
  vi.advanceTimersByTime(99);
  expect([await read(), asked.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(1);
  void read();
  expect(asked.length).toBe(2);
});

test('a rejection is shared as well, and asked again afterwards', async () => {
  let times = 0;
  const read = shareAnswer(async () => {
    times += 1;
    throw new Error(`no ${times}`);
  }, 100);
  await expect(read()).rejects.toThrow('no 1');
  await expect(read()).rejects.toThrow('no 1');
  vi.advanceTimersByTime(100);
  await expect(read()).rejects.toThrow('no 2');
});
