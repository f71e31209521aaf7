import { expect } from 'vitest';
import type { JobStoreRule } from './job-store-rule.ts';
import { cancelling, completion, failing, insertJobs, sampleClaim, unbounded } from './sample-records.ts';

const held = { limit: 10, holdMs: 600_000 };
const message = (topic: string) => ({ topic, payload: { about: topic, deep: [1, { two: 'ü' }] } });

export function outboxRules(rule: JobStoreRule): void {
  rule('an end leaves its messages, and an end that does not come about leaves none', async (store) => {
    await insertJobs(store, ['a', 'b']);
    await store.claim('a', sampleClaim);
    await store.finish('a', 7, { ...completion, messages: [message('stale')] });
    await store.finish('a', 1, { ...completion, messages: [message('one'), message('two')] });
    await store.close('a', { ...cancelling, messages: [message('late')] });
    await store.close('b', { ...cancelling, messages: [message('three')] });
    const taken = await store.outbox.take(held);
    expect(taken.map(({ topic }) => topic)).toEqual(['one', 'two', 'three']);
    expect(taken[0]).toEqual({
      ...message('one'),
      id: expect.any(String),
      jobId: 'a',
      ownerId: 'owner-1',
      webhookUrl: null,
      createdAt: (await store.get('a'))?.finishedAt,
      attempts: 1,
    });
  });

  rule('a message goes to one sender at a time, and comes again when it was not removed', async (store, fresh) => {
    const other = (await fresh.connect?.()) ?? store;
    await insertJobs(store, ['a']);
    await store.close('a', { ...cancelling, messages: [message('one'), message('two')] });
    // Long enough for a slow store to be asked twice.
    const request = { limit: 10, holdMs: 1_000 };
    const taken = await Promise.all([store.outbox.take(request), other.outbox.take(request)]);
    expect(taken.flat()).toHaveLength(2);
    await fresh.advance(1_100);
    const again = await store.outbox.take({ ...held, limit: 1 });
    expect(again).toMatchObject([{ topic: 'one', attempts: 2 }]);
  });

  rule('a message put off comes later, one that was removed never', async (store, { advance }) => {
    await insertJobs(store, ['a']);
    await store.close('a', { ...cancelling, messages: [message('one'), message('two'), message('three')] });
    const [one, two, three] = await store.outbox.take(held);
    await store.outbox.postpone(one?.id ?? '', 50);
    await store.outbox.remove(two?.id ?? '');
    await store.outbox.postpone(three?.id ?? '', 600_000);
    await store.outbox.remove('999999');
    await store.outbox.postpone('999999', 0);
    await advance(100);
    expect(await store.outbox.take(held)).toMatchObject([{ topic: 'one', attempts: 2 }]);
  });

  rule('the URL of a job comes with the messages of each of its ends, and is shown nowhere else', async (store) => {
    const webhookUrl = 'https://example.com/?token=open-sesame';
    await insertJobs(store, ['a'], { webhookUrl });
    await store.claim('a', sampleClaim);
    const shown = [await store.get('a'), await store.list({})];
    shown.push(await store.finish('a', 1, { ...failing, messages: [message('one')] }));
    await store.retry('a', unbounded, null);
    shown.push(await store.close('a', { ...cancelling, messages: [message('two')] }));
    await store.remove('a');
    expect(JSON.stringify(shown)).not.toContain('open-sesame');
    const taken = await store.outbox.take(held);
    expect(taken.map((each) => [each.topic, each.webhookUrl])).toEqual([
      ['one', webhookUrl],
      ['two', webhookUrl],
    ]);
  });

  rule('messages outlive the record of their job', async (store) => {
    await insertJobs(store, ['a']);
    await store.close('a', { ...cancelling, messages: [message('one')] });
    await store.remove('a');
    expect(await store.outbox.take(held)).toMatchObject([{ jobId: 'a', topic: 'one' }]);
  });
}
