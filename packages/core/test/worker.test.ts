import { expect, onTestFinished, test, vi } from 'vitest';
import { defineWorker, type WorkerMessage, type WorkerReply } from '../src/index.ts';

const call = {
  phase: 'start',
  task: { inputs: [], options: {}, outputDir: '', limits: {} },
} as unknown as Parameters<ReturnType<typeof defineWorker>>[0];

test.each([
  ['an array', new RangeError('Array buffer allocation failed')],
  ['a clone', new DOMException('Data cannot be cloned, out of memory.', 'DataCloneError')],
  ['WebAssembly', new Error('Aborted(RangeError: WebAssembly.instantiate(): Out of memory)')],
])('memory that was refused to %s is told as such', async (_what, refusal) => {
  expect(await replyTo(refusal)).toMatchObject({ kind: 'error', error: { details: { reason: 'out_of_memory' } } });
});

test('a fault is INTERNAL_ERROR, and its stack is for the log', async () => {
  const reply = await replyTo(new TypeError('undefined is not a function'));
  expect(reply).toMatchObject({
    kind: 'error',
    error: { code: 'INTERNAL_ERROR', details: {} },
    cause: expect.stringMatching(/undefined is not a function(?:.|\n)*worker\.test\.ts/),
  });
  expect(JSON.stringify(reply.kind === 'error' && reply.error)).not.toContain('undefined');
});

test('another error is internal, and its cause is for the log', async () => {
  expect(await replyTo(new Error('the font server is down'))).toMatchObject({
    kind: 'error',
    error: { code: 'PROCESSING_FAILED', message: 'The conversion failed', details: { reason: 'internal' } },
    cause: expect.stringContaining('the font server is down'),
  });
});

test('a warning carries the fault that led to it, for the log, and is kept once', async () => {
  const sent: WorkerMessage[] = [];
  const worker = defineWorker({
    async run(_task, { warn }) {
      warn('INTERNAL_ERROR', 'A table on page 1 is left out', new TypeError('x is undefined'));
      warn('INTERNAL_ERROR', 'A table on page 1 is left out', new TypeError('x is undefined'));
      warn('PAGES_CLIPPED', 'Later pages were left out');
      return [];
    },
  });
  await worker(call, (message) => sent.push(message));
  expect(sent).toEqual([
    {
      kind: 'warning',
      warning: { code: 'INTERNAL_ERROR', message: 'A table on page 1 is left out' },
      cause: expect.stringContaining('x is undefined'),
    },
    { kind: 'warning', warning: { code: 'PAGES_CLIPPED', message: 'Later pages were left out' } },
  ]);
});

function replyTo(error: Error): Promise<WorkerReply> {
  const worker = defineWorker({
    async run() {
      throw error;
    },
  });
  return worker(call, () => {});
}

test('the first progress of a process that has just started is sent, and what follows at once is not', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5);
  onTestFinished(() => clock.mockRestore());
  const sent: WorkerMessage[] = [];
  const worker = defineWorker({
    async run(_task, { progress }) {
      progress(0.5);
      progress(0.6);
      progress(1);
      return [];
    },
  });
  await worker(call, (message) => sent.push(message));
  expect(sent).toEqual([0.5, 1].map((fraction) => ({ kind: 'progress', fraction })));
});
