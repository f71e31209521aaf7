import type { Delivery, JobQueue } from '@platen/core';
import { expect } from 'vitest';
import { sampleItem } from './sample-records.ts';
import { createRule, type Make, type SharedSubject, type SuiteRunner, vitestRunner } from './subject.ts';

/** A queue to test. */
export interface JobQueueSubject extends SharedSubject<JobQueue> {
  /** How long a delivery may stay open before its item is handed out again, in milliseconds. */
  readonly visibilityMs: number;
  /** How long the queue may take to hand out an item, in milliseconds. A rule that expects no item waits for this long. */
  readonly latencyMs: number;
}

const operations = ['pdf/merge', 'pdf/split'];

/** Every rule of the `JobQueue` contract. `make` returns an empty queue. */
export function jobQueueSuite(make: Make<JobQueueSubject>, runner: SuiteRunner = vitestRunner): void {
  const rule = createRule<JobQueue, JobQueueSubject>(make, runner);
  waitingRules(runner, rule);
  takingRules(runner, rule);
  deliveryRules(runner, rule);
}

type QueueRule = (name: string, check: (queue: JobQueue, fresh: JobQueueSubject) => Promise<void>) => void;

function waitingRules(runner: SuiteRunner, rule: QueueRule): void {
  runner.describe('JobQueue: waiting', () => {
    rule('hands out the items of one owner in their order', async (queue) => {
      await enqueueAll(queue, 'a', ['1', '2', '3']);
      expect(await queue.size()).toBe(3);
      expect([await takeNow(queue), await takeNow(queue), await takeNow(queue)].map(idOf)).toEqual(['1', '2', '3']);
      expect(await queue.size()).toBe(0);
    });

    rule('an item that waits is there once, however often it is enqueued', async (queue, fresh) => {
      await enqueueAll(queue, 'a', ['1', '1', '1']);
      await enqueueAll(queue, 'a', ['1']);
      expect(await queue.size()).toBe(1);
      await (await takeNow(queue)).done();
      await expectNothing(queue, fresh);
    });

    rule('the work of one owner does not hold up another, on any node', async (queue, { connect }) => {
      const queues = [queue, (await connect?.()) ?? queue];
      await enqueueAll(
        queue,
        'busy',
        Array.from({ length: 300 }, (_, index) => `busy-${index}`),
      );
      await enqueueAll(queues[1] ?? queue, 'small', ['small-0', 'small-1', 'small-2', 'small-3', 'small-4']);
      await enqueueAll(queue, null, ['own-0']);
      const first: string[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        const delivery = await takeNow(queues[turn % 2] ?? queue);
        first.push(delivery.jobId);
        await delivery.done();
      }
      expect(first.filter((jobId) => jobId.startsWith('small'))).toHaveLength(5);
      expect(first).toContain('own-0');
    });

    rule('the first job of an owner is served in its turn, however many others come', async (queue) => {
      await enqueueAll(
        queue,
        'busy',
        Array.from({ length: 5 }, (_, index) => `busy-${index}`),
      );
      const taken: string[] = [];
      for (let turn = 0; turn < 40 && !taken.includes('busy-1'); turn += 1) {
        await queue.enqueue([sampleItem(`new-${turn}`, { ownerId: `new-${turn}`, rank: 0 })]);
        const delivery = await takeNow(queue);
        taken.push(delivery.jobId);
        await delivery.done();
      }
      expect(taken).toContain('busy-0');
    });

    rule('an owner with many jobs has its turn in each round, however many others come', async (queue) => {
      const busy = Array.from({ length: 10 }, (_, index) => `busy-${index}`);
      await enqueueAll(queue, 'busy', busy);
      const taken: string[] = [];
      // As many come as are served: one owner more waits in each round, so that the ten rounds take 55 turns.
      for (let turn = 0; turn < 60; turn += 1) {
        await queue.enqueue([sampleItem(`new-${turn}`, { ownerId: `new-${turn}`, rank: 0 })]);
        const delivery = await takeNow(queue);
        taken.push(delivery.jobId);
        await delivery.done();
      }
      expect(taken.filter((jobId) => jobId.startsWith('busy'))).toEqual(busy);
    });

    rule('no operation holds up another, whatever order they are asked for in', async (queue) => {
      for (const order of [operations, operations.toReversed()]) {
        const [first = '', second = ''] = order;
        await enqueueAll(
          queue,
          `many-${first}`,
          Array.from({ length: 30 }, (_, index) => `${first}-${index}`),
          first,
        );
        await queue.enqueue([sampleItem(`one-${second}`, { operation: second, ownerId: `one-${second}`, rank: 0 })]);
        const taken: string[] = [];
        for (let turn = 0; turn < 31; turn += 1) {
          const delivery = await queue.take(forever(), { operations: order });
          taken.push(delivery?.jobId ?? '');
          await delivery?.done();
        }
        expect(taken.indexOf(`one-${second}`)).toBeLessThan(3);
      }
    });

    rule('a removed item is not delivered, and its id may be enqueued again', async (queue) => {
      await enqueueAll(queue, 'a', ['1', '2']);
      await queue.remove('1');
      await queue.remove('nobody');
      expect(await queue.size()).toBe(1);
      expect((await takeNow(queue)).jobId).toBe('2');
      await enqueueAll(queue, 'a', ['1']);
      expect((await takeNow(queue)).jobId).toBe('1');
    });

    rule('an item with a delay waits for it', async (queue, fresh) => {
      await queue.enqueue([sampleItem('late', { delayMs: 5_000 + fresh.latencyMs }), sampleItem('now')]);
      expect(await queue.size()).toBe(2);
      await (await takeNow(queue)).done();
      await expectNothing(queue, fresh);
      await fresh.advance(5_001);
      expect((await takeNow(queue)).jobId).toBe('late');
    });

    rule('of two delays of one item the one that ends earlier counts', async (queue) => {
      await queue.enqueue([sampleItem('1', { delayMs: 600_000 })]);
      await queue.enqueue([sampleItem('1')]);
      await queue.enqueue([sampleItem('1', { delayMs: 600_000 })]);
      expect(await queue.size()).toBe(1);
      expect((await takeNow(queue)).jobId).toBe('1');
    });
  });
}

