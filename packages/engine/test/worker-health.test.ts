import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Logger, silentLogger } from '@platen/core';
import {
  createMemoryBlobStore,
  createMemoryJobQueue,
  createMemoryJobStore,
  createMemoryNodeRegistry,
} from '@platen/core/memory';
import { createProcessExecutor, createThreadExecutor, type EngineOptions, type Executor } from '@platen/engine';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestEngine, ended } from './fixtures/test-engine.ts';
import { pdfBytes, work } from './fixtures/work.ts';

const submission = { operation: work.name, inputs: [pdfBytes] };
const unavailable = { code: 'SERVICE_UNAVAILABLE', details: { reason: 'workers_unavailable' } };
/** As long as a client, a load balancer and an operator may be kept waiting for it. */
const noticed = { timeout: 10_000 };

/** A program in place of Node that ends with an error. */
const failing = `echo "node:internal/modules/esm:123
      throw new Denied();
Error: Access to this API has been restricted
    at somewhere (/a/path:1:1)
Node.js v99" >&2; exit 1`;

/** Puts a script in place of Node, which worker processes are started with, until it is repaired. */
async function breakNode(script = failing): Promise<{ readonly repair: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-broken-node-'));
  const path = join(folder, 'node');
  const { execPath } = process;
  // A program that is being started cannot be written to (ETXTBSY), so the new one takes its place.
  const write = async (body: string) => {
    await writeFile(`${path}.new`, `#!/bin/sh\n${body}\n`);
    await chmod(`${path}.new`, 0o755);
    await rename(`${path}.new`, path);
  };
  await write(script);
  process.execPath = path;
  onTestFinished(async () => {
    process.execPath = execPath;
    await rm(folder, { recursive: true, force: true });
  });
  return { repair: () => write(`exec ${execPath} "$@"`) };
}

function logging() {
  const [error, warn] = [vi.fn(), vi.fn()];
  return { logger: { ...silentLogger, error, warn }, error, warn };
}

async function startFailing(options: Partial<EngineOptions> = {}) {
  const broken = await breakNode();
  const { logger, error, warn } = logging();
  const executor = createProcessExecutor({ processes: 2, logger });
  const { engine } = await createTestEngine({ executor, logger, ...options });
  await engine.start();
  await expect.poll(async () => (await engine.status()).workers, noticed).toBe('failing');
  return { ...broken, engine, error, warn };
}

test.skipIf(process.platform === 'win32')(
  'processes that cannot be started are noticed without a job, logged once with their reason, and so is their recovery',
  async () => {
    const { engine, repair, error, warn } = await startFailing();
    await expect(engine.submit(submission)).rejects.toMatchObject(unavailable);
    await expect(engine.checkWorkers(work.name)).rejects.toMatchObject(unavailable);
    await expect(engine.convert(work, pdfBytes)).rejects.toMatchObject(unavailable);
    expect(await engine.counts()).toMatchObject({ queued: 0, processing: 0 });
    await repair();
    await expect.poll(async () => (await engine.status()).workers).toBe('ok');
    expect(error.mock.calls.map(([, message]) => message)).toEqual([
      'workers cannot be started: Error: Access to this API has been restricted; trying again until they can',
    ]);
    expect(warn).toHaveBeenLastCalledWith({}, 'workers can be started again');
    const { id } = await engine.submit(submission);
    expect((await ended(engine, id)).state).toBe('completed');
  },
);

test.skipIf(process.platform === 'win32')(
  'a job accepted before is not blamed: it runs once workers can be started',
  async () => {
    const { repair } = await breakNode();
    const executor = createProcessExecutor({ processes: 2, logger: silentLogger });
    const { engine } = await createTestEngine({ executor, logger: silentLogger });
    const { id } = await engine.submit(submission);
    await engine.start();
    await expect.poll(async () => (await engine.status()).workers, noticed).toBe('failing');
    await repair();
    expect((await ended(engine, id)).state).toBe('completed');
  },
);

