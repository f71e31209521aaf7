import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryJobStore } from '@platen/core/memory';
import { expect, onTestFinished, test } from 'vitest';
import { createTestEngine, ended, started } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

const request = { operation: 'test/work', inputs: [{ fileName: 'a.pdf', data: pdfBytes }] };

test('a second stop resolves no sooner than the first, and the less patient of both counts', async () => {
  const jobs = createMemoryJobStore();
  const { engine } = await createTestEngine({ jobs });
  await engine.start();
  const { id } = await engine.submit({ ...request, options: { act: 'wait' } });
  await started(engine, id);
  const order: string[] = [];
  const stop = async (graceMs: number) => {
    await engine.stop(graceMs);
    order.push(`${graceMs}: ${(await engine.status()).state}`);
  };
  const patient = stop(50_000);
  await expect(engine.submit(request)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await Promise.all([stop(0), patient]);
  expect(order.toSorted()).toEqual(['0: stopped', '50000: stopped']);
  expect(await jobs.get(id)).toMatchObject({ state: 'queued', releases: 1 });
  await engine.stop();
});

test('an engine that is stopped while it starts does nothing afterwards', async () => {
  const jobs = createMemoryJobStore();
  const rounds = { count: 0 };
  const counting = {
    ...jobs,
    takePurgeable: (...given: Parameters<typeof jobs.takePurgeable>) => {
      rounds.count += 1;
      return jobs.takePurgeable(...given);
    },
  };
  const { engine } = await createTestEngine({ jobs: counting, sweepIntervalMs: 1 });
  await engine.submit(request);
  const starting = engine.start();
  // Opened, and in its first round.
  await expect.poll(async () => (await engine.status()).state, { interval: 1 }).toBe('running');
  await Promise.all([engine.stop(0), starting]);
  const { count } = rounds;
  const other = (await createTestEngine({ jobs })).engine;
  await other.start();
  expect(await ended(other, (await other.submit(request)).id)).toMatchObject({ state: 'completed' });
  expect(rounds.count).toBe(count);
});

test('an engine whose staging folder could not be made says so, and makes it once it can be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-lifecycle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const stagingFolder = join(folder, 'staging');
  await writeFile(stagingFolder, 'in the way');
  const { engine } = await createTestEngine({ stagingFolder });
  for (const attempt of [() => engine.start(), () => engine.submit(request), () => engine.stage()]) {
    await expect(attempt()).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { reason: 'storage_unavailable' },
    });
  }
  await rm(stagingFolder);
  await engine.start();
  expect(await ended(engine, (await engine.submit(request)).id)).toMatchObject({ state: 'completed' });
});

test('an upload that was begun before a stop is accepted within the grace period, and none that begins later', async () => {
  const jobs = createMemoryJobStore();
  const { engine } = await createTestEngine({ jobs });
  await engine.start({ work: false });
  const upload = await engine.stage();
  const stopping = engine.stop(60_000);
  await expect.poll(async () => (await engine.status()).state).toBe('draining');
  await expect(engine.stage()).rejects.toMatchObject({ details: { reason: 'draining' } });
  await expect(engine.submit(request)).rejects.toMatchObject({ details: { reason: 'draining' } });
  const path = join(upload.path, 'a.pdf');
  await writeFile(path, pdfBytes);
  const staged = [{ path, fileName: 'a.pdf', mediaType: 'application/pdf', sizeBytes: pdfBytes.length }];
  const checked = { options: {}, secrets: null, warnings: [] };
  const { id } = await engine.submit({ operation: request.operation, staged, checked } as never);
  await upload[Symbol.asyncDispose]();
  await stopping;
  expect(await jobs.get(id)).toMatchObject({ state: 'queued' });
});

test('an upload that does not end holds up a stop for the grace period at most', async () => {
  const { engine } = await createTestEngine();
  await engine.start();
  await engine.stage();
  await engine.stop(10);
  expect((await engine.status()).state).toBe('stopped');
});

test('an engine that drains first reports it and takes jobs, until it is asked to stop once more', async () => {
  const { engine } = await createTestEngine();
  await engine.start();
  const stopping = engine.stop(60_000, 600_000);
  expect((await engine.status()).state).toBe('draining');
  const { id } = await engine.submit(request);
  expect(await ended(engine, id)).toMatchObject({ state: 'completed' });
  await Promise.all([stopping, engine.stop(0)]);
  expect((await engine.status()).state).toBe('stopped');
});
