import {
  createMemoryBlobStore,
  createMemoryJobBus,
  createMemoryJobQueue,
  createMemoryJobStore,
  createMemoryKeyStore,
  createMemoryLeaderLock,
  createMemoryNodeRegistry,
  createMemoryRateLimiter,
  createMemoryWebhookStore,
} from '@platen/core/memory';
import {
  blobStoreSuite,
  createFakeClock,
  jobBusSuite,
  jobQueueSuite,
  jobStoreSuite,
  keyStoreSuite,
  leaderLockSuite,
  nodeRegistrySuite,
  rateLimiterSuite,
  sampleItem,
  webhookStoreSuite,
} from '@platen/testing';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
});

const withClock = <Type>(make: (clock: ReturnType<typeof createFakeClock>) => Type) => {
  const clock = createFakeClock();
  return { subject: make(clock), advance: async (ms: number) => clock.advance(ms) };
};

jobStoreSuite(() => withClock((clock) => createMemoryJobStore({ clock })));
leaderLockSuite(() => withClock((clock) => createMemoryLeaderLock({ clock })));
nodeRegistrySuite(() => withClock((clock) => createMemoryNodeRegistry({ clock })));
rateLimiterSuite(() => withClock((clock) => createMemoryRateLimiter({ clock })));
webhookStoreSuite(() => withClock((clock) => createMemoryWebhookStore({ clock })));
jobBusSuite(() => ({ subject: createMemoryJobBus() }));
blobStoreSuite(() => ({ subject: createMemoryBlobStore() }));
keyStoreSuite(() => ({ subject: createMemoryKeyStore() }));

jobQueueSuite(() => {
  vi.useFakeTimers();
  const advance = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { subject: createMemoryJobQueue({ visibilityMs: 10_000 }), advance, visibilityMs: 10_000, latencyMs: 10 };
});

test('owners take strict turns', async () => {
  const queue = createMemoryJobQueue();
  await queue.enqueue(
    ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((jobId) => sampleItem(jobId, { ownerId: jobId.charAt(0) })),
  );
  const order: (string | undefined)[] = [];
  while ((await queue.size()) > 0) {
    order.push((await queue.take(new AbortController().signal, { operations: ['pdf/merge'] }))?.jobId);
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a store may be wrapped by spreading it', async () => {
  const store = { ...createMemoryJobStore() };
  expect(await store.get('a')).toBeNull();
  const queue = { ...createMemoryJobQueue() };
  expect(await queue.size()).toBe(0);
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
