import { silentLogger } from '@platen/core';
import { expect, test, vi } from 'vitest';
import { createWarmWorkers } from '../src/warm-workers.ts';
import type { WorkerProcess } from '../src/worker-process.ts';

const word = new URL('file:///word.js');
const excel = new URL('file:///excel.js');

/** A pool whose processes load what they are asked to, except `broken`; `living` are those that have not been ended. */
function fakePool(broken = '') {
  const living: { readonly loaded: string[] }[] = [];
  const idle: unknown[] = [];
  return {
    living,
    idle,
    starts: 0,
    get size() {
      return living.length;
    },
    async start() {
      this.starts += 1;
      const child = {
        loaded: [] as string[],
        async load(file: string) {
          child.loaded.push(file);
          return file === broken ? 'it is broken' : null;
        },
        kill: () => void living.splice(living.indexOf(child), 1),
      };
      living.push(child);
      return child as unknown as WorkerProcess;
    },
    async giveBack(child: unknown) {
      idle.push(child);
    },
  };
}

test('every process that there may be is started, and has loaded the files', async () => {
  const pool = fakePool();
  createWarmWorkers(pool, 2, silentLogger).keep([word, excel]);
  await vi.waitFor(() => expect(pool.idle).toHaveLength(2));
  expect(pool.living.map(({ loaded }) => loaded)).toEqual([
    [word.href, excel.href],
    [word.href, excel.href],
  ]);
});

test('a process that has gone is replaced, and only that one', async () => {
  const pool = fakePool();
  const warm = createWarmWorkers(pool, 2, silentLogger);
  warm.keep([word]);
  await vi.waitFor(() => expect(pool.idle).toHaveLength(2));
  pool.living.pop();
  warm.refill();
  warm.refill();
  await vi.waitFor(() => expect(pool.idle).toHaveLength(3));
  expect(pool.starts).toBe(3);
});

test('a file that cannot be loaded ends the attempt, and the process', async () => {
  const pool = fakePool(word.href);
  createWarmWorkers(pool, 2, silentLogger).keep([word]);
  await vi.waitFor(() => expect(pool.starts).toBe(1));
  await vi.waitFor(() => expect(pool.living).toEqual([]));
  expect(pool.idle).toEqual([]);
});

test('without files to keep loaded nothing is started', () => {
  const pool = fakePool();
  const warm = createWarmWorkers(pool, 2, silentLogger);
  warm.keep([]);
  warm.refill();
  expect(pool.starts).toBe(0);
});
