import { expect, test } from 'vitest';
import { defineWorker, type WorkerReply } from '../src/index.ts';

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

test('another error is internal, and its cause is for the log', async () => {
  expect(await replyTo(new TypeError('undefined is not a function'))).toMatchObject({
    kind: 'error',
    error: { message: 'The conversion failed', details: { reason: 'internal' } },
    cause: expect.stringContaining('undefined is not a function'),
  });
});

function replyTo(error: Error): Promise<WorkerReply> {
  const worker = defineWorker({
    async run() {
      throw error;
    },
  });
  return worker(call, () => {});
}
