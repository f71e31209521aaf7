import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { silentLogger } from '@platen/core';
import { createThreadExecutor } from '@platen/engine';
import { expect, test } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';
import { joined, parted, pdfBytes, work } from './fixtures/work.ts';

test('every kind of input reaches the worker as a file', async () => {
  const { engine } = await createTestEngine();
  await using folder = await engine.stage();
  const path = join(folder.path, 'on disk.pdf');
  await writeFile(path, pdfBytes);
  const inputs = [
    path,
    pathToFileURL(path),
    pdfBytes,
    new Blob([pdfBytes]),
    new File([pdfBytes], 'named.pdf'),
    Readable.from([pdfBytes]),
    new Blob([pdfBytes]).stream(),
    { fileName: 'given.pdf', data: pdfBytes },
  ];
  const names: string[] = [];
  for (const input of inputs) {
    await using conversion = await engine.convert(work, input);
    const [output] = conversion.outputs;
    names.push(output?.fileName ?? '');
    expect(await readFile(output?.path ?? '')).toEqual(Buffer.from(pdfBytes));
  }
  expect(names.map((name) => name.replace('copy of ', ''))).toEqual([
    'on disk.pdf',
    'on disk.pdf',
    'file-1',
    'file-1',
    'named.pdf',
    'file-1',
    'file-1',
    'given.pdf',
  ]);
  expect(await readFile(path)).toEqual(Buffer.from(pdfBytes));
});

test.each(['name-outside', 'link-outside', 'link-folder-outside', 'name-nothing'] as const)(
  'a worker that goes by "%s" hands out no file of the host',
  async (act) => {
    const { engine, leftovers } = await createTestEngine();
    await expect(engine.convert(work, pdfBytes, { act })).rejects.toMatchObject({ details: { reason: 'internal' } });
    expect(await leftovers()).toEqual([]);
  },
);

test('a thread that throws after its reply does not end the host', async () => {
  const { engine } = await createTestEngine();
  for (let call = 0; call < 3; call += 1) {
    await using conversion = await engine.convert(work, pdfBytes, { act: 'throw-later' });
    expect(conversion.outputs).toHaveLength(1);
  }
});

test('outputs live until the conversion is disposed', async () => {
  const { engine, leftovers } = await createTestEngine();
  const conversion = await engine.convert(work, pdfBytes);
  expect(conversion.outputs).toMatchObject([{ mediaType: 'application/pdf', sizeBytes: pdfBytes.byteLength }]);
  await conversion[Symbol.asyncDispose]();
  expect(await leftovers()).toEqual([]);
});

test('a warning given twice is told once', async () => {
  const { engine } = await createTestEngine();
  await using conversion = await engine.convert(work, pdfBytes);
  expect(conversion.warnings).toEqual([{ code: 'COPIED', message: 'The file was copied' }]);
});

test('the outputs of parts come in the order of the plan', async () => {
  const { engine } = await createTestEngine();
  const progress: number[] = [];
  await using conversion = await engine.convert(
    parted,
    pdfBytes,
    { parts: 20 },
    { onProgress: (done) => progress.push(done) },
  );
  const texts = await Promise.all(conversion.outputs.map(({ path }) => readFile(path, 'utf8')));
  expect(texts).toEqual(Array.from({ length: 20 }, (_, index) => `part ${index}`));
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
});

test('never more parts are at work, or wait for a worker, than there are workers', async () => {
  const executor = createThreadExecutor({ threads: 2, heapBytes: 64 * 1024 * 1024 });
  let [handed, most] = [0, 0];
  const run: typeof executor.run = async (request) => {
    handed += 1;
    most = Math.max(most, handed);
    return executor.run(request).finally(() => {
      handed -= 1;
    });
  };
  const { engine } = await createTestEngine({ executor: { ...executor, run } });
  await using conversion = await engine.convert(parted, pdfBytes, { parts: 20 });
  expect([conversion.outputs.length, most]).toEqual([20, 2]);
});

test('joining is nearly all of the progress where nothing is parted', async () => {
  const { engine } = await createTestEngine();
  const progress: number[] = [];
  const onProgress = (done: number) => progress.push(done);
  await using conversion = await engine.convert(joined, pdfBytes, { parts: 0 }, { onProgress });
  expect(conversion.outputs).toHaveLength(1);
  expect(progress[0]).toBeCloseTo(0.525);
});

test('joined work gets the results in the order of the plan', async () => {
  const { engine } = await createTestEngine();
  await using conversion = await engine.convert(joined, pdfBytes, { parts: 5 });
  expect(await readFile(conversion.outputs[0]?.path ?? '', 'utf8')).toBe('part 0, part 1, part 2, part 3, part 4');
});

