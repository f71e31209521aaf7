import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { standardOperations } from '@platen/standard';
import { afterAll, expect, test } from 'vitest';
import { adviceLines } from '../src/bench/advice-lines.ts';
import { advise, limitOf, type TriedSettings } from '../src/bench/advise.ts';
import { readMix } from '../src/bench/load-mix.ts';
import { dearestFunctions } from '../src/bench/profile.ts';
import { createRandom } from '../src/bench/random.ts';
import { runLoad } from '../src/bench/run-load.ts';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

const pdfMerge = standardOperations.find(({ name }) => name === 'pdf/merge');
if (pdfMerge === undefined) throw new Error('there is no pdf/merge');
const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
afterAll(() => rm(folder, { recursive: true }));
const files = await Promise.all(
  ['one', 'two'].map(async (name) => {
    const path = join(folder, `${name}.pdf`);
    await writeFile(path, samplePdf(name));
    return path;
  }),
);

/** A host that takes every job at once, and says that it ended at this moment. */
async function startFakeHost(endedAt: number) {
  let jobs = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(202).end(JSON.stringify({ jobId: `job-${++jobs}` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'key',
    pid: process.pid,
    ended: async () => ({ at: endedAt, failed: false }),
    state: async () => ({ kind: 'state', cpuMs: 0, loopBusy: 0.25, delayP99Ms: 0, residentMegabytes: 0 }) as const,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

test('platen bench measures the files it is given, by the operations that take them', async () => {
  const { terminal, printed } = createRecordingTerminal();
  const words = ['bench', ...files, '--quick', '--no-load', '--executor', 'threads', '--operation', 'merge', '--json'];
  expect(await main(words, terminal)).toBe(0);
  const { operations, load } = JSON.parse(printed.join('\n'));
  expect(operations).toMatchObject([{ operation: 'pdf/merge', executor: 'threads', files, failure: null }]);
  expect(operations[0].coldMs).toBeGreaterThan(0);
  expect(load).toBeNull();
});

test('a mix without operations, or with a weight of none, is refused', async () => {
  const { terminal, notes } = createRecordingTerminal();
  expect(await main(['bench', '--mix', 'merge=0'], terminal)).toBe(2);
  expect(notes.join('\n')).toContain('--mix takes operations with weights above 0');
});

test('a host that has not done by the end what it was sent does not keep up, and waiting counts from when a job was due', async () => {
  const mix = await readMix([{ operation: pdfMerge, weight: 1, files }]);
  const late = Date.now() + 1e6;
  await using fast = await startFakeHost(0);
  await using slow = await startFakeHost(late);
  const kept = await runLoad(fast, mix, { rate: 40, seconds: 0.5, seed: 1 });
  const behind = await runLoad(slow, mix, { rate: 40, seconds: 0.5, seed: 1 });
  expect(kept).toMatchObject({ isSaturated: false, failed: 0, busy: { eventLoop: 0.25 } });
  expect(kept.done).toBeGreaterThan(5);
  expect(behind).toMatchObject({ isSaturated: true, failed: 0, done: 0 });
  expect(behind.endedMs[1]).toBeGreaterThan(9e5);
});

test('a mix comes in the proportions of its weights', async () => {
  const mix = await readMix([
    { operation: pdfMerge, weight: 3, files },
    { operation: { ...pdfMerge, name: 'other' }, weight: 1, files },
  ]);
  const random = createRandom(1);
  const jobs = Array.from({ length: 400 }, () => mix.next(random));
  const share = jobs.filter(({ operation }) => operation === 'pdf/merge').length / jobs.length;
  expect(share).toBeGreaterThan(0.65);
  expect(share).toBeLessThan(0.85);
  expect(jobs[0]?.form.getAll('file')).toHaveLength(pdfMerge.files.min);
});

const tried = (concurrency: number, recycleAfterCalls: number, jobsPerSecond: number): TriedSettings => ({
  settings: { executor: 'processes', concurrency, recycleAfterCalls },
  jobsPerSecond,
  workerMegabytes: 200,
});

test('settings are advised that did better by more than chance', () => {
  const found = [tried(2, 200, 10), tried(3, 200, 12), tried(4, 200, 12.1), tried(2, 20, 8)];
  const advice = advise(found, null);
  expect(advice).toMatchObject({ concurrency: 3, recycleAfterCalls: 200, jobsPerSecond: [10, 12] });
  expect(advice.workerMegabytes).toBeGreaterThanOrEqual(300);
  expect(advise([tried(2, 200, 10), tried(3, 200, 10.1)], null)).toMatchObject({
    concurrency: 2,
    jobsPerSecond: [10, 10],
  });
  // Two settings that are better alone are promised together only as they did together.
  const together = [tried(2, 200, 10), tried(3, 200, 12), tried(2, 20, 13), tried(3, 20, 12.5)];
  expect(advise(together, null)).toMatchObject({ concurrency: 2, recycleAfterCalls: 20, jobsPerSecond: [10, 13] });
});

test('what a host has no more of is told by what was busy; of workers only where machine and host had time left', () => {
  const free = { processors: 0.4, disk: 0, memory: 0.5, eventLoop: 0.3 };
  expect(limitOf({ busy: { ...free, processors: 0.95, eventLoop: 1 } })).toBe('processors');
  expect(limitOf({ busy: { ...free, eventLoop: 0.95 } })).toBe('host');
  expect(limitOf({ busy: { ...free, disk: 0.5 } })).toBe('disk');
  expect(limitOf({ busy: { ...free, memory: 0.95 } })).toBe('memory');
  expect(limitOf({ busy: { ...free, disk: Number.NaN } })).toBe('workers');
});

test('where nothing ended, no settings are called good', () => {
  const found = [tried(2, 200, 0), tried(3, 200, 0)];
  const lines = adviceLines({ steps: [], limit: 'workers', tried: found, advice: advise(found, 5) }, 5).join('\n');
  expect(lines).toContain('No job ended');
  expect(lines).not.toMatch(/NaN|Infinity|as good as/);
});

test('the dearest functions of a profile are those that took most time themselves', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 4 });
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('read', 'file:///a/b/c/d.js') },
      { id: 3, callFrame: frame('') },
    ],
    samples: [1, 2, 3, 2],
    timeDeltas: [900, 30, 20, 50],
  };
  expect(dearestFunctions(profile)).toEqual([
    { name: 'read b/c/d.js:5', share: 0.8 },
    { name: '(anonymous)', share: 0.2 },
  ]);
});
