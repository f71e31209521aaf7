import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { silentLogger } from '@platen/core';
import { createProcessExecutor } from '@platen/engine';
import { findConfinement } from '@platen/engine/confinement';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processCommand } from '../src/process-command.ts';
import { createTestEngine } from './fixtures/test-engine.ts';
import { joined, parted, pdfBytes, work } from './fixtures/work.ts';

const megabyte = 1024 * 1024;

const confined = (options = {}) =>
  createTestEngine({
    executor: createProcessExecutor({
      processes: 2,
      heapBytes: 64 * megabyte,
      memoryBytes: 600 * megabyte,
      ...options,
    }),
  });

test('a process that is to be kept warm is replaced before the next call needs it', async () => {
  const executor = createProcessExecutor({ processes: 1, recycleAfterCalls: 1 });
  const { engine } = await createTestEngine({ executor, warm: [work.name] });
  await engine.start();
  await (await engine.convert(work, pdfBytes))[Symbol.asyncDispose]();
  // One that checks workers, the one that was called, and the one that waits now.
  await vi.waitFor(() => expect(executor.starts?.count).toBeGreaterThanOrEqual(3), { timeout: 60_000, interval: 50 });
});

test('whole, parted and joined work run as they do in threads', async () => {
  const { engine, leftovers } = await confined();
  {
    await using copy = await engine.convert(work, { fileName: 'a.pdf', data: pdfBytes });
    expect(await readFile(copy.outputs[0]?.path ?? '')).toEqual(Buffer.from(pdfBytes));
    expect(copy.warnings).toEqual([{ code: 'COPIED', message: 'The file was copied' }]);
    await using parts = await engine.convert(parted, pdfBytes, { parts: 5 });
    expect(parts.outputs.map(({ fileName }) => fileName)).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt']);
    await using whole = await engine.convert(joined, pdfBytes, { parts: 2 });
    expect(await readFile(whole.outputs[0]?.path ?? '', 'utf8')).toBe('part 0, part 1');
  }
  expect(await leftovers()).toEqual([]);
});