function takingRules(runner: SuiteRunner, rule: QueueRule): void {
  runner.describe('JobQueue: taking', () => {
    rule('who takes waits for an item, of any node', async (queue, { connect }) => {
      const taking = queue.take(forever(), { operations });
      await ((await connect?.()) ?? queue).enqueue([sampleItem('1')]);
      expect((await taking)?.jobId).toBe('1');
    });

    rule('an item goes to one of those who race for it', async (queue, fresh) => {
      const queues = [queue, (await fresh.connect?.()) ?? queue];
      const abort = new AbortController();
      const taken: string[] = [];
      const takes = Array.from({ length: 6 }, async (_, index) => {
        const delivery = await (queues[index % 2] ?? queue).take(abort.signal, { operations });
        if (delivery === null) return;
        taken.push(delivery.jobId);
        await delivery.done();
      });
      await enqueueAll(queue, 'a', ['1', '2']);
      await fresh.advance(fresh.latencyMs);
      abort.abort();
      await Promise.all(takes);
      expect(taken.toSorted()).toEqual(['1', '2']);
    });

    rule('only items of the operations asked for are handed out, and no other holds them up', async (queue, fresh) => {
      await queue.enqueue([sampleItem('m1'), sampleItem('m2'), sampleItem('s1', { operation: 'pdf/split' })]);
      const split = await queue.take(forever(), { operations: ['pdf/split', 'unknown'] });
      expect(split?.jobId).toBe('s1');
      await split?.done();
      await expectNothing(queue, fresh, ['pdf/split']);
      expect((await takeNow(queue)).jobId).toBe('m1');
    });

    rule('an aborted take is null and takes nothing', async (queue) => {
      const abort = new AbortController();
      const taking = queue.take(abort.signal, { operations });
      abort.abort();
      expect(await taking).toBeNull();
      expect(await queue.take(abort.signal, { operations })).toBeNull();
      await queue.enqueue([sampleItem('1')]);
      expect(await queue.take(abort.signal, { operations })).toBeNull();
      expect((await takeNow(queue)).jobId).toBe('1');
    });

    rule('closing ends the takes that wait, and takes nothing new', async (queue) => {
      const taking = queue.take(forever(), { operations });
      await queue.close();
      expect(await taking).toBeNull();
      await expect(queue.enqueue([sampleItem('1')])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });
  });
}

function deliveryRules(runner: SuiteRunner, rule: QueueRule): void {
  runner.describe('JobQueue: deliveries', () => {
    rule('an item that is done does not come back', async (queue, fresh) => {
      await enqueueAll(queue, 'a', ['1']);
      await (await takeNow(queue)).done();
      await fresh.advance(fresh.visibilityMs * 2);
      expect(await queue.size()).toBe(0);
      await expectNothing(queue, fresh);
    });

    rule('an item whose node died comes back, and what that node says later changes nothing', async (queue, fresh) => {
      await enqueueAll(queue, 'a', ['1']);
      const lost = await takeNow(queue);
      await fresh.advance(fresh.visibilityMs + 1);
      const again = await takeNow(queue);
      expect(again.jobId).toBe('1');
      await lost.giveBack(0);
      await lost.done();
      await expectNothing(queue, fresh);
    });

    rule('an item given back comes again, at once or after its delay', async (queue, fresh) => {
      await enqueueAll(queue, 'a', ['1']);
      await (await takeNow(queue)).giveBack(0);
      const second = await takeNow(queue);
      expect(second.jobId).toBe('1');
      await second.giveBack(5_000 + fresh.latencyMs);
      await expectNothing(queue, fresh);
      expect(await queue.size()).toBe(1);
      await fresh.advance(5_001);
      expect((await takeNow(queue)).jobId).toBe('1');
    });

    rule('an item may be enqueued again while it is out, and comes again', async (queue) => {
      await enqueueAll(queue, 'a', ['1']);
      const first = await takeNow(queue);
      await enqueueAll(queue, 'a', ['1']);
      await first.done();
      expect((await takeNow(queue)).jobId).toBe('1');
    });

    rule('removing does not touch an item that is delivered', async (queue) => {
      await enqueueAll(queue, 'a', ['1']);
      const delivery = await takeNow(queue);
      await queue.remove('1');
      await delivery.giveBack(0);
      expect((await takeNow(queue)).jobId).toBe('1');
    });
  });
}

const forever = () => new AbortController().signal;
const idOf = ({ jobId }: Delivery) => jobId;

/** Enqueues jobs of one owner as the engine does: each knows how many waited before it. */
async function enqueueAll(
  queue: JobQueue,
  ownerId: string | null,
  jobIds: readonly string[],
  operation = 'pdf/merge',
): Promise<void> {
  await queue.enqueue(jobIds.map((jobId, rank) => sampleItem(jobId, { ownerId, rank, operation })));
}

async function takeNow(queue: JobQueue): Promise<Delivery> {
  const delivery = await queue.take(forever(), { operations });
  if (delivery === null) throw new Error('nothing was delivered');
  return delivery;
}

/** Fails when something is delivered within the time the queue may take for it. */
async function expectNothing(
  queue: JobQueue,
  { advance, latencyMs }: JobQueueSubject,
  wanted: readonly string[] = operations,
): Promise<void> {
  const abort = new AbortController();
  const taking = queue.take(abort.signal, { operations: wanted });
  await advance(latencyMs);
  abort.abort();
  expect((await taking)?.jobId ?? null).toBeNull();
}
