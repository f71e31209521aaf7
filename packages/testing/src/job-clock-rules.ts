import { expect } from 'vitest';
import { withClockOff } from './clock-off.ts';
import type { JobStoreRule } from './job-store-rule.ts';
import { cancelling, insertJobs, sampleClaim } from './sample-records.ts';

const minutes = 60_000;
const hours = 60 * minutes;
const offsets = [5 * minutes, -5 * minutes];

/** What a node writes counts by the clock of the store, wherever the node's own clock is. */
export function clockRules(rule: JobStoreRule): void {
  rule('times are those of the store, whoever calls', async (store, { advance }) => {
    await insertJobs(store, ['before']);
    await advance(5);
    for (const ms of offsets) {
      await withClockOff(ms, () => insertJobs(store, [`by ${ms}`]));
      await advance(5);
    }
    await insertJobs(store, ['after']);
    const { jobs } = await store.list({ order: 'oldest' });
    expect(jobs.map(({ id }) => id)).toEqual(['before', ...offsets.map((ms) => `by ${ms}`), 'after']);
  });

  rule('a machine ahead or behind takes no healthy job away, and lengthens no lease', async (store, { advance }) => {
    for (const ms of offsets) {
      const [healthy, dead] = [`healthy ${ms}`, `dead ${ms}`];
      await insertJobs(store, [healthy, dead]);
      await store.claim(healthy, { ...sampleClaim, leaseMs: minutes });
      await withClockOff(ms, async () => {
        await store.renew([{ id: healthy, fence: 1, progress: 1, durationMs: 0 }], minutes);
        await store.claim(dead, { ...sampleClaim, leaseMs: 50 });
      });
      await advance(100);
      const requeued = await withClockOff(-ms, () => store.requeueExpired({ delaysMs: [0] }));
      expect(requeued.map(({ id }) => id)).toEqual([dead]);
      expect(await store.get(healthy)).toMatchObject({ state: 'processing' });
      await store.close(healthy, cancelling);
      await store.close(dead, cancelling);
    }
  });

  rule('delays and retention pass by the clock of the store', async (store, { advance }) => {
    for (const ms of offsets) {
      const [waiting, ended] = [`waiting ${ms}`, `ended ${ms}`];
      await insertJobs(store, [waiting, ended]);
      await store.claim(waiting, sampleClaim);
      await withClockOff(ms, async () => {
        await store.release(waiting, 1, { durationMs: 0, delayMs: 50, countAttempt: false });
        await store.close(ended, { ...cancelling, retentionMs: minutes });
      });
      const early = await withClockOff(-ms, () => store.takePurgeable({ limit: 10, holdMs: minutes }));
      expect(early.map(({ id }) => id)).not.toContain(ended);
      await advance(100);
      const claim = await withClockOff(-ms, () => store.claim(waiting, sampleClaim));
      expect(claim.kind).toBe('claimed');
    }
  });

  rule(
    'a clock that is set back by hours holds up no job, whether it is new or was put off',
    async (store, { advance }) => {
      await insertJobs(store, ['new', 'put off', 'running', 'gone']);
      await store.claim('put off', sampleClaim);
      await store.claim('running', { ...sampleClaim, leaseMs: 50 });
      await store.claim('gone', { ...sampleClaim, leaseMs: 50 });
      await store.release('put off', 1, { durationMs: 0, delayMs: 50, countAttempt: false });
      await advance(-3 * hours);
      await advance(100);
      expect((await store.claim('new', sampleClaim)).kind).toBe('claimed');
      expect((await store.claim('put off', sampleClaim)).kind).toBe('claimed');
      // Its node lives and renews its lease, as that of the other does no more.
      await store.renew([{ id: 'running', fence: 1, progress: 1, durationMs: 0 }], minutes);
      expect((await store.requeueExpired({ delaysMs: [0] })).map(({ id }) => id)).toEqual(['gone']);
      await store.renew([{ id: 'running', fence: 1, progress: 1, durationMs: 0 }], 50);
      await advance(100);
      expect((await store.requeueExpired({ delaysMs: [0] })).map(({ id }) => id)).toEqual(['running']);
      expect((await store.claim('running', sampleClaim)).kind).toBe('claimed');
    },
  );

  rule('a clock that is set back by hours holds up no message, and brings none twice', async (store, { advance }) => {
    await insertJobs(store, ['a']);
    await store.close('a', { ...cancelling, messages: [{ topic: 'one', payload: {} }] });
    await advance(-3 * hours);
    const request = { limit: 10, holdMs: 1_000 };
    expect(await store.outbox.take(request)).toMatchObject([{ topic: 'one' }]);
    expect(await store.outbox.take(request)).toEqual([]);
    await advance(1_100);
    expect(await store.outbox.take(request)).toMatchObject([{ topic: 'one', attempts: 2 }]);
  });
}
