import type { ConversionEngine } from '@platen/core';
import { createMemoryJobStore, createMemoryKeyStore } from '@platen/core/memory';
import { createEngine, type EngineOptions } from '@platen/engine';
import { expect, test } from 'vitest';
import { resolveOptions } from '../src/engine-options.ts';
import { createTestEngine } from './fixtures/test-engine.ts';
import { pdfBytes, work } from './fixtures/work.ts';

test.each<[string, unknown, string]>([
  ['no options at all', undefined, 'createEngine needs operations'],
  ['no operations', {}, 'createEngine needs operations'],
  ['an operation alone', { operations: work }, 'operations must be an array'],
  ['an empty operation', { operations: [work, {}] }, 'operations[1] is not an operation'],
  ['an operation that is not there', { operations: [undefined] }, 'operations[0] is not an operation'],
  ['an empty logger', { operations: [work], logger: {} }, 'logger has no method debug'],
  ['a misspelt option', { operations: [work], retentionMS: 5 }, 'createEngine has no option "retentionMS"'],
  ['a clock that does not tell the time', { operations: [work], clock: {} }, 'clock has no method now'],
  ['a message that is no function', { operations: [work], messagesFor: [] }, 'messagesFor must be a function'],
  ['an unknown operation to keep warm', { operations: [work], warm: ['wrok'] }, 'warm names "wrok"'],
  ['one in place of a list to keep warm', { operations: [work], warm: 'test/work' }, 'warm must be an array'],
  ['a store in place of its jobs', { operations: [work], jobs: { jobs: {} } }, 'jobs has no method insert'],
])('%s is refused by its name', (_, options, message) => {
  expect(() => createEngine(options as EngineOptions)).toThrow(TypeError);
  expect(() => createEngine(options as EngineOptions)).toThrow(message);
});

test('all parts of a store may be given, with those that other factories take', async () => {
  const others = { keys: createMemoryKeyStore(), linkSecrets: ['of links'], close: async () => {} };
  const engine = createEngine({ operations: [work], jobs: createMemoryJobStore(), ...others });
  await engine.stop();
});

test.each([null, 'fast'])('settings of %s are refused by their name', async (settings) => {
  const { engine, leftovers } = await createTestEngine();
  const converting = engine.convert('test/work', pdfBytes, {}, settings as never);
  await expect(converting).rejects.toThrow(/^settings must be an object, not /);
  expect(await leftovers()).toEqual([]);
});

test.each<[string, (engine: ConversionEngine) => Promise<unknown>]>([
  ['start', (engine) => engine.start({ wrok: false } as never)],
  ['convert', (engine) => engine.convert('test/work', pdfBytes, {}, { sginal: AbortSignal.abort() } as never)],
  ['submit', (engine) => engine.submit({ operation: 'test/work', inputs: [pdfBytes], ownrId: 'acme' } as never)],
])('what is misspelt of %s is refused, not ignored', async (name, call) => {
  const { engine, leftovers } = await createTestEngine();
  await expect(call(engine)).rejects.toThrow(
    new RegExp(`^engine\\.${name} has no option "(wrok|sginal|ownrId)"\\. Its options are `),
  );
  expect(await leftovers()).toEqual([]);
});

test('a submission without a list of inputs is refused', async () => {
  const { engine } = await createTestEngine();
  await expect(engine.submit({ operation: 'test/work' } as never)).rejects.toThrow('inputs must be an array');
});

test('a sweep less often than timers can wait is as rare as they can, where Node would sweep without a pause', () => {
  const { sweepIntervalMs } = resolveOptions({ operations: [work], sweepIntervalMs: 30 * 24 * 3_600_000 });
  expect(sweepIntervalMs).toBe(2 ** 31 - 1);
});
