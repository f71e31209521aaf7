import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type BlobStore, ConversionError, type JobStore, silentLogger } from '@platen/core';
import { checkOptions } from '@platen/core/internal';
import { createMemoryBlobStore, createMemoryJobQueue, createMemoryJobStore } from '@platen/core/memory';
import { createThreadExecutor } from '@platen/engine';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestClock, createTestEngine, ended, keysIn, started } from './fixtures/test-engine.ts';
import { pdfBytes, work } from './fixtures/work.ts';

const request = { operation: 'test/work', inputs: [{ fileName: 'a.pdf', data: pdfBytes }] };

test('a job runs to completion and its output can be read, inputs gone', async () => {
  const blobs = createMemoryBlobStore();
  const { engine, leftovers } = await createTestEngine({ blobs });
  await engine.start();
  const submitted = await engine.submit({ ...request, ownerId: 'owner-1', keyId: 'key-1', correlationId: 'c-1' });
  expect(submitted).toMatchObject({
    state: 'queued',
    ownerId: 'owner-1',
    keyId: 'key-1',
    correlationId: 'c-1',
    progress: 0,
  });
  const job = await ended(engine, submitted.id);
  expect(job).toMatchObject({
    state: 'completed',
    progress: 100,
    attempts: 1,
    outputs: [{ fileName: 'copy of a.pdf', mediaType: 'application/pdf', sizeBytes: pdfBytes.byteLength }],
    warnings: [{ code: 'COPIED' }],
  });
  expect(await text(await engine.open(job.id, 0))).toBe('%PDF-1.7\n');
  expect(await text(await engine.open(job.id, 0, { start: 1, end: 3 }))).toBe('PDF');
  expect(await keysIn(blobs, `jobs/${job.id}`)).toEqual([`jobs/${job.id}/out-${job.fence}/0`]);
  expect(await leftovers()).toEqual([]);
});

test('a job submitted before the start waits for it', async () => {
  const { engine } = await createTestEngine();
  const { id } = await engine.submit(request);
  expect(await engine.status()).toMatchObject({ state: 'idle', running: 0 });
  expect(await engine.backlog()).toMatchObject([{ queued: 1, processing: 0 }]);
  await engine.start();
  expect(await ended(engine, id)).toMatchObject({ state: 'completed' });
});

test('a failed job keeps its error, and none of its files', async () => {
  const blobs = createMemoryBlobStore();
  const { engine } = await createTestEngine({ blobs });
  await engine.start();
  const { id } = await engine.submit({ ...request, options: { act: 'fail' } });
  expect(await ended(engine, id)).toMatchObject({
    state: 'failed',
    error: { code: 'PROCESSING_FAILED', message: 'There are no tables', details: { reason: 'no_tables' } },
    outputs: [],
  });
  expect(await keysIn(blobs, `jobs/${id}`)).toEqual([]);
});

test('a job whose input was lost fails as a job does, and names the file', async () => {
  const blobs = createMemoryBlobStore();
  const { engine } = await createTestEngine({ blobs });
  const { id, inputs } = await engine.submit(request);
  await blobs.remove(inputs[0]?.key ?? '');
  await engine.start();
  expect((await ended(engine, id)).error).toMatchObject({
    code: 'PROCESSING_FAILED',
    details: { reason: 'internal', fileName: 'a.pdf' },
  });
});

test('cancelling a waiting job keeps it from ever running', async () => {
  const { engine } = await createTestEngine();
  const { id } = await engine.submit(request);
  expect(await engine.cancel(id)).toMatchObject({ state: 'cancelled' });
  expect(await engine.backlog()).toEqual([]);
  await engine.start();
  expect(await engine.get(id)).toMatchObject({ state: 'cancelled', attempts: 0 });
});

test('cancelling a running job kills its worker at once', async () => {
  const { engine, leftovers } = await createTestEngine();
  await engine.start();
  const { id } = await engine.submit({ ...request, options: { act: 'spin' } });
  await started(engine, id);
  expect(await engine.cancel(id)).toMatchObject({ state: 'cancelled' });
  await engine.stop(5_000);
  expect(await engine.get(id)).toMatchObject({ state: 'cancelled' });
  expect(await leftovers()).toEqual([]);
});