test("a process under Node's permission model is told at once that it cannot confine others", async () => {
  Object.defineProperty(process, 'permission', { value: { has: () => true }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(process, 'permission'));
  const { engine, leftovers } = await confined();
  await expect(engine.start()).rejects.toThrow('start it without --permission');
  expect(await leftovers()).toEqual([]);
});

test('a cold process is counted with its time, a warm one is not counted again', async () => {
  const executor = createProcessExecutor({ processes: 1 });
  const { engine } = await createTestEngine({ executor });
  expect(executor.starts).toEqual({ count: 0, durationMs: 0, cpuMs: 0 });
  for (const data of [pdfBytes, pdfBytes]) await (await engine.convert(work, data))[Symbol.asyncDispose]();
  const { workerStarts } = await engine.status();
  expect(workerStarts).toEqual({ count: 1, durationMs: expect.any(Number), cpuMs: expect.any(Number) });
  expect(workerStarts?.durationMs).toBeGreaterThan(0);
  expect(workerStarts?.cpuMs).toBeGreaterThan(0);
});

test.each([
  ['fail', { code: 'PROCESSING_FAILED', details: { reason: 'no_tables' } }],
  ['exit', { code: 'PROCESSING_FAILED', details: { reason: 'worker_crashed' } }],
  ['abort', { code: 'PROCESSING_FAILED', details: { reason: 'worker_crashed' } }],
  ['garble', { code: 'PROCESSING_FAILED', details: { reason: 'worker_crashed' } }],
  ['send-nonsense', { code: 'PROCESSING_FAILED', details: { reason: 'worker_crashed' } }],
  ['fail-to-clone', { code: 'PROCESSING_FAILED', details: { reason: 'out_of_memory' } }],
  [
    'fill-heap',
    {
      code: 'PROCESSING_FAILED',
      details: { reason: 'out_of_memory', limit: 'maxMemoryBytes', allowed: 64 * megabyte },
    },
  ],
  [
    'fill-buffers',
    {
      code: 'PROCESSING_FAILED',
      details: { reason: 'out_of_memory', limit: 'maxMemoryBytes', allowed: 600 * megabyte },
    },
  ],
] as const)('a worker that goes by "%s" costs one call, and the next one runs', async (act, expected) => {
  const { engine, leftovers } = await confined();
  await expect(engine.convert(work, pdfBytes, { act })).rejects.toMatchObject(expected);
  expect(await leftovers()).toEqual([]);
  await using next = await engine.convert(work, pdfBytes);
  expect(next.outputs).toHaveLength(1);
});

test('a conversion uses no more memory than its own limits say', async () => {
  const { engine } = await confined();
  const limits = { maxMemoryBytes: 200 * megabyte };
  await expect(engine.convert(work, pdfBytes, { act: 'fill-buffers' }, { limits })).rejects.toMatchObject({
    details: { reason: 'out_of_memory', limit: 'maxMemoryBytes', allowed: 200 * megabyte },
  });
});

test('what earlier calls left in a process fails no other: it is run once more in a fresh one', async () => {
  const { engine } = await confined({ processes: 1 });
  const leave = async () => {
    await using conversion = await engine.convert(work, pdfBytes, { act: 'leave-buffers' });
    return await readFile(conversion.outputs[0]?.path ?? '', 'utf8');
  };
  expect([await leave(), await leave()]).toEqual(['1', '1']);
});

test.each(['read-outside', 'write-outside'] as const)('a worker may not "%s"', async (act) => {
  const { engine } = await confined();
  await expect(engine.convert(work, pdfBytes, { act })).rejects.toMatchObject({ details: { reason: 'internal' } });
  expect(existsSync('/var/tmp/platen-test-outside')).toBe(false);
});

test('what a call says after its reply is not taken for the next call’s', async () => {
  const { engine } = await confined({ processes: 1 });
  for (let call = 0; call < 20; call += 1) {
    await using late = await engine.convert(work, pdfBytes, { act: 'warn-later' });
    expect(late.warnings).toEqual([]);
  }
});

test('a worker that throws after its reply costs no later call its result', async () => {
  const { engine } = await confined({ processes: 1 });
  for (let call = 0; call < 5; call += 1) {
    await using conversion = await engine.convert(work, pdfBytes, { act: 'throw-later' });
    expect(conversion.outputs).toHaveLength(1);
  }
});

test('calls in line when the executor closes are told so, and start no process', async () => {
  const executor = createProcessExecutor({ processes: 1 });
  const { engine } = await createTestEngine({ executor });
  const first = engine.convert(work, pdfBytes, { act: 'spin' });
  const second = engine.convert(work, pdfBytes, { act: 'spin' });
  const ends = Promise.allSettled([first, second]);
  await expect.poll(async () => (await children()).length).toBe(1);
  await executor.close();
  for (const end of await ends) expect(end.status).toBe('rejected');
  await expect.poll(children).toEqual([]);
});

test('an executor that is closed while it opens stays closed', async () => {
  const executor = createProcessExecutor({ processes: 1 });
  const opening = executor.open(tmpdir(), [work.worker]);
  await executor.close();
  await expect(opening).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('a call that runs when the executor closes is told so: its process did not crash', async () => {
  const executor = createProcessExecutor({ processes: 1 });
  const { engine } = await createTestEngine({ executor });
  const begun = Promise.withResolvers<void>();
  const onProgress = () => begun.resolve();
  const call = Promise.allSettled([engine.convert(work, pdfBytes, { act: 'wait' }, { onProgress })]);
  await Promise.race([begun.promise, call]);
  await executor.close();
  expect(await call).toMatchObject([{ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } }]);
});

test('a process that is ended while it starts, as its executor closes, is no crash', async () => {
  const error = vi.fn();
  const executor = createProcessExecutor({ processes: 2, logger: { ...silentLogger, error } });
  const { engine, leftovers } = await createTestEngine({ executor });
  // A call that never ends by itself: on a busy machine others would have done before a process is seen.
  const spin = () => engine.convert(work, pdfBytes, { act: 'spin' });
  const calls = Promise.allSettled([spin(), spin()]);
  await expect.poll(async () => (await children()).length, { interval: 1 }).toBeGreaterThan(0);
  await executor.close();
  for (const end of await calls) {
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
  }
  expect(error).not.toHaveBeenCalled();
  expect(await leftovers()).toEqual([]);
});

test('a worker sees nothing of the environment but what is Platen’s', async () => {
  vi.stubEnv('PLATEN_TEST', 'mine');
  const secrets = ['SECRET_TEST', 'PLATEN_STORE', 'PLATEN_BLOBS', 'PLATEN_KEY'];
  for (const name of secrets) vi.stubEnv(name, 'not yours');
  const { engine } = await confined();
  await using conversion = await engine.convert(work, pdfBytes, { act: 'environment' });
  const names = (await readFile(conversion.outputs[0]?.path ?? '', 'utf8')).split('\n');
  expect(names).toContain('PLATEN_TEST');
  const others = names.filter((name) => !name.startsWith('PLATEN_')).toSorted();
  expect(others).toEqual(['HOME', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']);
  for (const name of secrets) expect(names).not.toContain(name);
  vi.unstubAllEnvs();
});

const { unshare } = await findConfinement();

test.skipIf(unshare === null).each([
  [false, /^denied/],
  [true, /^reached$/],
] as const)(
  'with network: %o a connection is %s (needs Linux that allows user namespaces)',
  async (network, outcome) => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { engine } = await confined({ network });
    await using conversion = await engine.convert(work, pdfBytes, { act: 'connect', port });
    expect(await readFile(conversion.outputs[0]?.path ?? '', 'utf8')).toMatch(outcome);
  },
);

test.skipIf(unshare === null)('a network of its own is no reason to keep a worker from its files', async () => {
  // Not /nonexistent, the home of users who have none: programs make it.
  const absent = join(tmpdir(), 'platen-absent', 'file');
  expect(await findConfinement([absent])).toMatchObject({ prlimit: expect.any(String), unshare: null });
});

test('a busy loop is killed at its deadline and by a signal', async () => {
  const { engine } = await confined();
  await expect(engine.convert(work, pdfBytes, { act: 'spin' }, { timeoutMs: 50 })).rejects.toMatchObject({
    details: { reason: 'timeout' },
  });
  const spinning = engine.convert(work, pdfBytes, { act: 'spin' }, { signal: AbortSignal.timeout(50) });
  await expect(spinning).rejects.toMatchObject({ code: 'CANCELLED' });
});

test.skipIf(process.platform !== 'linux')(
  'a process that is paused while it is idle costs its next call a second try, not its deadline',
  async () => {
    const { engine } = await confined({ processes: 1 });
    await (await engine.convert(work, pdfBytes))[Symbol.asyncDispose]();
    const [paused = 0] = await children();
    process.kill(paused, 'SIGSTOP');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = engine.convert(work, pdfBytes);
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        return children();
      })
      .not.toContain(paused);
    await using conversion = await call;
    expect(conversion.outputs).toHaveLength(1);
  },
);

test.skipIf(process.platform !== 'linux')('stopping leaves no process behind', async () => {
  const { engine } = await confined();
  const waiting = Promise.allSettled([1, 2, 3].map(() => engine.convert(work, pdfBytes, { act: 'spin' })));
  await expect.poll(async () => (await children()).length).toBeGreaterThanOrEqual(2);
  await engine.stop(0);
  await waiting;
  await expect.poll(children).toEqual([]);
});

test.each([
  ['within its bounds is used again', {}, 1],
  ['that has run its share of calls is replaced', { recycleAfterCalls: 1 }, 3],
  // Elsewhere nobody says how large a process is.
  ['that has grown above its bound is replaced', { recycleAboveBytes: 1 }, process.platform === 'linux' ? 3 : 1],
])('a process %s', async (_, bounds, processes) => {
  const executor = createProcessExecutor({ processes: 1, ...bounds });
  const { engine } = await createTestEngine({ executor });
  for (let call = 0; call < 3; call += 1) {
    await using conversion = await engine.convert(work, pdfBytes);
    expect(conversion.outputs).toHaveLength(1);
  }
  expect(executor.starts?.count).toBe(processes);
});

test.skipIf(process.platform !== 'linux')(
  'a worker has lower priority than its host where that is asked for',
  async () => {
    const { engine } = await confined({ processes: 1, niceness: 7 });
    await using _conversion = await engine.convert(work, pdfBytes);
    const [pid = 0] = await children();
    expect(getPriority(pid)).toBe(7);
  },
);

/** Worker processes of this process: the children that run the process host. */
async function children(): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const own = await Promise.all(
    pids.map(async (pid) => {
      const [status, command] = await Promise.all([
        readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      ]);
      return status.includes(`PPid:\t${process.pid}\n`) && command.includes('process-host');
    }),
  );
  return pids.filter((_pid, index) => own[index]).map(Number);
}

