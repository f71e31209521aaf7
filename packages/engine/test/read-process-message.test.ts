import { expect, test } from 'vitest';
import { readProcessMessage } from '../src/read-process-message.ts';

const output = { path: '/a', fileName: 'a', mediaType: 'text/plain' };
const error = { code: 'PROCESSING_FAILED', message: 'm', details: { reason: 'internal' } };

test.each([
  { kind: 'ready', cpuMs: 12 },
  { kind: 'started' },
  { kind: 'progress', fraction: 0.5 },
  { kind: 'warning', warning: { code: 'A', message: 'b' } },
  { kind: 'warning', warning: { code: 'A', message: 'b' }, cause: 'TypeError: c' },
  { kind: 'reply', reply: { kind: 'outputs', outputs: [output] } },
  { kind: 'reply', reply: { kind: 'plan', parts: [1], joins: true } },
  { kind: 'reply', reply: { kind: 'result', result: null } },
  { kind: 'reply', reply: { kind: 'error', error, cause: null } },
])('%o is a message', (message) => {
  expect(readProcessMessage(message)).toEqual(message);
});

test.each([
  null,
  'ready',
  [],
  { kind: 'other' },
  { kind: 'ready', cpuMs: -1 },
  { kind: 'progress', fraction: Number.NaN },
  { kind: 'progress', fraction: 2 },
  { kind: 'warning', warning: null },
  { kind: 'warning', warning: { code: 'A', message: 'b' }, cause: 1 },
  { kind: 'warning', warning: { code: 1, message: 'b' } },
  { kind: 'reply', reply: null },
  { kind: 'reply', reply: { kind: 'outputs', outputs: [null] } },
  { kind: 'reply', reply: { kind: 'outputs', outputs: [{ ...output, path: 1 }] } },
  { kind: 'reply', reply: { kind: 'outputs', outputs: [{ ...output, fileName: 'x'.repeat(70_000) }] } },
  { kind: 'reply', reply: { kind: 'plan', parts: {}, joins: true } },
  { kind: 'reply', reply: { kind: 'error', error: { ...error, code: 'constructor' }, cause: null } },
  { kind: 'reply', reply: { kind: 'error', error: { ...error, details: null }, cause: null } },
])('%o is none', (message) => {
  expect(readProcessMessage(message)).toBeNull();
});
