import {
  createMemoryBlobStore,
  createMemoryJobQueue,
  createMemoryJobStore,
  createMemoryKeyStore,
  createMemoryQuotaStore,
  createMemoryRateLimiter,
} from '@platen/core/memory';
import {
  blobStoreSuite,
  createFakeClock,
  jobQueueSuite,
  jobStoreSuite,
  keyStoreSuite,
  quotaStoreSuite,
  rateLimiterSuite,
} from '@platen/testing';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
});

jobStoreSuite(() => ({ subject: createMemoryJobStore() }));
blobStoreSuite(() => ({ subject: createMemoryBlobStore() }));
keyStoreSuite(() => ({ subject: createMemoryKeyStore() }));
quotaStoreSuite(() => ({ subject: createMemoryQuotaStore() }));

jobQueueSuite(() => {
  vi.useFakeTimers();
  const advance = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { subject: createMemoryJobQueue({ visibilityMs: 10_000 }), advance, visibilityMs: 10_000 };
});

rateLimiterSuite(() => {
  const clock = createFakeClock();
  return { subject: createMemoryRateLimiter({ clock }), advance: async (ms) => clock.advance(ms) };
});

test('owners take strict turns', async () => {
  const queue = createMemoryJobQueue();
  for (const jobId of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
    await queue.enqueue({ jobId, owner: jobId.charAt(0), maxDelivered: null });
  const order: (string | undefined)[] = [];
  while ((await queue.size()) > 0) order.push((await queue.claim(new AbortController().signal))?.jobId);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('an owner at its bound is passed over until one of its deliveries ends, and loses nothing', async () => {
  const queue = createMemoryJobQueue();
  const claim = () => queue.claim(new AbortController().signal);
  for (const jobId of ['a1', 'a2', 'a3', 'b1']) {
    await queue.enqueue({ jobId, owner: jobId.charAt(0), maxDelivered: 1 });
  }
  const first = await claim();
  expect([first?.jobId, (await claim())?.jobId]).toEqual(['a1', 'b1']);
  const held = claim();
  await queue.enqueue({ jobId: 'c1', owner: 'c', maxDelivered: 1 });
  expect((await held)?.jobId).toBe('c1');
  const next = claim();
  await first?.ack();
  const second = await next;
  expect(second?.jobId).toBe('a2');
  await second?.nack(0);
  expect((await claim())?.jobId).toBe('a3');
  expect(await queue.size()).toBe(1);
});

test('a delivery whose holder fell silent no longer counts against its owner', async () => {
  vi.useFakeTimers();
  const queue = createMemoryJobQueue({ visibilityMs: 10_000 });
  const claim = () => queue.claim(new AbortController().signal);
  for (const jobId of ['a1', 'a2']) await queue.enqueue({ jobId, owner: 'a', maxDelivered: 1 });
  await claim();
  const next = claim();
  await vi.advanceTimersByTimeAsync(10_001);
  expect((await next)?.jobId).toBe('a2');
});

test('a clock that goes back and forth locks no key out for longer than its window', async () => {
  const clock = createFakeClock();
  const limiter = createMemoryRateLimiter({ clock });
  const once = { limit: 1, windowMs: 1_000 };
  for (const jumpMs of [0, -3_600_000, 7_200_000, -3_600_000]) {
    clock.advance(jumpMs);
    expect(await limiter.take('a', once)).toMatchObject({ allowed: true });
    expect(await limiter.take('a', once)).toMatchObject({ allowed: false, retryAfterMs: 1_000 });
    clock.advance(1_000);
  }
});

test('the rate limiter forgets the least recently used key past its bound', async () => {
  const clock = createFakeClock();
  const limiter = createMemoryRateLimiter({ clock, maxKeys: 2 });
  const once = { limit: 1, windowMs: 1_000 };
  for (const key of ['a', 'b', 'c']) await limiter.take(key, once);
  expect((await limiter.peek('a', once)).allowed).toBe(true);
  expect((await limiter.peek('b', once)).allowed).toBe(false);
});