test('a worker file in no package runs once its folder is readable, and until then the start says what to do', async () => {
  const app = await mkdtemp(join(tmpdir(), 'platen-own-worker-'));
  onTestFinished(() => rm(app, { recursive: true, force: true }));
  const folder = join(app, 'src', 'operations');
  await mkdir(folder, { recursive: true });
  // Two folders up: what Node asks for is not the host's to name.
  await writeFile(join(app, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'own.js'),
    `import { copyFile } from 'node:fs/promises';
    export default async ({ task }) => {
      const path = task.outputDir + '/copy';
      await copyFile(task.inputs[0].path, path);
      return { kind: 'outputs', outputs: [{ path, fileName: 'copy.pdf', mediaType: 'application/pdf' }], warnings: [] };
    };`,
  );
  const own = { ...work, worker: pathToFileURL(join(folder, 'own.js')) };
  const [refused, runs] = [
    await createTestEngine({ operations: [own], executor: createProcessExecutor({ processes: 1 }) }),
    await createTestEngine({
      operations: [own],
      executor: createProcessExecutor({ processes: 1, readable: [folder] }),
    }),
  ];
  await expect(refused.engine.start()).rejects.toThrow(`createProcessExecutor({ readable: ["${folder}"] })`);
  await using copy = await runs.engine.convert(own, { fileName: 'a.pdf', data: pdfBytes });
  expect(copy.outputs).toMatchObject([{ fileName: 'copy.pdf', sizeBytes: pdfBytes.byteLength }]);
});

test('no path is given to Node twice, which aborts version 22.13, and of a package its files are enough', async () => {
  const workers = [work.worker, parted.worker, joined.worker];
  const readable = [import.meta.dirname, import.meta.dirname, '/usr/share/fonts'];
  const options = { readable, heapBytes: megabyte, memoryBytes: megabyte, network: false };
  const granted = async (given: readonly URL[]) => {
    const command = await processCommand({ ...options, workers: given });
    const args = command.inFolder({ inputs: '/tmp/in', outputs: '/tmp/out' });
    return args.filter((argument) => argument.startsWith('--allow-fs-read='));
  };
  const own = await granted(workers);
  expect(own).toEqual([...new Set(own)]);
  const packaged = pathToFileURL(createRequire(import.meta.url).resolve('piscina'));
  expect(await granted([packaged])).toEqual(await granted([]));
});

test('a worker file that is not there is named at the start', async () => {
  const own = { ...work, worker: new URL('./nothing.js', import.meta.url) };
  const { engine } = await createTestEngine({ operations: [own], executor: createProcessExecutor({ processes: 1 }) });
  await expect(engine.start()).rejects.toThrow(/^the worker file .*nothing\.js does not exist$/);
});
