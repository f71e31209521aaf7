import type { JobQueue, JobRecord, JobStore } from '@platen/core';
import { createMemoryJobQueue, createMemoryJobStore } from '@platen/core/memory';
import { collectRules, createFakeClock, jobQueueSuite, jobStoreSuite, type SharedSubject } from '@platen/testing';
import { expect, test, vi } from 'vitest';

type Breaks = (store: JobStore, clock: { now(): number }) => Partial<JobStore>;

/** The rules that a job store breaks which is right but for this. */
async function brokenRules(breaks: Breaks): Promise<readonly string[]> {
  const make = (): SharedSubject<JobStore> => {
    const clock = createFakeClock();
    const store = createMemoryJobStore({ clock });
    return { subject: { ...store, ...breaks(store, clock) }, advance: async (ms) => clock.advance(ms) };
  };
  return failing(collectRules((runner) => jobStoreSuite(make, runner)));
}

async function failing(rules: ReadonlyMap<string, () => Promise<void>>): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [name, check] of rules) await check().catch(() => failed.push(name));
  return failed;
}

/** Comes back later, as what lies behind a network does. */
function late<Adapter extends object>(adapter: Adapter, delayMs: number): Adapter {
  const delayed = Object.entries(adapter).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member];
    const call = async (...args: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return (member as (...args: unknown[]) => unknown)(...args);
    };
    return [name, call];
  });
  return Object.fromEntries(delayed) as Adapter;
}

test('a job store that is right breaks no rule', async () => {
  expect(await brokenRules(() => ({}))).toEqual([]);
});

test('a job store that ignores the cap of an owner is found out', async () => {
  const rules = await brokenRules((store) => ({
    claim: (id, request) => store.claim(id, { ...request, maxRunningPerOwner: null }),
  }));
  expect(rules).toContain('an owner never has more jobs running than it may, however many nodes race');
});

test('a job store whose pages end at a time, not at a job, is found out', async () => {
  const rules = await brokenRules((store) => ({
    async list(filter, { cursor, limit = 100 } = {}) {
      const all = await store.list(
        { ...filter, ...(cursor === undefined ? {} : { createdBefore: Number(cursor) }) },
        { limit },
      );
      return { ...all, nextCursor: all.jobs.length < limit ? null : String(all.jobs.at(-1)?.createdAt) };
    },
  }));
  expect(rules).toContain('pages leave out no job and show none twice, though many were made in the same millisecond');
});

test('a job store that goes by the clock of its caller is found out', async () => {
  // Its leases end by the clock of whoever claims; whoever sweeps goes by its own.
  const rules = await brokenRules((store, clock) => {
    const off = () => Date.now() - started;
    const started = Date.now();
    const leases = new Map<string, number>();
    return {
      claim(id, request) {
        leases.set(id, clock.now() + off() + request.leaseMs);
        return store.claim(id, request);
      },
      async requeueExpired(request) {
        const isOut = [...leases.values()].some((until) => until <= clock.now() + off());
        return isOut ? store.requeueExpired({ ...request, ignoreLeases: true }) : [];
      },
    };
  });
  expect(rules).toContain('a machine ahead or behind takes no healthy job away, and lengthens no lease');
});

test('a job store that gives one job to two sweepers is found out', async () => {
  const rules = await brokenRules((store) => {
    let last: readonly JobRecord[] = [];
    return {
      async takePurgeable(request) {
        const taken = await store.takePurgeable(request);
        last = taken.length > 0 ? taken : last;
        return last.slice(0, request.limit);
      },
    };
  });
  expect(rules).toContain('of two sweepers only one gets a job');
});

test('a job store that counts first and inserts later is found out', async () => {
  const rules = await brokenRules((store) => ({
    async insert(job, bounds) {
      const { quotaUsed } = await store.standing(job.ownerId);
      await Promise.resolve();
      const hasRoom = bounds.quotaPerMonth === null || quotaUsed < bounds.quotaPerMonth;
      return store.insert(job, hasRoom ? { ...bounds, quotaPerMonth: null } : bounds);
    },
  }));
  expect(rules).toContain('racing inserts never pass a bound');
});

test('a job store that shows secrets is found out', async () => {
  const rules = await brokenRules((store) => {
    const secrets = new Map<string, unknown>();
    return {
      insert(job, bounds) {
        secrets.set(job.id, job.secrets);
        return store.insert(job, bounds);
      },
      async get(id) {
        const job = await store.get(id);
        return job === null ? null : Object.assign({}, job, { secrets: secrets.get(id) });
      },
    };
  });
  expect(rules).toContain('secrets are in nothing but a claim');
});

/** The rules that a queue breaks which is right but for this, under a clock that does not run by itself. */
async function brokenQueueRules(breaks: (queue: JobQueue) => JobQueue): Promise<readonly string[]> {
  vi.useFakeTimers();
  try {
    const make = () => ({
      subject: breaks(createMemoryJobQueue({ visibilityMs: 10_000 })),
      advance: async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms)),
      visibilityMs: 10_000,
      latencyMs: 200,
    });
    return await failing(collectRules((runner) => jobQueueSuite(make, runner)));
  } finally {
    vi.useRealTimers();
  }
}

test('a queue that hands out what is done once more, if only later, is found out', async () => {
  const rules = await brokenQueueRules((queue) => ({
    ...queue,
    async take(signal, request) {
      const delivery = await queue.take(signal, request);
      // It comes after anybody who looks only once has gone.
      return delivery === null ? null : { ...delivery, done: () => delivery.giveBack(150) };
    },
  }));
  expect(rules).toContain('an item that is done does not come back');
});

test('a queue that hands out any operation is found out', async () => {
  const rules = await brokenQueueRules((queue) => ({
    ...queue,
    take: (signal) => queue.take(signal, { operations: ['pdf/merge', 'pdf/split'] }),
  }));
  expect(rules).toContain('only items of the operations asked for are handed out, and no other holds them up');
});

test('stores that answer late break no rule', async () => {
  const makeJobs = (): SharedSubject<JobStore> => {
    const clock = createFakeClock();
    const store = createMemoryJobStore({ clock });
    return { subject: late(store, 1), advance: async (ms) => clock.advance(ms) };
  };
  const jobRules = collectRules((runner) => jobStoreSuite(makeJobs, runner));
  expect(jobRules.size).toBeGreaterThan(50);
  expect(await failing(jobRules)).toEqual([]);
});
