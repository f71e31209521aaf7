import { inspect } from 'node:util';
import { type BlobStore, ConversionError, type JobBus, type Logger } from '@platen/core';
import {
  createMemoryBlobStore,
  createMemoryJobBus,
  createMemoryJobQueue,
  createMemoryJobStore,
  createMemoryLeaderLock,
  createMemoryNodeRegistry,
} from '@platen/core/memory';
import { expect, test } from 'vitest';
import { createTestEngine, ended, started } from './fixtures/test-engine.ts';
import { pdfBytes } from './fixtures/work.ts';

const password = 'open sesame, whoever you are';
const anotherPassword = 'open barley';
const jobEvents = [
  'job-queued',
  'job-started',
  'job-progress',
  'job-completed',
  'job-failed',
  'job-cancelled',
  'job-purged',
] as const;

type Source = 'submit' | 'get' | 'list' | 'change' | 'nodes' | 'usage' | 'event' | 'bus' | 'outbox' | 'log';

test('a password reaches its worker, but no record, event, message, listing or log line', async () => {
  const seen: Record<Source, unknown[]> = {
    submit: [],
    get: [],
    list: [],
    change: [],
    nodes: [],
    usage: [],
    event: [],
    bus: [],
    outbox: [],
    log: [],
  };
  const shared = {
    jobs: createMemoryJobStore(),
    blobs: downAtFirstRead(createMemoryBlobStore()),
    queue: createMemoryJobQueue(),
    bus: overheard(createMemoryJobBus(), seen.bus),
    leader: createMemoryLeaderLock(),
    nodes: createMemoryNodeRegistry(),
    logger: collecting(seen.log),
    messagesFor: (job: unknown, outcome: unknown) => [{ topic: 'ended', payload: { job, outcome } }],
    keepFailedInputs: true,
  };
  const [front, back] = [(await createTestEngine(shared)).engine, (await createTestEngine(shared)).engine];
  for (const event of jobEvents) {
    for (const engine of [front, back]) engine.on(event, (...given) => seen.event.push([event, given]));
  }
  await front.start({ work: false });
  await back.start();
  const look = async (id: string) => {
    seen.get.push(await front.get(id));
    seen.list.push(await front.list({ text: id }));
  };
  /** A job goes to its end, by being cancelled where it would run for ever. */
  const run = async (act: string) => {
    const inputs = [{ fileName: 'a.pdf', data: pdfBytes }];
    const submitted = await front.submit({ operation: 'test/work', inputs, options: { act, password }, ownerId: 'o' });
    seen.submit.push(submitted);
    await look(submitted.id);
    if (act === 'spin') {
      await started(front, submitted.id);
      await look(submitted.id);
      seen.change.push(await front.cancel(submitted.id));
    }
    const job = await ended(front, submitted.id);
    await look(job.id);
    return job;
  };

  // Given back over a blob store that was down, then completed.
  expect(await run('measure-password')).toMatchObject({
    state: 'completed',
    releases: 1,
    warnings: [{ message: `${password.length} characters` }],
  });
  for (const act of ['fail', 'throw', 'exit']) expect(await run(act)).toMatchObject({ state: 'failed' });
  const { id } = await run('spin');
  seen.change.push(await front.retry(id, { secrets: { password: anotherPassword } }));
  await started(front, id);
  await look(id);
  expect(await front.remove(id)).toBe(true);
  seen.nodes.push(...(await front.nodes()));
  seen.usage.push(...(await front.usage({ fromDay: '2000-01-01', toDay: '2999-12-31' })));
  seen.outbox.push(...(await shared.jobs.outbox.take({ limit: 100, holdMs: 1_000 })));

  for (const [source, values] of Object.entries(seen)) {
    expect(values.length, source).toBeGreaterThan(0);
    const text = inspect(values, { depth: Number.POSITIVE_INFINITY, maxArrayLength: null, maxStringLength: null });
    expect(text, source).not.toContain(password);
    expect(text, source).not.toContain(anotherPassword);
  }
});

function overheard(bus: JobBus, messages: unknown[]): JobBus {
  return {
    ...bus,
    publish(message) {
      messages.push(message);
      return bus.publish(message);
    },
  };
}

/** A blob store that cannot be reached the first time a job fetches its inputs. */
function downAtFirstRead(blobs: BlobStore): BlobStore {
  let isDown = true;
  return {
    ...blobs,
    async stage(...args) {
      if (!isDown) return blobs.stage(...args);
      isDown = false;
      throw new ConversionError('SERVICE_UNAVAILABLE', 'The storage is down');
    },
  };
}

function collecting(lines: unknown[]): Logger {
  const write = (...line: unknown[]) => void lines.push(line);
  return { debug: write, info: write, warn: write, error: write };
}
