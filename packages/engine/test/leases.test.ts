import { ConversionError, type JobRecord, silentLogger } from '@platen/core';
import {
  createMemoryBlobStore,
  createMemoryJobBus,
  createMemoryJobQueue,
  createMemoryJobStore,
  createMemoryLeaderLock,
  createMemoryNodeRegistry,
} from '@platen/core/memory';
import type { Executor } from '@platen/engine';
import { expect, test } from 'vitest';
import { createTestClock, createTestEngine, started } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

const request = { operation: 'test/work', inputs: [{ fileName: 'a.pdf', data: pdfBytes }] };

test('a run that is slow to stop does not take the lease of the next run of its job away', async () => {
  const runs: PromiseWithResolvers<never>[] = [];
  const { engine } = await createTestEngine({ executor: executorOf(runs), keepFailedInputs: true });
  await engine.start();
  const { id } = await engine.submit(request);
  await expect.poll(() => runs.length).toBe(1);
  await engine.cancel(id);
  await engine.retry(id);
  await expect.poll(() => runs.length).toBe(2);
  runs[0]?.reject(new Error('stopped at last'));
  // The lane of the first run is free again, and the second run is still this node's.
  const other = await engine.submit(request);
  await expect.poll(() => runs.length).toBe(3);
  expect((await engine.status()).running).toBe(2);
  for (const run of runs) run.reject(new Error('the end'));
  for (const jobId of [id, other.id]) {
    await expect.poll(async () => (await engine.get(jobId))?.state).toBe('failed');
  }
});

test('progress that is stored while its job ends is not told after the end', async () => {
  const jobs = createMemoryJobStore();
  const answers: (() => void)[] = [];
  const renew: typeof jobs.renew = async (...given) => {
    const lost = await jobs.renew(...given);
    await new Promise<void>((resolve) => answers.push(resolve));
    return lost;
  };
  const run = Promise.withResolvers<never>();
  const executor: Executor = {
    ...executorOf([]),
    async run({ onStarted, onMessage }) {
      onStarted();
      onMessage({ kind: 'progress', fraction: 0.5 });
      return run.promise;
    },
  };
  const { engine } = await createTestEngine({ jobs: { ...jobs, renew }, executor, leaseMs: 300 });
  const told: string[] = [];
  engine.on('job-progress', () => told.push('progress'));
  engine.on('job-failed', () => told.push('failed'));
  await engine.start({ maintain: false });
  await engine.submit(request);
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  run.reject(new Error('the end'));
  await expect.poll(() => told).toEqual(['failed']);
  for (const answer of answers) answer();
  await new Promise(setImmediate);
  expect(told).toEqual(['failed']);
});

test('progress comes with the record as it is then, and in the next attempt only once it has grown', async () => {
  const clock = createTestClock();
  const jobs = createMemoryJobStore({ clock });
  const renewed: number[] = [];
  const renew: typeof jobs.renew = async (renewals, leaseMs) => {
    const lost = await jobs.renew(renewals, leaseMs);
    renewed.push(...renewals.map(({ progress }) => progress));
    return lost;
  };
  const stores = { jobs: { ...jobs, renew }, blobs: createMemoryBlobStore(), clock, leaseMs: 300 };
  const createNode = async () => {
    const reporting = Promise.withResolvers<(fraction: number) => void>();
    const executor: Executor = {
      ...executorOf([]),
      run({ onStarted, onMessage, signal }) {
        onStarted();
        reporting.resolve((fraction) => onMessage({ kind: 'progress', fraction }));
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const { engine } = await createTestEngine({ ...stores, executor });
    const told: JobRecord[] = [];
    engine.on('job-progress', (job) => void told.push(job));
    await engine.start();
    return { engine, told, reporting: reporting.promise };
  };
  const first = await createNode();
  await first.engine.submit(request);
  (await first.reporting)(0.5);
  clock.advance(100);
  await expect.poll(() => first.told).toMatchObject([{ progress: 50, updatedAt: clock.now() }]);
  await first.engine.stop(0);

  const next = await createNode();
  const report = await next.reporting;
  report(0.3);
  clock.advance(100);
  await expect.poll(() => renewed).toContain(30);
  expect(next.told).toEqual([]);
  report(0.7);
  await expect.poll(() => next.told).toMatchObject([{ progress: 70, updatedAt: clock.now() }]);
});

test('after an outage of the database every node gets the time to renew its leases', async () => {
  const clock = createTestClock();
  const jobs = createMemoryJobStore({ clock });
  const leader = createMemoryLeaderLock();
  const nodes = createMemoryNodeRegistry();
  let isDown = false;
  const guard =
    <Given extends readonly unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given) => {
      if (isDown) throw new ConversionError('SERVICE_UNAVAILABLE', 'The database is down');
      return call(...given);
    };
  const shared = {
    jobs: { ...jobs, renew: guard(jobs.renew), requeueExpired: guard(jobs.requeueExpired) },
    leader: { ...leader, hold: guard(leader.hold) },
    nodes: { ...nodes, report: guard(nodes.report) },
    blobs: createMemoryBlobStore(),
    queue: createMemoryJobQueue(),
    bus: createMemoryJobBus(),
    leaseMs: 1_200,
    sweepIntervalMs: 10,
    logger: silentLogger,
  };
  const { engine: keeper } = await createTestEngine(shared);
  const runs: PromiseWithResolvers<never>[] = [];
  const { engine: worker } = await createTestEngine({ ...shared, executor: executorOf(runs) });
  await keeper.start({ work: false });
  await worker.start({ maintain: false });
  const { id } = await keeper.submit(request);
  await started(keeper, id);

  isDown = true;
  clock.advance(20_000);
  await new Promise((resolve) => setTimeout(resolve, 50)); // Some rounds of the housekeeping.
  isDown = false;
  await expect.poll(async () => (await jobs.get(id))?.leaseUntil).toBe(clock.now() + shared.leaseMs);
  expect(await jobs.get(id)).toMatchObject({ state: 'processing', attempts: 1, fence: 1 });
  for (const run of runs) run.reject(new Error('the end'));
});

/** Runs that end when the test says so, deaf to their signal. */
function executorOf(runs: PromiseWithResolvers<never>[]): Executor {
  return {
    concurrency: 2,
    isolated: true,
    starts: null,
    problemOf: () => null,
    checkWorkers() {},
    async open() {},
    async close() {},
    async run({ onStarted }) {
      onStarted();
      const run = Promise.withResolvers<never>();
      runs.push(run);
      return run.promise;
    },
  };
}
