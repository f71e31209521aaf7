import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type BlobStore, type ConversionEngine, ConversionError } from '@platen/core';
import { createMemoryBlobStore } from '@platen/core/memory';
import type { Executor } from '@platen/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

const request = { operation: 'test/work', inputs: [{ fileName: 'a.pdf', data: pdfBytes }] };
const tenMinutesMs = 10 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(['stage', 'adopt'] as const)(
  'a blob store that is down for ten minutes (%s) fails no job and uses no attempt',
  async (method) => {
    const { blobs, setDown } = createBreakableStore(method);
    const { engine } = await createTestEngine({ blobs, executor: createInstantExecutor(), concurrency: 4 });
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) ids.push((await engine.submit(request)).id);
    setDown(true);
    await engine.start();
    await pass(engine, tenMinutesMs);
    expect(await engine.counts()).toMatchObject({ completed: 0, failed: 0 });
    const whileDown = await releases();
    // Four lanes look at a time: after 1, 2, 4 and 8 s, then every 15 s.
    expect(whileDown).toBeGreaterThan(10);
    expect(whileDown).toBeLessThanOrEqual(4 * (5 + tenMinutesMs / 15_000));

    setDown(false);
    await pass(engine, 60_000);
    expect(await engine.counts()).toMatchObject({ queued: 0, processing: 0, completed: 40, failed: 0 });
    for (const id of ids) expect(await engine.get(id)).toMatchObject({ attempts: 1 });

    async function releases() {
      const jobs = await Promise.all(ids.map((id) => engine.get(id)));
      return jobs.reduce((sum, job) => sum + (job?.releases ?? 0), 0);
    }
  },
);

/** A blob store in memory whose one method rejects while it is down. */
function createBreakableStore(method: 'stage' | 'adopt') {
  let isDown = false;
  const inner = createMemoryBlobStore();
  const call = inner[method] as (...args: readonly unknown[]) => Promise<unknown>;
  const guarded = async (...args: readonly unknown[]) => {
    if (isDown) throw new ConversionError('SERVICE_UNAVAILABLE', 'The storage is down');
    return call(...args);
  };
  return {
    blobs: { ...inner, [method]: guarded } as BlobStore,
    setDown(down: boolean) {
      isDown = down;
    },
  };
}

/** Works in this thread, at once: fake timers reach no other. */
function createInstantExecutor(): Executor {
  return {
    concurrency: 4,
    isolated: true,
    starts: null,
    problemOf: () => null,
    checkWorkers() {},
    async open() {},
    async close() {},
    async run({ call, onStarted }) {
      onStarted();
      const path = join(call.task.outputDir, 'empty');
      await writeFile(path, '');
      return { kind: 'outputs', outputs: [{ path, fileName: 'empty.txt', mediaType: 'text/plain' }] };
    },
  };
}

/** Lets time pass, but not while a job is worked on: its files are read and written in real time. */
async function pass(engine: ConversionEngine, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
    do await turn();
    while ((await engine.counts()).processing > 0);
  }
}