test.each([
  [
    'fail',
    { code: 'PROCESSING_FAILED', message: 'There are no tables', details: { reason: 'no_tables', fileName: 'a.pdf' } },
  ],
  ['throw', { code: 'INTERNAL_ERROR', details: {} }],
  ['exit', { code: 'PROCESSING_FAILED', details: { reason: 'worker_crashed' } }],
] as const)('a worker that goes by "%s" rejects with its code, and leaves nothing', async (act, expected) => {
  const { engine, leftovers } = await createTestEngine();
  await expect(engine.convert(work, pdfBytes, { act })).rejects.toMatchObject(expected);
  expect(await leftovers()).toEqual([]);
});

test('a fault is logged with its stack, and so is one that was caught', async () => {
  const lines: { readonly fields: Readonly<Record<string, unknown>>; readonly message: string }[] = [];
  const error = (fields: object, message = '') => lines.push({ fields: { ...fields }, message });
  const { engine } = await createTestEngine({ logger: { ...silentLogger, error } });
  await expect(engine.convert(work, pdfBytes, { act: 'throw' })).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  await using conversion = await engine.convert(work, pdfBytes, { act: 'catch-fault' });
  expect(conversion.warnings).toEqual([{ code: 'INTERNAL_ERROR', message: 'A table on page 1 is left out' }]);
  expect(lines).toEqual([
    {
      fields: expect.objectContaining({ operation: 'test/work', err: expect.stringMatching(/work\.worker\.[jt]s/) }),
      message: 'a conversion failed internally',
    },
    {
      fields: expect.objectContaining({ code: 'INTERNAL_ERROR', err: expect.stringMatching(/work\.worker\.[jt]s/) }),
      message: 'a fault of the software was caught: A table on page 1 is left out',
    },
  ]);
});

test('a worker that crashes once is given a second try', async () => {
  const { engine } = await createTestEngine();
  await using conversion = await engine.convert(work, pdfBytes, { act: 'crash-once' });
  expect(conversion.outputs).toMatchObject([{ fileName: 'second.txt' }]);
});

test('a busy loop is ended at its deadline', async () => {
  const { engine, leftovers } = await createTestEngine();
  await expect(engine.convert(work, pdfBytes, { act: 'spin' }, { timeoutMs: 50 })).rejects.toMatchObject({
    code: 'PROCESSING_FAILED',
    details: { reason: 'timeout' },
  });
  expect(await leftovers()).toEqual([]);
});

test("a busy loop is ended by the caller's signal, which is told as cancelled", async () => {
  const { engine } = await createTestEngine();
  const controller = new AbortController();
  const conversion = engine.convert(work, pdfBytes, { act: 'spin' }, { signal: controller.signal });
  controller.abort();
  await expect(conversion).rejects.toMatchObject({ code: 'CANCELLED' });
});

/** A stream that begins and never ends. */
function endlessStream(): Readable {
  const stream = new Readable({ read() {} });
  stream.push(pdfBytes);
  return stream;
}

test('a stream that does not end is given up by the signal and by the end of the engine, and leaves nothing behind', async () => {
  const { engine, leftovers } = await createTestEngine();
  const controller = new AbortController();
  const [first, second] = [endlessStream(), endlessStream()];
  const aborted = engine.convert(work, first, {}, { signal: controller.signal });
  await once(first, 'resume');
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await leftovers()).toEqual([]);
  const stopped = expect(engine.convert(work, second)).rejects.toMatchObject({ details: { reason: 'draining' } });
  await once(second, 'resume');
  await engine.stop(0);
  await stopped;
  expect([first.destroyed, second.destroyed]).toEqual([true, true]);
});

test.each([[pdfBytes.buffer], [[1, 2]], [null], [5]])('what is no source of bytes is named: %o', async (data) => {
  const { engine } = await createTestEngine();
  await expect(engine.convert(work, { fileName: 'a.pdf', data } as never)).rejects.toThrow(
    /^the data of "a.pdf" must be a path, a file: URL, a Uint8Array/,
  );
  if (data === null) await expect(engine.convert(work, null as never)).rejects.toThrow(/^the data of "file-1" must be/);
});

test('what onProgress throws or rejects with is logged, and disturbs nothing', async () => {
  const logged: unknown[] = [];
  const logger = { ...silentLogger, error: (fields: object) => logged.push(fields) };
  const { engine } = await createTestEngine({ logger });
  const thrown = new Error('of the caller');
  const throws = () => {
    throw thrown;
  };
  for (const onProgress of [throws, async () => throws()]) {
    await using conversion = await engine.convert(work, pdfBytes, {}, { onProgress });
    expect(conversion.outputs).toHaveLength(1);
  }
  expect(logged).toContainEqual({ err: thrown });
});

