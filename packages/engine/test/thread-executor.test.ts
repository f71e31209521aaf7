import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { createThreadExecutor } from '@platen/engine';
import { expect, onTestFinished, test } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';
import { pdfBytes, work } from './fixtures/work.ts';

test.skipIf(process.platform === 'win32')(
  'calls for which no thread can be started are refused, and later ones run',
  async () => {
    const host = fileURLToPath(new URL('./fixtures/starved-host.ts', import.meta.url));
    const command = ['-c', 'ulimit -n 100; exec "$0" --conditions=@platen/source "$1"', process.execPath, host];
    const { stdout } = await promisify(execFile)('sh', command, { timeout: 30_000 });
    expect(JSON.parse(stdout)).toEqual(['host_overloaded', 'host_overloaded', 'converted']);
  },
);

test('what a call says after its reply is not taken for the next call’s', async () => {
  const { engine } = await createTestEngine({ executor: createThreadExecutor({ threads: 1 }) });
  for (let call = 0; call < 20; call += 1) {
    await using late = await engine.convert(work, pdfBytes, { act: 'warn-later' });
    expect(late.warnings).toEqual([]);
  }
});

test('calls in line when the executor closes are refused, and later ones run once it is opened again', async () => {
  const threads = countThreads();
  const executor = createThreadExecutor({ threads: 1 });
  const { engine } = await createTestEngine({ executor });
  const calls = [engine.convert(work, pdfBytes, { act: 'spin' }), engine.convert(work, pdfBytes, { act: 'spin' })];
  const ends = Promise.allSettled(calls);
  await expect.poll(threads).toBe(1);
  await executor.close();
  for (const end of await ends) {
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
  }
  await executor.open('');
  await using conversion = await engine.convert(work, pdfBytes);
  expect(conversion.outputs).toHaveLength(1);
  expect(threads()).toBe(1);
});

test('an idle thread takes the next call, and ends after its time', async () => {
  const threads = countThreads();
  const { engine } = await createTestEngine({ executor: createThreadExecutor({ threads: 2, idleMs: 200 }) });
  await using _first = await engine.convert(work, pdfBytes);
  await using _second = await engine.convert(work, pdfBytes);
  expect(threads()).toBe(1);
  await expect.poll(threads).toBe(0);
});

/** Counts the worker threads that live, of those started from now on. */
function countThreads(): () => number {
  let living = 0;
  const count = (worker: Worker) => {
    living += 1;
    worker.on('exit', () => {
      living -= 1;
    });
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  return () => living;
}
