import { ConversionError, type JobStore } from '@platen/core';
import {
  createMemoryBlobStore,
  createMemoryJobBus,
  createMemoryJobQueue,
  createMemoryJobStore,
  createMemoryLeaderLock,
  createMemoryNodeRegistry,
} from '@platen/core/memory';
import { expect, test } from 'vitest';
import { createTestEngine, ended, keysIn, started } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

const request = { operation: 'test/work', inputs: [{ fileName: 'a.pdf', data: pdfBytes }] };

/** What the nodes of one installation share. */
function sharedStores() {
  return {
    jobs: createMemoryJobStore(),
    blobs: createMemoryBlobStore(),
    queue: createMemoryJobQueue(),
    bus: createMemoryJobBus(),
    leader: createMemoryLeaderLock(),
    nodes: createMemoryNodeRegistry(),
  };
}

test('a node that only accepts hands its jobs to one that works, and hears how they end', async () => {
  const shared = sharedStores();
  const [front, back] = [(await createTestEngine(shared)).engine, (await createTestEngine(shared)).engine];
  await front.start({ work: false, maintain: false });
  await back.start();
  const heard: (readonly [string, boolean])[] = [];
  for (const event of ['job-queued', 'job-started', 'job-completed'] as const) {
    front.on(event, (_, { nodeId, isLocal }) => heard.push([`${event} on ${nodeId}`, isLocal]));
  }
  const { id } = await front.submit(request);
  expect(await ended(front, id)).toMatchObject({ state: 'completed', runs: [{ nodeId: back.nodeId }] });
  await expect
    .poll(() => heard)
    .toEqual([
      [`job-queued on ${front.nodeId}`, true],
      [`job-started on ${back.nodeId}`, false],
      [`job-completed on ${back.nodeId}`, false],
    ]);
  expect(await front.status()).toMatchObject({ state: 'running', running: 0 });
});

test('a listener that is about its own node alone has no record read of what others do', async () => {
  const shared = sharedStores();
  const asked: string[] = [];
  const jobs: JobStore = {
    ...shared.jobs,
    get(id) {
      asked.push(id);
      return shared.jobs.get(id);
    },
  };
  const [counting, back] = [
    (await createTestEngine({ ...shared, jobs })).engine,
    (await createTestEngine(shared)).engine,
  ];
  await counting.start({ work: false, maintain: false });
  await back.start();
  const heard: string[] = [];
  counting.on('job-completed', ({ id }) => heard.push(id), { remote: false });
  const first = await back.submit(request);
  await ended(back, first.id);
  // One that wants to hear of others, until it does not any more.
  const told: string[] = [];
  const stop = counting.on('job-completed', ({ id }) => told.push(id));
  const second = await back.submit(request);
  await expect.poll(() => told).toEqual([second.id]);
  stop();
  stop();
  expect(asked).toEqual([second.id]);
  expect(heard).toEqual([]);
});

test('nodes are listed with what they do, until they stop', async () => {
  const shared = sharedStores();
  const [front, back] = [(await createTestEngine(shared)).engine, (await createTestEngine(shared)).engine];
  await front.start({ work: false });
  await back.start({ maintain: false });
  expect(await front.nodes()).toMatchObject([
    { id: front.nodeId, works: false, maintains: true, operations: [], pid: process.pid },
    { id: back.nodeId, works: true, maintains: false, operations: expect.arrayContaining(['test/work']) },
  ]);
  await back.stop(0);
  expect((await front.nodes()).map(({ id }) => id)).toEqual([front.nodeId]);
});

test('a job is cancelled from a node that does not run it', async () => {
  const shared = sharedStores();
  const [front, back] = [await createTestEngine(shared), await createTestEngine(shared)];
  await front.engine.start({ work: false });
  await back.engine.start();
  const { id } = await front.engine.submit({ ...request, options: { act: 'spin' } });
  await started(front.engine, id);
  expect(await front.engine.cancel(id)).toMatchObject({ state: 'cancelled' });
  await expect.poll(back.leftovers).toEqual([]);
});

test('a message of a cancellation that comes late, about an earlier run, stops no run and tells nobody', async () => {
  const shared = sharedStores();
  const [front, back] = [(await createTestEngine(shared)).engine, (await createTestEngine(shared)).engine];
  await front.start({ work: false });
  await back.start();
  const heard: string[] = [];
  front.on('job-cancelled', ({ state }) => heard.push(state));
  front.on('job-failed', ({ error }) => heard.push(error.code));
  back.on('job-started', ({ id: jobId }) => {
    for (const event of ['job-cancelled', 'job-failed', 'job-cancelled'] as const) {
      void shared.bus.publish({ event, jobId, nodeId: 'a node behind a slow network' });
    }
  });
  const { id } = await front.submit(request);
  expect(await ended(back, id)).toMatchObject({ state: 'completed', attempts: 1 });
  await ended(front, id);
  expect(heard).toEqual([]);
});

test('an owner is held to its bound by all nodes together, and loses no turn', async () => {
  const shared = { ...sharedStores(), limits: { maxRunningPerOwner: 1 }, concurrency: 4 };
  const nodes = [(await createTestEngine(shared)).engine, (await createTestEngine(shared)).engine];
  let most = 0;
  for (const node of nodes) {
    node.on('job-started', async () => {
      most = Math.max(most, (await shared.jobs.counts('busy')).processing);
    });
  }
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1)
    ids.push((await nodes[0]?.submit({ ...request, ownerId: 'busy' }))?.id ?? '');
  for (const node of nodes) await node.start();
  for (const id of ids) {
    await expect.poll(async () => (await shared.jobs.get(id))?.state).toBe('completed');
    expect((await shared.jobs.get(id))?.attempts).toBe(1);
  }
  expect(most).toBe(1);
});

