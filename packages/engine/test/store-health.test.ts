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
  const health = createStoreHealth(Object.freeze(createMemoryJobStore()), silentLogger);
  await expect(health.watch(Promise.reject(new ConversionError('INTERNAL_ERROR', 'no')))).rejects.toThrow('no');
  expect(await health.check()).toBe('ok');
});

/** A store of whose reads one sees how many there were, and that answers them when it is let. */
function slowStore() {
  const store = createMemoryJobStore();
  const gate = { isDown: false, asked: [] as PropertyKey[], answers: Promise.resolve() };
  const jobs = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        gate.asked.push(name);
        await gate.answers;
        if (gate.isDown) throw down();
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { jobs, gate };
}

test('a store is asked for one record alone, once by all who look at the same time', async () => {
  const { jobs, gate } = slowStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.answers = promise;
  const health = createStoreHealth(jobs, silentLogger);
  const looks = [health.check(), health.check(), health.check()];
  resolve();
  expect(await Promise.all(looks)).toEqual(['ok', 'ok', 'ok']);
  expect(gate.asked).toEqual(['get']);
});

test('a store that has just answered others is not asked: a look waits behind none of the calls under way', async () => {
  const { jobs, gate } = slowStore();
  const health = createStoreHealth(jobs, silentLogger);
  await health.jobs.list({});
  gate.answers = new Promise(() => {});
  void health.jobs.list({});
  expect(await health.check()).toBe('ok');
  expect(gate.asked).toEqual(['list', 'list']);
});

test('a store that does not answer is failing until it does, and each change is told once', async () => {
  const { jobs, gate } = slowStore();
  const messages: string[] = [];
  const health = createStoreHealth(jobs, { ...silentLogger, warn: (_, message) => void messages.push(message) });
  gate.isDown = true;
  for (let look = 0; look < 3; look += 1) expect(await health.check()).toBe('failing');
  gate.isDown = false;
  expect(await health.check()).toBe('ok');
  expect(messages).toEqual(['the job store does not answer', 'the job store answers again']);
});
