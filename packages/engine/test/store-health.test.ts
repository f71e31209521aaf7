import { ConversionError, type JobStore, silentLogger } from '@platen/core';
import { createMemoryJobStore } from '@platen/core/memory';
import { expect, test } from 'vitest';
import { createStoreHealth } from '../src/store-health.ts';
import { createTestEngine } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

const down = () => new ConversionError('SERVICE_UNAVAILABLE', 'The database is not available');

test('a store that can be read and not written is noticed by the submission that fails, and found again by a trial', async () => {
  const store = createMemoryJobStore();
  let isFull = true;
  let trials = 0;
  const refusing = <Result>(write: () => Promise<Result>) => (isFull ? Promise.reject(down()) : write());
  const jobs: JobStore = {
    ...store,
    insert: (...given) => refusing(() => store.insert(...given)),
    checkWrite: () => {
      trials += 1;
      return refusing(store.checkWrite);
    },
  };
  const { engine } = await createTestEngine({ jobs, logger: silentLogger });
  const submit = () => engine.submit({ operation: 'test/work', inputs: [{ fileName: 'a.pdf', data: pdfBytes }] });
  // Nobody has written anything: looking costs no trial.
  expect([(await engine.status()).store, trials]).toEqual(['ok', 0]);
  await expect(submit()).rejects.toThrow('not available');
  expect((await engine.status()).store).toBe('failing');
  const first = trials;
  expect(first).toBe(1);
  // Whoever looks again and again makes it write no more than once a second.
  await engine.status();
  expect(trials).toBe(first);
  isFull = false;
  await expect.poll(async () => (await engine.status()).store).toBe('ok');
  const before = trials;
  await engine.status();
  expect(trials).toBe(before);
  await submit();
});

test('what is refused for another reason says nothing about the store', async () => {
  const health = createStoreHealth({ checkWrite: async () => {} }, silentLogger);
  await expect(health.watch(Promise.reject(new ConversionError('INTERNAL_ERROR', 'no')))).rejects.toThrow('no');
  expect(await health.check()).toBe('ok');
});
