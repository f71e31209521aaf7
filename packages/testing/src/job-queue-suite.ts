import type { Delivery, JobQueue } from '@platen/core';
import { describe, expect } from 'vitest';
import { createRule, type Make, type TimedSubject } from './subject.ts';

/** A queue to test, and how long its deliveries stay invisible without a heartbeat. */
export interface JobQueueSubject extends TimedSubject<JobQueue> {
  readonly visibilityMs: number;
}

/** Every rule of the `JobQueue` contract. `make` returns an empty queue. */
export function jobQueueSuite(make: Make<JobQueueSubject>): void {
  const rule = createRule<JobQueue, JobQueueSubject>(make);
  const forever = () => new AbortController().signal;
  const enqueueAll = async (queue: JobQueue, owner: string | null, jobIds: readonly string[]) => {
    for (const jobId of jobIds) await queue.enqueue({ jobId, owner, maxDelivered: null });
  };
  const claimNow = async (queue: JobQueue): Promise<Delivery> => {
    const delivery = await queue.claim(forever());
    if (delivery === null) throw new Error('nothing was delivered');
    return delivery;
  };
  /** Fails when something is delivered. */
  const expectNothing = async (queue: JobQueue) => {
    const abort = new AbortController();
    const claim = queue.claim(abort.signal);
    abort.abort();
    expect((await claim)?.jobId ?? null).toBeNull();
  };

  describe('JobQueue: waiting', () => {
    rule('hands out the items of one owner in their order', async (queue) => {
      await enqueueAll(queue, 'a', ['1', '2', '3']);
      expect(await queue.size()).toBe(3);
      const order = [await claimNow(queue), await claimNow(queue), await claimNow(queue)].map(({ jobId }) => jobId);
      expect(order).toEqual(['1', '2', '3']);
      expect(await queue.size()).toBe(0);
    });

    rule('an item that waits is there once, however often it is enqueued', async (queue) => {
      await enqueueAll(queue, 'a', ['1', '1', '1']);
      expect(await queue.size()).toBe(1);
      await (await claimNow(queue)).ack();
      await expectNothing(queue);
    });

    rule('the work of one owner does not hold up another', async (queue) => {
      await enqueueAll(
        queue,
        'busy',
        Array.from({ length: 50 }, (_, index) => `busy-${index}`),
      );
      await enqueueAll(queue, 'small', ['small-1']);
      await enqueueAll(queue, null, ['own-1']);
      const first: string[] = [];
      for (let turn = 0; turn < 10; turn += 1) first.push((await claimNow(queue)).jobId);
      expect(first).toContain('small-1');
      expect(first).toContain('own-1');
    });

    rule('a removed item is not delivered, and its id may be enqueued again', async (queue) => {
      await enqueueAll(queue, 'a', ['1', '2']);
      await queue.remove('1');
      await queue.remove('nobody');
      expect(await queue.size()).toBe(1);
      expect((await claimNow(queue)).jobId).toBe('2');
      await enqueueAll(queue, 'a', ['1']);
      expect((await claimNow(queue)).jobId).toBe('1');
    });
  });

  describe('JobQueue: claiming', () => {
    rule('a claim waits for an item', async (queue) => {
      const claim = queue.claim(forever());
      await queue.enqueue({ jobId: '1', owner: null, maxDelivered: null });
      expect((await claim)?.jobId).toBe('1');
    });

    rule('an item goes to one of racing claims', async (queue) => {
      const abort = new AbortController();
      const claims = Array.from({ length: 5 }, () => queue.claim(abort.signal));
      await enqueueAll(queue, 'a', ['1', '2']);
      await Promise.race(claims);
      await Promise.all([claims[0], claims[1]]);
      abort.abort();
      const delivered = (await Promise.all(claims)).flatMap((delivery) => delivery?.jobId ?? []);
      expect(delivered.sort()).toEqual(['1', '2']);
    });

    rule('an owner with as many deliveries as it may have is passed over until one ends', async (queue) => {
      for (const jobId of ['a1', 'a2', 'a3']) await queue.enqueue({ jobId, owner: 'a', maxDelivered: 2 });
      await enqueueAll(queue, 'b', ['b1']);
      const [first, ...others] = [await claimNow(queue), await claimNow(queue), await claimNow(queue)];
      expect([first, ...others].map(({ jobId }) => jobId).sort()).toEqual(['a1', 'a2', 'b1']);
      await expectNothing(queue);
      expect(await queue.size()).toBe(1);
      for (const delivery of [first, ...others]) await delivery.ack();
      expect((await claimNow(queue)).jobId).toBe('a3');
    });

    rule('an aborted claim is null and takes nothing', async (queue) => {
      const abort = new AbortController();
      const claim = queue.claim(abort.signal);
      abort.abort();
      expect(await claim).toBeNull();
      expect(await queue.claim(abort.signal)).toBeNull();
      await queue.enqueue({ jobId: '1', owner: null, maxDelivered: null });
      expect(await queue.claim(abort.signal)).toBeNull();
      expect((await claimNow(queue)).jobId).toBe('1');
    });

    rule('closing ends the claims that wait', async (queue) => {
      const claim = queue.claim(forever());
      await queue.close();
      expect(await claim).toBeNull();
      await expect(queue.enqueue({ jobId: '1', owner: null, maxDelivered: null })).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      });
    });
  });

  describe('JobQueue: deliveries', () => {
    rule('an acknowledged item does not come back', async (queue, { advance, visibilityMs }) => {
      await enqueueAll(queue, 'a', ['1']);
      await (await claimNow(queue)).ack();
      await advance(visibilityMs * 2);
      expect(await queue.size()).toBe(0);
      await expectNothing(queue);
    });

    rule('an item without heartbeats comes back, and its first holder learns of it', async (queue, subject) => {
      await enqueueAll(queue, 'a', ['1']);
      const lost = await claimNow(queue);
      await subject.advance(subject.visibilityMs + 1);
      const again = await claimNow(queue);
      expect(again.jobId).toBe('1');
      expect(await lost.heartbeat()).toBe(false);
      await lost.ack();
      await lost.nack(0);
      expect(await again.heartbeat()).toBe(true);
    });

    rule('heartbeats keep an item with its holder', async (queue, { advance, visibilityMs }) => {
      await enqueueAll(queue, 'a', ['1']);
      const delivery = await claimNow(queue);
      for (let beat = 0; beat < 4; beat += 1) {
        await advance(visibilityMs * 0.6);
        expect(await delivery.heartbeat()).toBe(true);
      }
      await expectNothing(queue);
    });

    rule('an item given back comes again, at once or after its delay', async (queue, { advance }) => {
      await enqueueAll(queue, 'a', ['1']);
      await (await claimNow(queue)).nack(0);
      const second = await claimNow(queue);
      expect(second.jobId).toBe('1');
      await second.nack(1_000);
      await expectNothing(queue);
      expect(await queue.size()).toBe(1);
      await advance(1_001);
      expect((await claimNow(queue)).jobId).toBe('1');
    });

    rule('removing does not touch an item that is delivered', async (queue) => {
      await enqueueAll(queue, 'a', ['1']);
      const delivery = await claimNow(queue);
      await queue.remove('1');
      expect(await delivery.heartbeat()).toBe(true);
    });
  });
}