test.skipIf(process.platform === 'win32')(
  'a node that only accepts needs no workers, and one without accepts what another node runs',
  async () => {
    const shared = {
      jobs: createMemoryJobStore(),
      blobs: createMemoryBlobStore(),
      queue: createMemoryJobQueue(),
      nodes: createMemoryNodeRegistry(),
    };
    const { engine } = await startFailing(shared);
    const front = await createTestEngine({ ...shared, executor: createProcessExecutor({ logger: silentLogger }) });
    await front.engine.start({ work: false });
    expect((await front.engine.status()).workers).toBe('ok');
    const { id } = await front.engine.submit(submission);
    await expect(engine.submit(submission)).rejects.toMatchObject(unavailable);
    const back = await createTestEngine(shared);
    await back.engine.start();
    expect((await ended(back.engine, id)).state).toBe('completed');
    const { id: other } = await engine.submit(submission);
    expect((await ended(back.engine, other)).state).toBe('completed');
  },
);

test.skipIf(process.platform !== 'linux')(
  'processes that hang on start-up are noticed as those that fail',
  async () => {
    const { repair } = await breakNode('exec sleep 600');
    const { logger, error } = logging();
    const executor = createProcessExecutor({ processes: 1, logger });
    const { engine } = await createTestEngine({ executor, logger });
    await engine.start();
    await expect.poll(async () => (await engine.status()).workers, noticed).toBe('failing');
    expect(error.mock.lastCall?.[1]).toContain('a worker process hung on start-up: it did nothing for 6 s');
    await expect(engine.submit(submission)).rejects.toMatchObject(unavailable);
    await repair();
    await expect.poll(async () => (await engine.status()).workers).toBe('ok');
  },
);

test.skipIf(process.platform !== 'linux')(
  'a worker file that hangs while it is loaded costs its operation only, and is noticed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-hanging-worker-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'own.mjs');
    await writeFile(file, 'await new Promise(() => {});');
    const own = { ...work, name: 'test/own', worker: pathToFileURL(file) };
    const { logger, error } = logging();
    const executor = createProcessExecutor({ processes: 1, readable: [tmpdir()], logger });
    const { engine } = await createTestEngine({ operations: [work, own], executor, logger });
    await engine.start();
    const broken = { workers: 'degraded', unavailable: [own.name] };
    await expect.poll(() => engine.status(), noticed).toMatchObject(broken);
    expect(error.mock.lastCall?.[1]).toContain('the worker file hung while it was loaded: it did nothing for 6 s');
    const { id } = await engine.submit(submission);
    expect((await ended(engine, id)).state).toBe('completed');
  },
);

test.each([
  ['process', (logger) => createProcessExecutor({ processes: 1, readable: [tmpdir()], logger })],
  ['thread', (logger) => createThreadExecutor({ threads: 1, logger })],
] satisfies readonly (readonly [string, (logger: Logger) => Executor])[])(
  'a worker file that no %s can load, such as one with a broken addon, costs its operation only, until it loads',
  async (_kind, createExecutor) => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-broken-worker-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'own.mjs');
    await writeFile(file, `throw new Error('addon.node: wrong ELF class: ELFCLASS32');`);
    const own = { ...work, name: 'test/own', worker: pathToFileURL(file) };
    const { logger, error } = logging();
    const { engine } = await createTestEngine({ operations: [own, work], executor: createExecutor(logger), logger });
    await engine.start();
    await expect(engine.convert(own, pdfBytes)).rejects.toMatchObject({
      ...unavailable,
      cause: { message: 'Error: addon.node: wrong ELF class: ELFCLASS32' },
    });
    await expect.poll(() => engine.status(), noticed).toMatchObject({ workers: 'degraded', unavailable: [own.name] });
    expect(error.mock.lastCall?.[1]).toContain('addon.node: wrong ELF class: ELFCLASS32');
    await expect(engine.submit({ ...submission, operation: own.name })).rejects.toMatchObject(unavailable);
    const { id } = await engine.submit(submission);
    expect((await ended(engine, id)).state).toBe('completed');
    await writeFile(file, `export { default } from ${JSON.stringify(work.worker.href)};`);
    await expect.poll(async () => (await engine.status()).workers).toBe('ok');
    const later = await engine.submit({ ...submission, operation: own.name });
    expect((await ended(engine, later.id)).state).toBe('completed');
  },
);
