import type { ConversionEngine, JobStore } from '@platen/core';
import { createMemoryJobStore } from '@platen/core/memory';
import { expect, test } from 'vitest';
import { createTestEngine } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

/** What JavaScript may call: any method with anything. */
type AnyCall = (engine: Record<keyof ConversionEngine, (...given: unknown[]) => Promise<unknown>>) => Promise<unknown>;

/** A store that answers as a database does to a value it has no type for: as if it were down. */
function strictStore(): JobStore {
  const refuse = () => Promise.reject(new Error('the store was asked'));
  const asked = { get: refuse, list: refuse, counts: refuse, standing: refuse, usage: refuse };
  return { ...createMemoryJobStore(), ...asked };
}

const byId = ['get', 'cancel', 'retry', 'remove', 'open', 'directLink'] as const;

test.each(byId)('%s names an id that is no text, and asks no store', async (method) => {
  const { engine } = await createTestEngine({ jobs: strictStore() });
  const call = (engine as never)[method] as (id: unknown) => Promise<unknown>;
  await expect(call(undefined)).rejects.toThrow(new TypeError('jobId must be a string, not undefined'));
});

test('a text that cannot be an id is the id of no job, whatever the store makes of it', async () => {
  const { engine } = await createTestEngine({ jobs: strictStore() });
  for (const id of ['', 'a\0b', '\ud800', '../jobs', 'x'.repeat(65)]) {
    expect(await engine.get(id)).toBeNull();
    expect(await engine.cancel(id)).toBeNull();
    expect(await engine.retry(id)).toBeNull();
    expect(await engine.remove(id)).toBe(false);
    await expect(engine.open(id, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test.each<[string, AnyCall, string]>([
  ['a submission of nothing', (engine) => engine.submit(), 'the request must be an object, not undefined'],
  ['a conversion of no operation', (engine) => engine.convert(undefined, pdfBytes), 'operation must be an operation'],
  ['a listing by null', (engine) => engine.list(null), 'filter must be an object, not null'],
  ['a misspelt filter', (engine) => engine.list({ state: 'failed' }), 'engine.list has no option "state"'],
  ['a misspelt page', (engine) => engine.list({}, { size: 5 }), 'engine.list has no option "size"'],
  ['the standing of nobody', (engine) => engine.standing(), 'ownerId must be a string, not undefined'],
  ['counts of a number', (engine) => engine.counts(5), 'ownerId must be a string, not 5'],
  ['usage of no time', (engine) => engine.usage(), 'filter must be an object, not undefined'],
  ['usage without its last day', (engine) => engine.usage({ fromDay: '2026-11-01' }), 'toDay must be a string'],
  ['a misspelt retry', (engine) => engine.retry('job-1', { secret: {} }), 'engine.retry has no option "secret"'],
])('%s is refused by name, and asks no store', async (_, call, message) => {
  const { engine } = await createTestEngine({ jobs: strictStore() });
  const called = call(engine as never);
  await expect(called).rejects.toThrow(TypeError);
  await expect(called).rejects.toThrow(message);
});

test('an id of the host that cannot be one of a job is refused before anything is stored', async () => {
  const { engine, leftovers } = await createTestEngine({ newId: () => 'jobs/1' });
  const submitting = engine.submit({ operation: 'test/work', inputs: [pdfBytes] });
  await expect(submitting).rejects.toThrow(new TypeError('newId returned jobs/1, which cannot be the id of a job'));
  expect(await leftovers()).toEqual([]);
});