test('cancelling what has ended changes nothing, and what is unknown is null', async () => {
  const { engine } = await createTestEngine();
  await engine.start();
  const { id } = await engine.submit(request);
  await ended(engine, id);
  expect(await engine.cancel(id)).toMatchObject({ state: 'completed' });
  expect(await engine.cancel('unknown')).toBeNull();
});

test('the same request under the same id is the same job; another one is a conflict', async () => {
  const { engine } = await createTestEngine();
  const named = { ...request, jobId: '7f4df6c5-6f0e-4a55-8d3e-0d6a3e0e7a11', requestHash: 'a', ownerId: 'key-1' };
  const first = await engine.submit(named);
  expect(await engine.submit(named)).toEqual(first);
  await expect(engine.submit({ ...named, requestHash: 'b' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  await expect(engine.submit({ ...named, ownerId: 'key-2' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
});

test('an upload that repeats a request keeps its files when the job is purged at that moment', async () => {
  const [jobs, blobs] = [createMemoryJobStore(), createMemoryBlobStore()];
  const jobId = '7f4df6c5-6f0e-4a55-8d3e-0d6a3e0e7a13';
  let purge = async () => {};
  const adopt: BlobStore['adopt'] = async (...given) => {
    const info = await blobs.adopt(...given);
    await purge();
    return info;
  };
  const { engine } = await createTestEngine({ jobs, blobs: { ...blobs, adopt } });
  const upload = async () => {
    await using folder = await engine.stage();
    const path = join(folder.path, 'a.pdf');
    await writeFile(path, pdfBytes);
    const staged = [
      { path, fileName: 'a.pdf', mediaType: 'application/pdf', sizeBytes: pdfBytes.length, sha256: null } as const,
    ];
    const checked = await checkOptions(work, {});
    // Awaited here: the folder must outlive it.
    return await engine.submit({ operation: 'test/work', staged, checked, jobId, requestHash: 'a' });
  };
  await engine.cancel((await upload()).id);
  purge = async () => {
    await blobs.remove(`jobs/${jobId}`);
    await jobs.remove(jobId);
  };
  const { state, inputs } = await upload();
  const isLost = state === 'queued' && (await blobs.stat(inputs[0]?.key ?? '')) === null;
  expect({ state, isLost }).toEqual({ state: 'cancelled', isLost: false });
});

test.each(['../etc', 'a/b', '', 'a b', 'x'.repeat(65), 'a\0'])('%j cannot be the id of a job', async (jobId) => {
  const { engine, leftovers } = await createTestEngine();
  await expect(engine.submit({ ...request, jobId })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { errors: [{ field: 'jobId' }] },
  });
  expect(await leftovers()).toEqual([]);
});

test('of two racing submissions under one id one is stored, once', async () => {
  const blobs = createMemoryBlobStore();
  const { engine } = await createTestEngine({ blobs });
  const named = { ...request, jobId: '7f4df6c5-6f0e-4a55-8d3e-0d6a3e0e7a12', requestHash: 'a' };
  const [first, second] = await Promise.all([engine.submit(named), engine.submit(named)]);
  expect(second).toEqual(first);
  expect(await keysIn(blobs, `jobs/${first.id}`)).toHaveLength(1);
});

test('a full queue refuses', async () => {
  const { engine } = await createTestEngine({ maxQueued: 1 });
  await engine.submit(request);
  await expect(engine.submit(request)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'queue_full' },
  });
});

test('an owner with as many waiting jobs as it may have is refused, and others are not', async () => {
  const { engine } = await createTestEngine({ limits: { maxQueuedPerOwner: 1 } });
  await engine.submit({ ...request, ownerId: 'busy' });
  await expect(engine.submit({ ...request, ownerId: 'busy' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'queue_full', queued: 1, limit: 1 },
  });
  await engine.submit({ ...request, ownerId: 'small' });
  await engine.submit({ ...request, ownerId: 'busy', limits: { maxQueuedPerOwner: 2 } });
  await engine.submit(request);
  await engine.submit(request);
});

test('one owner runs no more jobs at once than it may, and others pass by', async () => {
  const { engine } = await createTestEngine({ limits: { maxRunningPerOwner: 1 } });
  await engine.start();
  const submit = (owner: string, act: string) => engine.submit({ ...request, ownerId: owner, options: { act } });
  const first = await submit('busy', 'spin');
  const second = await submit('busy', 'copy');
  await started(engine, first.id);
  await ended(engine, (await submit('small', 'copy')).id);
  expect(await engine.get(second.id)).toMatchObject({ state: 'queued', attempts: 0 });
  await engine.cancel(first.id);
  expect(await ended(engine, second.id)).toMatchObject({ state: 'completed' });
});

test('five jobs of one owner behind 60 of another are all among the first 20 begun', async () => {
  const { engine } = await createTestEngine({ concurrency: 1 });
  const ids: string[] = [];
  for (let count = 0; count < 65; count += 1) {
    ids.push((await engine.submit({ ...request, ownerId: count < 60 ? 'many' : 'few' })).id);
  }
  const begun: string[] = [];
  engine.on('job-started', ({ id }) => begun.push(id));
  await engine.start();
  await expect.poll(() => begun.length).toBeGreaterThanOrEqual(20);
  expect(begun.slice(0, 20)).toEqual(expect.arrayContaining(ids.slice(60)));
});

test('jobs of the host itself are bounded by no owner', async () => {
  const { engine } = await createTestEngine({ limits: { maxRunningPerOwner: 1 } });
  await engine.start();
  const { id } = await engine.submit({ ...request, options: { act: 'spin' } });
  await started(engine, id);
  expect(await ended(engine, (await engine.submit(request)).id)).toMatchObject({ state: 'completed' });
});

test('a job may run as long as its own limits say', async () => {
  const { engine } = await createTestEngine();
  await engine.start();
  const limits = { maxRunMs: 50, maxRunMsPerMegabyte: 0 };
  const { id } = await engine.submit({ ...request, options: { act: 'spin' }, limits });
  expect(await ended(engine, id)).toMatchObject({
    error: {
      message: expect.stringContaining('0.05 s'),
      details: { reason: 'timeout', limit: 'maxRunMs', allowed: 50 },
    },
  });
});

test('an unknown operation is unavailable, and the error names the one that is probably meant', async () => {
  const { engine } = await createTestEngine();
  await expect(engine.convert('test/wrok' as never, pdfBytes)).rejects.toThrow(
    'This engine has no operation "test/wrok": did you mean "test/work"?',
  );
  await expect(engine.submit({ ...request, operation: 'pdf/fold' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'unknown_operation' },
  });
});

test('a stopping engine gives an unfinished job back, and the next one completes it', async () => {
  const shared = { jobs: createMemoryJobStore(), blobs: createMemoryBlobStore() };
  const first = await createTestEngine(shared);
  await first.engine.start();
  const { id } = await first.engine.submit({ ...request, options: { act: 'wait' } });
  await started(first.engine, id);
  await first.engine.stop(0);
  expect(await shared.jobs.get(id)).toMatchObject({ state: 'queued', attempts: 0, releases: 1 });

  const second = await createTestEngine({ ...shared, executor: instant() });
  await second.engine.start();
  expect(await ended(second.engine, id)).toMatchObject({ state: 'completed', attempts: 1, fence: 2 });
});

test('a job whose node died runs again once its lease is out, until its attempts are used up', async () => {
  const clock = createTestClock();
  const jobs = createMemoryJobStore({ clock });
  const shared = { jobs, blobs: createMemoryBlobStore(), maxAttempts: 2, leaseMs: 1_000 };
  const submitter = await createTestEngine(shared);
  const { id } = await submitter.engine.submit(request);
  for (const delaysMs of [[0], [0]]) {
    expect(await jobs.claim(id, deadNode)).toMatchObject({ kind: 'claimed' });
    clock.advance(deadNode.leaseMs + 1);
    expect(await jobs.requeueExpired({ delaysMs })).toHaveLength(1);
  }
  const survivor = await createTestEngine(shared);
  await survivor.engine.start();
  expect(await ended(survivor.engine, id)).toMatchObject({
    state: 'failed',
    error: { details: { reason: 'worker_crashed', attempts: 2 } },
  });
});

test('the log line of a crash names the job, its owner and its request', async () => {
  const warn = vi.fn();
  const { engine } = await createTestEngine({ logger: { ...silentLogger, warn } });
  await engine.start();
  const given = { ...request, ownerId: 'owner-1', correlationId: 'c-1', options: { act: 'crash-once' } };
  const { id } = await engine.submit(given);
  expect(await ended(engine, id)).toMatchObject({ state: 'completed' });
  const fields = { jobId: id, ownerId: 'owner-1', correlationId: 'c-1', operation: 'test/work', phase: 'start' };
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(fields), 'a worker crashed; trying once more');
});

test('a job waits longer after each death of its node, up to seven leases', async () => {
  const clock = createTestClock();
  const jobs = createMemoryJobStore({ clock });
  const shared = { jobs, blobs: createMemoryBlobStore(), leaseMs: 1_000, maxAttempts: 20, sweepIntervalMs: 10 };
  const { engine } = await createTestEngine(shared);
  const { id } = await engine.submit(request);
  await engine.start({ work: false });
  const waits: number[] = [];
  for (let death = 0; death < 6; death += 1) {
    expect(await jobs.claim(id, deadNode)).toMatchObject({ kind: 'claimed' });
    clock.advance(deadNode.leaseMs + 1);
    await expect.poll(async () => (await jobs.get(id))?.state).toBe('queued');
    waits.push(((await jobs.get(id))?.availableAt ?? 0) - clock.now());
    clock.advance(waits.at(-1) ?? 0);
  }
  expect(waits).toEqual([0, 1_000, 3_000, 7_000, 7_000, 7_000]);
});

test('a job whose worker cannot reach the host outlives more deaths of it than one whose worker can', async () => {
  for (const { isolated, state } of [
    { isolated: false, state: 'failed' },
    { isolated: true, state: 'completed' },
  ]) {
    const jobs = createMemoryJobStore();
    const executor = { ...createThreadExecutor({ threads: 1 }), isolated };
    const { engine } = await createTestEngine({ jobs, executor });
    const { id } = await engine.submit(request);
    for (let death = 0; death < 5; death += 1) await dieAtOnce(jobs, id);
    await engine.start();
    expect(await ended(engine, id)).toMatchObject({ state });
  }
});

test('a queue that forgot a job is told again by the sweep', async () => {
  const jobs = createMemoryJobStore();
  const forgetful = { ...createMemoryJobQueue(), enqueue: async () => Promise.reject(new Error('down')) };
  const submitter = await createTestEngine({ jobs, queue: forgetful });
  const { id } = await submitter.engine.submit({ ...request, inputs: [pdfBytes] });
  const other = await createTestEngine({ jobs, executor: instant() });
  await other.engine.start();
  // Its inputs lie in the other engine's memory: that it was taken up at all is what counts here.
  expect(await ended(other.engine, id)).toMatchObject({ attempts: 1 });
});

test('jobs left over by a process that died are taken up oldest first', async () => {
  let now = Date.now();
  const shared = { jobs: createMemoryJobStore({ clock: { now: () => now } }), blobs: createMemoryBlobStore() };
  const { engine: dead } = await createTestEngine(shared);
  const submitted: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    submitted.push((await dead.submit(request)).id);
    now += 1;
  }
  const { engine: next } = await createTestEngine({ ...shared, concurrency: 1 });
  const taken: string[] = [];
  next.on('job-started', ({ id }) => taken.push(id));
  await next.start();
  await Promise.all(submitted.map((id) => ended(next, id)));
  expect(taken).toEqual(submitted);
});

test('outputs and record go together once their time has come', async () => {
  let now = Date.now();
  const blobs = createMemoryBlobStore();
  const shared = { jobs: createMemoryJobStore({ clock: { now: () => now } }), blobs, retentionMs: 1_000 };
  const { engine } = await createTestEngine(shared);
  await engine.start();
  const { id } = await engine.submit(request);
  await ended(engine, id);
  now += 1_001;
  const next = await createTestEngine(shared);
  await next.engine.start();
  expect(await next.engine.get(id)).toBeNull();
  expect(await keysIn(blobs, 'jobs')).toEqual([]);
  await expect(next.engine.open(id, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('what dead nodes left is removed, and what a living one may need is not', async () => {
  const clock = createTestClock();
  const shared = { jobs: createMemoryJobStore(), blobs: createMemoryBlobStore({ clock }) };
  const { engine } = await createTestEngine({ ...shared, sweepIntervalMs: 10, orphanIntervalMs: 10 });
  await engine.start();
  const { id } = await engine.submit(request);
  const { outputs } = await ended(engine, id);
  const living = `jobs/unknown/in-${engine.nodeId}.1.0`;
  for (const key of [`jobs/${id}/in-dead.1.0`, `jobs/${id}/out-99/0`, 'jobs/unknown/in-dead.1.0', living]) {
    await shared.blobs.put(key, Readable.from([pdfBytes]));
  }
  clock.advance(120_000);
  await expect.poll(() => keysIn(shared.blobs, 'jobs')).toEqual([outputs[0]?.key, living].toSorted());
  expect(await text(await engine.open(id, 0))).toBe('%PDF-1.7\n');
  clock.advance(3_600_000);
  await expect.poll(() => keysIn(shared.blobs, 'jobs')).toEqual([outputs[0]?.key]);
});

test('a node that knows to be alone takes up at its start what another had begun, and sweeps at once', async () => {
  const shared = { jobs: createMemoryJobStore(), blobs: createMemoryBlobStore() };
  const submitter = await createTestEngine(shared);
  const { id } = await submitter.engine.submit(request);
  await shared.jobs.claim(id, { ...deadNode, leaseMs: 600_000 });
  await shared.blobs.put('jobs/unknown/in-dead.1.0', Readable.from([pdfBytes]));
  const { engine } = await createTestEngine({ ...shared, soleNode: true });
  await engine.start();
  expect(await ended(engine, id)).toMatchObject({ state: 'completed', attempts: 2 });
  await expect.poll(() => keysIn(shared.blobs, 'jobs/unknown')).toEqual([]);
});

test('a job store that is down at the start is told to whoever starts', async () => {
  const down = async () => Promise.reject(new ConversionError('SERVICE_UNAVAILABLE', 'The store is down'));
  const { engine } = await createTestEngine({ jobs: { ...createMemoryJobStore(), requeueExpired: down } });
  await expect(engine.start()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await engine.status()).toMatchObject({ state: 'idle' });
});

test('a clock that goes forth and back loses no running job and no kept result', async () => {
  let now = Date.now();
  const blobs = createMemoryBlobStore();
  const shared = { jobs: createMemoryJobStore({ clock: { now: () => now } }), blobs, retentionMs: 10_000 };
  const { engine } = await createTestEngine({ ...shared, leaseMs: 1_000, sweepIntervalMs: 10 });
  await engine.start();
  const kept = await ended(engine, (await engine.submit(request)).id);
  const { id } = await engine.submit({ ...request, options: { act: 'wait' } });
  await started(engine, id);
  for (const jumpMs of [9_000, -3_600_000, 3_600_000]) {
    now += jumpMs;
    // The sweep renews what runs here before it looks for leases that ran out.
    await expect.poll(async () => (await engine.get(id))?.leaseUntil).toBe(now + 1_000);
    expect(await engine.get(id)).toMatchObject({ state: 'processing', attempts: 1 });
    expect(await text(await engine.open(kept.id, 0))).toBe('%PDF-1.7\n');
  }
  now += 1_001;
  await expect.poll(() => engine.get(kept.id)).toBeNull();
  expect(await engine.cancel(id)).toMatchObject({ state: 'cancelled', attempts: 1 });
});

test('a submission that cannot be recorded leaves no file once the store says that it knows of none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const blobs = createMemoryBlobStore();
  const down: JobStore = {
    ...createMemoryJobStore(),
    insert: async () => Promise.reject(new ConversionError('SERVICE_UNAVAILABLE', 'The store is down')),
  };
  const { engine, leftovers } = await createTestEngine({ jobs: down, blobs });
  await expect(engine.submit(request)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await keysIn(blobs, 'jobs')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(() => keysIn(blobs, 'jobs')).toEqual([]);
  expect(await leftovers()).toEqual([]);
});

test('a listener that throws disturbs nothing, be it asynchronous, and is logged', async () => {
  const logged: unknown[] = [];
  const error = (fields: Readonly<Record<string, unknown>>) => void logged.push([fields.event, String(fields.err)]);
  const { engine } = await createTestEngine({ logger: { ...silentLogger, error } });
  engine.on('job-queued', () => {
    throw new Error('mine');
  });
  // Nobody awaits it: without a handler its rejection would end the process.
  engine.on('job-started', async () => {
    throw new Error('later');
  });
  await engine.start();
  const { id } = await engine.submit(request);
  expect(await ended(engine, id)).toMatchObject({ state: 'completed' });
  expect(logged).toEqual([
    ['job-queued', 'Error: mine'],
    ['job-started', 'Error: later'],
  ]);
});

/** A claim of a node that says nothing more. */
const deadNode = { nodeId: 'dead', leaseMs: 1_000, maxRunningPerOwner: null };

/** Begins a job as a node does that is killed at once, and finds that out. */
async function dieAtOnce(jobs: JobStore, id: string): Promise<void> {
  expect(await jobs.claim(id, deadNode)).toMatchObject({ kind: 'claimed' });
  await jobs.requeueExpired({ delaysMs: [0], ignoreLeases: true });
}

/** An executor that answers every call with one empty output, for jobs whose own work does not matter. */
function instant() {
  const executor = createThreadExecutor({ threads: 1 });
  return {
    ...executor,
    run: (call: Parameters<typeof executor.run>[0]) =>
      executor.run({ ...call, call: { ...call.call, task: { ...call.call.task, options: { act: 'copy' } } } }),
  };
}

test('a submission whose files were swept away while its node was paused is refused', async () => {
  const blobs = createMemoryBlobStore();
  let pausedMs = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + pausedMs);
  onTestFinished(() => clock.mockRestore());
  const put: typeof blobs.put = async (key, ...given) => {
    const info = await blobs.put(key, ...given);
    pausedMs = 120_000;
    await blobs.remove(key);
    return info;
  };
  const adopt: typeof blobs.adopt = (key, path) => put(key, createReadStream(path));
  const { engine } = await createTestEngine({ blobs: { ...blobs, put, adopt } });
  await expect(engine.submit(request)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await engine.counts()).toMatchObject({ queued: 0 });
});

test('an insertion that comes about after its deadline finds its files', async () => {
  const jobs = createMemoryJobStore();
  const late: (() => Promise<unknown>)[] = [];
  const insert: typeof jobs.insert = async (...given) => {
    late.push(() => jobs.insert(...given));
    throw new ConversionError('SERVICE_UNAVAILABLE', 'The store gave no answer in time');
  };
  const { engine } = await createTestEngine({ jobs: { ...jobs, insert }, sweepIntervalMs: 10 });
  await expect(engine.submit({ ...request, jobId: 'late' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await late[0]?.();
  await engine.start();
  expect(await ended(engine, 'late')).toMatchObject({ state: 'completed' });
});

test('a job that fails is one line of the log, with what the client is told and whose it is', async () => {
  const lines: unknown[] = [];
  const add = (level: string) => (fields: object, message: string) => void lines.push({ level, ...fields, message });
  const logger = { ...silentLogger, info: add('info'), warn: add('warn'), error: add('error') };
  const { engine } = await createTestEngine({ logger });
  await engine.start();
  const about = { ownerId: 'acme', correlationId: 'c-1' };
  const { id } = await engine.submit({ ...request, ...about, options: { act: 'fail' } });
  const { error } = await ended(engine, id);
  const { code, details } = error ?? {};
  expect(lines).toEqual([
    {
      level: 'warn',
      jobId: id,
      operation: 'test/work',
      ...about,
      attempts: 1,
      releases: 0,
      code,
      details,
      err: undefined,
      message: `job failed: ${error?.message}`,
    },
  ]);
});
