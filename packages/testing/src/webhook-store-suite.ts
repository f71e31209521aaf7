import { type NewWebhookDelivery, purgedAtOnce, type WebhookEndpoint, type WebhookStore } from '@platen/core';
import { expect } from 'vitest';
import { createRule, type Make, type SharedSubject, type SuiteRunner, vitestRunner } from './subject.ts';

const longMs = 600_000;
const take = { limit: 10, perUrl: 10, perOwner: 20, underWay: [], holdMs: longMs } as const;

function sampleEndpoint(id: string, changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  const secrets = [{ secret: 'whsec_AAAA', expiresAt: null }];
  return { id, ownerId: 'a', url: 'https://example.com/', events: null, secrets, createdAt: 1_000, ...changes };
}

function sampleDelivery(eventId: string, endpointId: string): NewWebhookDelivery {
  return {
    eventId,
    endpointId,
    url: null,
    jobId: 'job',
    event: 'job.completed',
    body: '{"type":"ü"}',
    createdAt: 1_000,
  };
}

/** Every rule of the `WebhookStore` contract. `make` returns an empty store. */
export function webhookStoreSuite(make: Make<SharedSubject<WebhookStore>>, runner: SuiteRunner = vitestRunner): void {
  const rule = createRule<WebhookStore, SharedSubject<WebhookStore>>(make, runner);
  const eventsOf = (deliveries: readonly Pick<NewWebhookDelivery, 'eventId'>[]) =>
    deliveries.map(({ eventId }) => eventId);

  runner.describe('WebhookStore', () => {
    rule('lists endpoints as they were last saved, the oldest first, of one owner or of all', async (store) => {
      await store.saveEndpoint(sampleEndpoint('young', { createdAt: 2_000 }));
      await store.saveEndpoint(sampleEndpoint('old', { url: 'https://old.example/' }));
      await store.saveEndpoint(sampleEndpoint('other', { ownerId: 'b', createdAt: 3_000 }));
      await store.saveEndpoint(sampleEndpoint('old', { events: ['job.failed'] }));
      expect(await store.listEndpoints({ ownerId: 'a' })).toEqual([
        sampleEndpoint('old', { events: ['job.failed'] }),
        sampleEndpoint('young', { createdAt: 2_000 }),
      ]);
      expect((await store.listEndpoints()).map(({ id }) => id)).toEqual(['old', 'young', 'other']);
    });

    rule('an endpoint is added once: whoever comes later gets the one that is there', async (store, fresh) => {
      const other = (await fresh.connect?.()) ?? store;
      const made = [1, 2, 3, 4].map((createdAt) => sampleEndpoint('x', { url: null, createdAt }));
      const added = await Promise.all(made.map((endpoint, index) => (index % 2 ? store : other).addEndpoint(endpoint)));
      const [there] = await store.listEndpoints();
      expect(added).toEqual([there, there, there, there]);
      expect(there?.url).toBeNull();
    });

    rule('the URL of a delivery is for whoever sends it, and is not listed', async (store) => {
      const url = 'https://example.com/?token=open-sesame';
      await store.addDeliveries([{ ...sampleDelivery('e1', 'x'), url }, sampleDelivery('e2', 'x')]);
      expect(JSON.stringify(await store.listDeliveries({}, 10))).not.toContain('open-sesame');
      expect((await store.takeDeliveries(take)).map((delivery) => delivery.url)).toEqual([url, null]);
    });

    rule('the trace of a delivery is for whoever sends it', async (store) => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await store.addDeliveries([{ ...sampleDelivery('e1', 'x'), traceparent }, sampleDelivery('e2', 'x')]);
      expect((await store.takeDeliveries(take)).map((delivery) => delivery.traceparent)).toEqual([traceparent, null]);
    });

    rule('tells what is due and was not taken, and for how long the first has been', async (store, { advance }) => {
      expect(await store.overdue()).toEqual({ count: 0, lateMs: 0 });
      await store.addDeliveries([sampleDelivery('e1', 'x'), sampleDelivery('e2', 'x'), sampleDelivery('e3', 'x')]);
      await advance(100);
      await store.takeDeliveries({ ...take, limit: 1 });
      const { count, lateMs } = await store.overdue();
      expect(count).toBe(2);
      expect(lateMs).toBeGreaterThanOrEqual(90);
    });

    rule('an endpoint that is removed takes its deliveries with it', async (store) => {
      await store.saveEndpoint(sampleEndpoint('x'));
      await store.addDeliveries([sampleDelivery('e1', 'x'), sampleDelivery('e1', 'y')]);
      expect([await store.removeEndpoint('x'), await store.removeEndpoint('x')]).toEqual([true, false]);
      expect((await store.listDeliveries({}, 10)).map(({ endpointId }) => endpointId)).toEqual(['y']);
    });

    rule('a delivery is recorded once, however often it is added', async (store) => {
      await store.addDeliveries([sampleDelivery('e1', 'x')]);
      await store.settleDelivery('e1', 'x', { state: 'delivered' });
      await store.addDeliveries([sampleDelivery('e1', 'x'), sampleDelivery('e1', 'y')]);
      const found = await store.listDeliveries({ eventId: 'e1' }, 10);
      expect(found.map(({ endpointId, state }) => [endpointId, state])).toEqual([
        ['y', 'pending'],
        ['x', 'delivered'],
      ]);
      expect(found[0]).toMatchObject({
        jobId: 'job',
        body: sampleDelivery('e1', 'y').body,
        attempts: 0,
        problem: null,
      });
    });

    rule('what was taken is held, then due again, with one more attempt', async (store, fresh) => {
      const other = (await fresh.connect?.()) ?? store;
      await store.addDeliveries([sampleDelivery('e1', 'x')]);
      // Long enough for a slow store to be asked twice.
      expect(await store.takeDeliveries({ ...take, holdMs: 1_000 })).toMatchObject([{ eventId: 'e1', attempts: 1 }]);
      expect(await other.takeDeliveries(take)).toEqual([]);
      await fresh.advance(1_100);
      expect(await other.takeDeliveries(take)).toMatchObject([{ eventId: 'e1', attempts: 2 }]);
    });

    rule('of racing takers each delivery goes to one', async (store, fresh) => {
      const other = (await fresh.connect?.()) ?? store;
      const ids = Array.from({ length: 20 }, (_, index) => `e${index}`);
      await store.addDeliveries(ids.map((id) => sampleDelivery(id, `x-${id}`)));
      const batches = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? store : other).takeDeliveries(take)),
      );
      const taken = eventsOf(batches.flat());
      expect(new Set(taken).size).toBe(taken.length);
    });

    rule('takes the oldest first, so many for one URL', async (store) => {
      const toUrl = (id: string, url: string) => ({ ...sampleDelivery(id, 'jobs'), url });
      await store.addDeliveries(['e1', 'e2', 'e3'].map((id) => sampleDelivery(id, 'x')));
      await store.addDeliveries([
        sampleDelivery('e4', 'y'),
        ...['e5', 'e6'].map((id) => toUrl(id, 'https://a.example/')),
      ]);
      await store.addDeliveries([toUrl('e7', 'https://b.example/')]);
      const first = await store.takeDeliveries({ ...take, perUrl: 1 });
      expect(eventsOf(first)).toEqual(['e1', 'e4', 'e5', 'e7']);
      expect(eventsOf(await store.takeDeliveries({ ...take, limit: 1 }))).toEqual(['e2']);
    });

    rule('one destination with many deliveries that are due keeps no other waiting', async (store) => {
      await store.addDeliveries(Array.from({ length: 500 }, (_, index) => sampleDelivery(`dead-${index}`, 'x')));
      await store.addDeliveries(['e1', 'e2'].map((id) => sampleDelivery(id, 'y')));
      const taken = await store.takeDeliveries({ ...take, perUrl: 2 });
      expect(eventsOf(taken)).toEqual(['dead-0', 'dead-1', 'e1', 'e2']);
      expect(await store.takeDeliveries({ ...take, perUrl: 2, underWay: taken })).toEqual([]);
    });

    rule('what is under way counts for its URL and its owner, and is not taken even if it is due', async (store) => {
      for (const id of ['x', 'y']) await store.saveEndpoint(sampleEndpoint(id));
      await store.saveEndpoint(sampleEndpoint('z', { ownerId: 'b' }));
      await store.addDeliveries(['e1', 'e2', 'e3', 'e4'].map((id) => sampleDelivery(id, 'x')));
      await store.addDeliveries([
        ...['e1', 'e5', 'e6'].map((id) => sampleDelivery(id, 'y')),
        sampleDelivery('e7', 'z'),
      ]);
      const underWay = [{ eventId: 'e1', endpointId: 'x' }];
      const taken = await store.takeDeliveries({ ...take, perUrl: 2, perOwner: 4, underWay });
      expect(taken.map(({ eventId, endpointId }) => eventId + endpointId)).toEqual(['e2x', 'e1y', 'e5y', 'e7z']);
      const busy = [...underWay, ...taken];
      expect(await store.takeDeliveries({ ...take, perUrl: 10, perOwner: 4, underWay: busy })).toEqual([]);
    });

    rule('a failed attempt is due after its delay; what was delivered or parked is not', async (store, { advance }) => {
      await store.addDeliveries(['e1', 'e2', 'e3', 'e4'].map((id) => sampleDelivery(id, 'x')));
      await store.takeDeliveries(take);
      await store.settleDelivery('e1', 'x', { state: 'pending', delayMs: 50, problem: 'it answered 500' });
      await store.settleDelivery('e4', 'x', { state: 'pending', delayMs: 600_000, problem: 'it answered 503' });
      await store.settleDelivery('e2', 'x', { state: 'parked', problem: 'it answered 404' });
      await store.settleDelivery('e3', 'x', { state: 'delivered' });
      await store.settleDelivery('nothing', 'x', { state: 'delivered' });
      await advance(100);
      expect(await store.takeDeliveries(take)).toMatchObject([{ eventId: 'e1', problem: 'it answered 500' }]);
      expect(await store.listDeliveries({ states: ['parked'] }, 10)).toMatchObject([
        { eventId: 'e2', state: 'parked', problem: 'it answered 404' },
      ]);
    });

    rule('a clock that is set back by hours holds up no delivery', async (store, { advance }) => {
      await store.addDeliveries(['new', 'failed'].map((id) => sampleDelivery(id, id)));
      await store.takeDeliveries({ ...take, underWay: [{ eventId: 'new', endpointId: 'new' }] });
      await store.settleDelivery('failed', 'failed', { state: 'pending', delayMs: 50, problem: 'it answered 500' });
      await advance(-3 * 3_600_000);
      await advance(100);
      expect(eventsOf(await store.takeDeliveries(take)).toSorted()).toEqual(['failed', 'new']);
    });

    rule('a replay makes deliveries due at once, with attempts counted anew', async (store, { advance }) => {
      await store.addDeliveries(['e1', 'e2'].map((id) => sampleDelivery(id, 'x')));
      const [before] = await store.takeDeliveries(take);
      await store.settleDelivery('e1', 'x', { state: 'parked', problem: 'it answered 404' });
      await store.settleDelivery('e2', 'x', { state: 'delivered' });
      await advance(5);
      expect(await store.replayDeliveries({ states: ['parked'], endpointId: 'y' })).toBe(0);
      expect(await store.replayDeliveries({ states: ['parked'] })).toBe(1);
      const [again] = await store.takeDeliveries(take);
      expect(again).toMatchObject({ eventId: 'e1', attempts: 1, state: 'pending' });
      expect(again?.begunAt).toBeGreaterThan(before?.begunAt ?? Number.POSITIVE_INFINITY);
      expect(await store.replayDeliveries({ eventId: 'e2' })).toBe(1);
      expect(eventsOf(await store.takeDeliveries(take))).toEqual(['e2']);
    });

    rule('forgets a bounded number at a time', async (store, { advance }) => {
      const ids = Array.from({ length: purgedAtOnce + 5 }, (_, index) => `e${index}`);
      await store.addDeliveries(ids.map((id) => sampleDelivery(id, 'x')));
      await Promise.all(ids.map((id) => store.settleDelivery(id, 'x', { state: 'delivered' })));
      await advance(100);
      expect([await store.purgeDeliveries(50), await store.purgeDeliveries(50)]).toEqual([purgedAtOnce, 5]);
    });

    rule('what has ended is forgotten after its time; what is pending is not', async (store, { advance }) => {
      await store.addDeliveries(['e1', 'e2', 'e3'].map((id) => sampleDelivery(id, 'x')));
      await store.settleDelivery('e1', 'x', { state: 'delivered' });
      await store.settleDelivery('e2', 'x', { state: 'parked', problem: 'it answered 404' });
      expect(await store.purgeDeliveries(longMs)).toBe(0);
      await advance(100);
      expect(await store.purgeDeliveries(50)).toBe(2);
      expect(eventsOf(await store.listDeliveries({}, 10))).toEqual(['e3']);
    });
  });
}
