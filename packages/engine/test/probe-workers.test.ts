import { expect, test } from 'vitest';
import { probeWorkers } from '../src/probe-workers.ts';
import type { WorkerProcess } from '../src/worker-process.ts';

const workers = ['file:///a.js', 'file:///b.js'].map((href) => new URL(href));

/** Processes whose loads end in this way, one after the other; what they find. */
async function probed(loads: readonly (string | null | Error)[], hung = false) {
  let at = 0;
  let starts = 0;
  const start = async () => {
    starts += 1;
    const load = async () => {
      const end = loads[at] ?? null;
      at += 1;
      if (end instanceof Error) throw end;
      return end;
    };
    return { load, kill() {}, hung } as unknown as WorkerProcess;
  };
  const found: (readonly [string, string | null])[] = [];
  for await (const { workers: own, problem } of probeWorkers({ start }, workers))
    found.push([own.join(' '), problem?.message ?? null]);
  return { found, starts };
}

const killed = new Error('SIGKILL');

test('a file whose process is killed while it loads is loaded by another one at once', async () => {
  expect(await probed([killed])).toEqual({
    found: [
      ['file:///a.js', null],
      ['file:///b.js', null],
    ],
    starts: 2,
  });
  expect((await probed([null, killed])).found).toEqual([
    ['file:///a.js', null],
    ['file:///b.js', null],
  ]);
});

test('a file that two processes die of is a problem, as is one that hangs or cannot be loaded', async () => {
  expect(await probed([killed, killed])).toMatchObject({
    found: [
      ['file:///a.js', 'SIGKILL'],
      ['file:///b.js', null],
    ],
    starts: 3,
  });
  expect((await probed([new Error('hung')], true)).found[0]).toEqual(['file:///a.js', 'hung']);
  expect((await probed(['Error: no such file'])).found[0]).toEqual(['file:///a.js', 'Error: no such file']);
});