test('bounds that are no numbers are refused, not taken for none', async () => {
  const limits = { maxPages: Number.NaN };
  const { engine } = await createTestEngine();
  await expect(engine.convert(work, pdfBytes, {}, { limits })).rejects.toThrow(/limits\.maxPages/);
  await expect(createTestEngine({ limits })).rejects.toThrow(/limits\.maxPages/);
});

test('a name that a client chose is none of a path by the time an output has it', async () => {
  const { engine } = await createTestEngine();
  for (const input of [
    { fileName: '../../etc/x\u0000\u202e.pdf', data: pdfBytes },
    new File([pdfBytes], 'a/b\\x.pdf'),
  ]) {
    await using conversion = await engine.convert(work, input);
    expect(conversion.outputs[0]?.fileName).toBe('copy of x.pdf');
  }
  await expect(engine.convert(work, { fileName: 5, data: pdfBytes } as never)).rejects.toThrow(/^fileName must be/);
});

test.skipIf(process.platform === 'win32')('a named pipe that nobody writes into is refused', async () => {
  const { engine } = await createTestEngine();
  await using folder = await engine.stage();
  const pipe = join(folder.path, 'pipe.pdf');
  execFileSync('mkfifo', [pipe]);
  await expect(engine.convert(work, pipe)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('stopping the engine ends its conversions', async () => {
  const { engine } = await createTestEngine();
  const conversion = engine.convert(work, pdfBytes, { act: 'wait' });
  const rejected = expect(conversion).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'draining' },
  });
  await engine.stop(0);
  await rejected;
  await expect(engine.convert(work, pdfBytes)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test.each([
  ['no file', [], {}, { code: 'INVALID_REQUEST', details: { errors: [{ field: 'file' }] } }],
  ['too many files', [pdfBytes, pdfBytes], {}, { code: 'INVALID_REQUEST', details: { errors: [{ field: 'file' }] } }],
  ['an empty file', [new Uint8Array()], {}, { code: 'INVALID_REQUEST' }],
  [
    'a file that is not there',
    ['/no/such.pdf'],
    {},
    { code: 'INVALID_REQUEST', message: '"such.pdf" cannot be read: there is no such file' },
  ],
  [
    'a folder',
    [tmpdir()],
    {},
    { code: 'INVALID_REQUEST', details: { errors: [{ field: 'file', problem: 'cannot be read: it is a folder' }] } },
  ],
  [
    'another kind of file',
    [Buffer.from('GIF89a')],
    {},
    { code: 'UNSUPPORTED_FORMAT', details: { detected: 'image/gif' } },
  ],
  ['a web address', [new URL('https://example.org/a.pdf')], {}, { code: 'INVALID_REQUEST' }],
  ['a wrong option', [pdfBytes], { act: 'fly' }, { code: 'INVALID_REQUEST', details: { errors: [{ field: 'act' }] } }],
] as const)('%s is refused before any work', async (_what, inputs, options, expected) => {
  const { engine, leftovers } = await createTestEngine();
  await expect(engine.convert(work.name, [...inputs], options)).rejects.toMatchObject(expected);
  expect(await leftovers()).toEqual([]);
});

test('a stream is cut off at the limit', async () => {
  const { engine, leftovers } = await createTestEngine({ limits: { maxFileBytes: 10 } });
  const endless = Readable.from(
    (function* () {
      for (;;) yield pdfBytes;
    })(),
  );
  await expect(engine.convert(work, { fileName: 'big.pdf', data: endless })).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
    details: { limitBytes: 10, fileName: 'big.pdf' },
  });
  expect(await leftovers()).toEqual([]);
});

test('an option that the operation does not have is ignored with a warning, as a field of a form is', async () => {
  const { engine } = await createTestEngine();
  const given: object = { pagse: '1', toString: 'x', absent: undefined };
  await using conversion = await engine.convert(work, pdfBytes, given);
  expect(conversion.warnings.slice(0, -1)).toEqual([
    { code: 'UNKNOWN_FIELD', message: 'The field "pagse" is not an option of test/work and was ignored' },
    { code: 'UNKNOWN_FIELD', message: 'The field "toString" is not an option of test/work and was ignored' },
  ]);
  const job = await engine.submit({ operation: 'test/work', inputs: [pdfBytes], options: { pagse: '1' } });
  expect(job.warnings.map(({ code }) => code)).toEqual(['UNKNOWN_FIELD']);
});