test('a failed job is tried again with its inputs, where those are kept', async () => {
  const blobs = createMemoryBlobStore();
  const { engine } = await createTestEngine({ blobs, keepFailedInputs: true });
  await engine.start();
  const { id } = await engine.submit({ ...request, ownerId: 'o', options: { act: 'fail' } });
  expect(await ended(engine, id)).toMatchObject({ state: 'failed' });
  expect(await engine.standing('o')).toMatchObject({ quotaUsed: 0 });
  expect(await keysIn(blobs, `jobs/${id}`)).toHaveLength(1);
  expect(await engine.retry(id)).toMatchObject({ id, state: 'queued', attempts: 0 });
  await expect.poll(async () => (await engine.get(id))?.fence).toBe(2);
  expect(await ended(engine, id)).toMatchObject({ state: 'failed', attempts: 1 });
});

test('what has not failed, or whose inputs are gone, is not tried again', async () => {
  const { engine } = await createTestEngine();
  await engine.start();
  const failed = await engine.submit({ ...request, options: { act: 'fail' } });
  const completed = await engine.submit(request);
  for (const { id } of [failed, completed]) {
    await ended(engine, id);
    await expect(engine.retry(id)).rejects.toMatchObject({ code: 'NOT_RETRYABLE' });
  }
  expect(await engine.retry('unknown')).toBeNull();
});

test('a removed job is gone with its files, running or not', async () => {
  const blobs = createMemoryBlobStore();
  const { engine, leftovers } = await createTestEngine({ blobs });
  await engine.start();
  const completed = await engine.submit(request);
  await ended(engine, completed.id);
  const running = await engine.submit({ ...request, options: { act: 'spin' } });
  await started(engine, running.id);
  for (const { id } of [completed, running]) {
    expect(await engine.remove(id)).toBe(true);
    expect(await engine.get(id)).toBeNull();
    expect(await engine.remove(id)).toBe(false);
  }
  await expect.poll(leftovers).toEqual([]);
  await expect.poll(() => keysIn(blobs, 'jobs')).toEqual([]);
});

test('that a job is gone is told on the node that removed it alone', async () => {
  const shared = sharedStores();
  const [front, back] = [(await createTestEngine(shared)).engine, (await createTestEngine(shared)).engine];
  const told: string[] = [];
  for (const [name, engine] of Object.entries({ front, back })) {
    engine.on('job-purged', ({ id }) => void told.push(`${id} on ${name}`));
    engine.on('job-cancelled', ({ id }) => void told.push(`end of ${id} on ${name}`));
    await engine.start({ work: false, maintain: false });
  }
  const [first, second] = [await front.submit(request), await front.submit(request)];
  await back.remove(first.id);
  // Events of other nodes come in order: one of the first job would have come before.
  await back.cancel(second.id);
  await expect.poll(() => told).toContain(`end of ${second.id} on front`);
  expect(told.filter((each) => !each.startsWith('end'))).toEqual([`${first.id} on back`]);
});

test('messages of an end are in the outbox with it', async () => {
  const jobs = createMemoryJobStore();
  const { engine } = await createTestEngine({
    jobs,
    messagesFor: (job, { state }) => [{ topic: `job.${state}`, payload: { jobId: job.id } }],
  });
  const cancelled = await engine.submit(request);
  await engine.cancel(cancelled.id);
  await engine.start();
  const { id } = await engine.submit(request);
  await ended(engine, id);
  expect(await jobs.outbox.take({ limit: 10, holdMs: 1_000 })).toMatchObject([
    { topic: 'job.cancelled', jobId: cancelled.id },
    { topic: 'job.completed', jobId: id },
  ]);
});

test('a job store that is away for a moment when a job ends is told once it is back', async () => {
  const inner = createMemoryJobStore();
  let failures = 1;
  const finish: JobStore['finish'] = async (...args) => {
    failures -= 1;
    if (failures >= 0) throw new ConversionError('SERVICE_UNAVAILABLE', 'The store is down');
    return inner.finish(...args);
  };
  const { engine } = await createTestEngine({ jobs: { ...inner, finish } });
  await engine.start();
  const { id } = await engine.submit(request);
  expect(await ended(engine, id)).toMatchObject({ state: 'completed', attempts: 1, fence: 1 });
});

test('an end that the job store took in and did not answer is an end all the same: its outputs stay', async () => {
  const inner = createMemoryJobStore();
  const blobs = createMemoryBlobStore();
  let calls = 0;
  const finish: JobStore['finish'] = async (...args) => {
    const result = await inner.finish(...args);
    calls += 1;
    if (calls === 1) throw new ConversionError('SERVICE_UNAVAILABLE', 'The connection was lost');
    return result;
  };
  const { engine } = await createTestEngine({ jobs: { ...inner, finish }, blobs });
  const told = Promise.withResolvers<string>();
  engine.on('job-completed', ({ id }) => told.resolve(id));
  await engine.start();
  const { id } = await engine.submit(request);
  expect(await told.promise).toBe(id);
  expect(calls).toBe(2);
  expect(await keysIn(blobs, `jobs/${id}`)).toEqual([`jobs/${id}/out-1/0`]);
});
