import { setTimeout as wait } from 'node:timers/promises';
import { silentLogger } from '@platen/core';
import { createMemoryJobStore, createMemoryWebhookStore } from '@platen/core/memory';
import { createFakeClock, sampleClaim, sampleJob, unbounded } from '@platen/testing';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhooks, jobMessages, type WebhookOptions } from '../src/index.ts';
import { openReceiver } from './receiver.ts';
import { refusedHosts } from './refused-hosts.ts';

const dayMs = 24 * 3_600_000;

function openWebhooks(options: Partial<WebhookOptions> = {}) {
  const clock = createFakeClock();
  const jobs = createMemoryJobStore({ clock });
  const store = createMemoryWebhookStore({ clock });
  const webhooks = createWebhooks({
    store,
    outbox: jobs.outbox,
    allowHttp: true,
    allowedNetworks: ['127.0.0.0/8'],
    pollMs: 5,
    clock,
    logger: silentLogger,
    ...options,
  });
  onTestFinished(() => webhooks.stop());
  const endJob = async (id: string, ownerId: string | null = 'a', webhookUrl: string | null = null) => {
    await jobs.insert(sampleJob(id, { ownerId, webhookUrl }), unbounded);
    const claimed = await jobs.claim(id, sampleClaim);
    if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
    const outcome = { state: 'cancelled', warnings: [] } as const;
    await jobs.finish(id, claimed.job.fence, {
      outcome,
      durationMs: 0,
      retentionMs: dayMs,
      messages: jobMessages(claimed.job, outcome),
    });
  };
  const untilDelivered = async (count: number) => {
    await expect.poll(async () => (await webhooks.listDeliveries({ states: ['delivered'] })).length).toBe(count);
  };
  return { clock, store, webhooks, endJob, untilDelivered };
}

test("an owner's endpoints are told, signed so that the public verifier accepts it", async () => {
  await using receiver = await openReceiver();
  const { webhooks, endJob, untilDelivered, clock } = openWebhooks({});
  clock.advance(Date.now() - clock.now());
  const { secrets } = await webhooks.createEndpoint({ ownerId: 'a', url: receiver.url });
  await webhooks.createEndpoint({ ownerId: 'b', url: receiver.url });
  await webhooks.createEndpoint({ ownerId: 'a', url: receiver.url, events: ['job.failed'] });
  await endJob('one');
  webhooks.start();
  await untilDelivered(1);
  const [message] = receiver.received;
  const verified = new Webhook(secrets[0]?.secret ?? '').verify(message?.body ?? '', { ...message?.headers });
  expect(verified).toMatchObject({
    type: 'job.cancelled',
    data: { jobId: 'one', status: 'cancelled', outputCount: 0 },
  });
  expect(message?.headers['webhook-id']).toMatch(/^evt_/);
});

test('while secrets overlap a receiver with either accepts; after that only the new one signs', async () => {
  await using receiver = await openReceiver();
  const { webhooks, endJob, untilDelivered, clock } = openWebhooks({});
  clock.advance(Date.now() - clock.now());
  const { id, secrets } = await webhooks.createEndpoint({ ownerId: 'a', url: receiver.url });
  const rotated = await webhooks.rotateSecret(id, 60_000);
  const [before, after] = [secrets[0]?.secret ?? '', rotated?.secrets[0]?.secret ?? ''];
  webhooks.start();
  await endJob('one');
  await untilDelivered(1);
  const verify = (secret: string, index: number) => {
    const { body = '', headers = {} } = receiver.received[index] ?? {};
    return new Webhook(secret).verify(body, headers);
  };
  expect(() => [verify(before, 0), verify(after, 0)]).not.toThrow();
  clock.advance(60_000);
  await endJob('two');
  await untilDelivered(2);
  expect(() => verify(after, 1)).not.toThrow();
  expect(() => verify(before, 1)).toThrow();
  expect(await webhooks.rotateSecret('nobody')).toBeNull();
});

test('a recorded message is refused minutes later, a late attempt of ours is not', async () => {
  let isWell = false;
  await using receiver = await openReceiver((_, response) => void response.writeHead(isWell ? 200 : 500).end());
  const { webhooks, endJob, untilDelivered, clock } = openWebhooks({});
  clock.advance(Date.now() - clock.now() - 6 * 60_000);
  const { secrets } = await webhooks.createEndpoint({ ownerId: 'a', url: receiver.url });
  const verify = (index: number, changed: Record<string, string> = {}) => {
    const { body = '', headers = {} } = receiver.received[index] ?? {};
    return new Webhook(secrets[0]?.secret ?? '').verify(body, { ...headers, ...changed });
  };
  webhooks.start();
  await endJob('one');
  await expect.poll(async () => (await webhooks.listDeliveries())[0]?.problem).toBe('it answered 500');
  isWell = true;
  clock.advance(6 * 60_000);
  await untilDelivered(1);
  const [recorded, late] = [receiver.received[0]?.headers, receiver.received.at(-1)?.headers];
  expect(late?.['webhook-id']).toBe(recorded?.['webhook-id']);
  expect(() => verify(receiver.received.length - 1)).not.toThrow();
  expect(() => verify(0)).toThrow('too old');
  // Neither part that a repetition would have to change can be changed.
  expect(() => verify(0, { 'webhook-timestamp': String(late?.['webhook-timestamp']) })).toThrow('signature');
  expect(() => verify(receiver.received.length - 1, { 'webhook-id': 'evt_other' })).toThrow('signature');
});

test('what fails is sent again with backoff, parked after a day, and replayed for whoever asks', async () => {
  let isWell = false;
  await using receiver = await openReceiver((_, response) => void response.writeHead(isWell ? 200 : 500).end());
  const { webhooks, endJob, untilDelivered, clock } = openWebhooks({});
  await webhooks.createEndpoint({ ownerId: 'a', url: receiver.url });
  await endJob('one');
  webhooks.start();
  const [delivery] = await expect
    .poll(() => webhooks.listDeliveries({ states: ['pending'] }))
    .toHaveLength(1)
    .then(() => webhooks.listDeliveries());
  await expect.poll(() => receiver.received.length).toBe(1);
  await expect.poll(async () => (await webhooks.listDeliveries())[0]?.problem).toBe('it answered 500');
  clock.advance(5_000);
  await expect.poll(() => receiver.received.length).toBe(2);
  for (let hours = 0; hours < 26; hours += 1) {
    const sent = receiver.received.length;
    clock.advance(3_600_000);
    await expect
      .poll(async () => receiver.received.length > sent || (await webhooks.listDeliveries())[0]?.state === 'parked')
      .toBe(true);
    await wait(20);
  }
  expect((await webhooks.listDeliveries({ states: ['parked'] })).map(({ eventId }) => eventId)).toEqual([
    delivery?.eventId,
  ]);
  isWell = true;
  expect(await webhooks.replay({ endpointId: 'other' })).toBe(0);
  expect(await webhooks.replay()).toBe(1);
  await untilDelivered(1);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect([...ids]).toEqual([delivery?.eventId]);
});

test('a receiver that hangs does not hold up the others', async () => {
  await using hanging = await openReceiver(() => {});
  await using receiver = await openReceiver();
  const { webhooks, endJob } = openWebhooks({ concurrency: 4, concurrencyPerUrl: 2, timeoutMs: 20_000 });
  await webhooks.createEndpoint({ ownerId: 'slow', url: hanging.url });
  await webhooks.createEndpoint({ ownerId: 'a', url: receiver.url });
  for (let number = 0; number < 10; number += 1) await endJob(`slow-${number}`, 'slow');
  for (let number = 0; number < 10; number += 1) await endJob(`quick-${number}`);
  webhooks.start();
  await expect.poll(() => receiver.received.length).toBe(10);
  expect(hanging.received.length).toBeLessThanOrEqual(2);
  await hanging[Symbol.asyncDispose]();
});

test('a delivery recorded while its endpoint was removed is parked, not taken up again and again', async () => {
  const { webhooks, store } = openWebhooks();
  const job = { jobId: 'one', event: 'job.completed', body: '{}', createdAt: 0, url: null };
  await store.addDeliveries([{ eventId: 'evt_1', endpointId: 'removed', ...job }]);
  webhooks.start();
  await expect
    .poll(() => webhooks.listDeliveries())
    .toMatchObject([{ state: 'parked', problem: 'its endpoint was removed' }]);
});

test.each([{ concurrency: 0 }, { concurrencyPerUrl: Number.NaN }, { retryDelayMs: -1 }, { retentionMs: '5' as never }])(
  '%j is refused by name',
  (wrong) => {
    expect(() => openWebhooks(wrong)).toThrow(`${Object.keys(wrong)[0]} must be a number above 0`);
  },
);

test('an endpoint that may not be sent to, or one too many, is refused by name', async () => {
  const { webhooks } = openWebhooks({ maxEndpointsPerOwner: 1, allowHttp: false });
  const make = (url: string) => webhooks.createEndpoint({ ownerId: 'a', url });
  await expect(make('http://example.com/')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(make('https://10.0.0.1/')).rejects.toThrow('url: leads to an address to which webhooks are not allowed');
  await expect(webhooks.createEndpoint({ ownerId: 'a', url: 'https://example.com/', events: [] })).rejects.toThrow(
    'events',
  );
  await make('https://example.com/');
  await expect(make('https://example.com/')).rejects.toThrow('already has 1 endpoint');
});

test('the URL of a job is told beside the endpoints, signed with the secret of its owner', async () => {
  await using own = await openReceiver();
  await using receiver = await openReceiver();
  const { webhooks, endJob, untilDelivered, clock } = openWebhooks({ jobUrls: true, maxEndpointsPerOwner: 1 });
  clock.advance(Date.now() - clock.now());
  await webhooks.createEndpoint({ ownerId: 'a', url: receiver.url });
  const [made] = (await webhooks.forJobs?.secretsOf('a')) ?? [];
  await endJob('one', 'a', `${own.url}?token=open-sesame`);
  await endJob('two', 'a');
  webhooks.start();
  await untilDelivered(3);
  const [message] = own.received;
  expect(new Webhook(made?.secret ?? '').verify(message?.body ?? '', { ...message?.headers })).toMatchObject({
    type: 'job.cancelled',
    data: { jobId: 'one' },
  });
  const about = (await webhooks.listDeliveries()).filter(({ jobId }) => jobId === 'one');
  expect(new Set(about.map(({ eventId }) => eventId)).size).toBe(1);
  expect([own.received.length, receiver.received.length]).toEqual([1, 2]);
  expect(JSON.stringify([about, await webhooks.listEndpoints()])).not.toContain('open-sesame');
  expect(message?.body).not.toContain('open-sesame');
});

test('each owner has a secret of its own for the URLs of jobs, which is rotated as any other', async () => {
  const { webhooks, clock } = openWebhooks({ jobUrls: true });
  const secretsOf = async (ownerId: string) =>
    ((await webhooks.forJobs?.secretsOf(ownerId)) ?? []).map(({ secret }) => secret);
  const [first, again] = await Promise.all([secretsOf('a'), secretsOf('a')]);
  expect(again).toEqual(first);
  expect(await secretsOf('b')).not.toEqual(first);
  const [endpoint] = await webhooks.listEndpoints('a');
  expect(endpoint).toMatchObject({ url: null });
  await webhooks.rotateSecret(endpoint?.id ?? '', 1_000);
  const rotated = await secretsOf('a');
  expect(rotated.slice(1)).toEqual(first);
  clock.advance(1_000);
  expect(await secretsOf('a')).toEqual(rotated.slice(0, 1));
});

test('where the URLs of jobs are turned off, none is called: what was left is parked, and replayed once they are on', async () => {
  await using receiver = await openReceiver();
  const { webhooks, store, endJob, clock } = openWebhooks();
  expect(webhooks.forJobs).toBeNull();
  await endJob('one', 'a', receiver.url);
  await endJob('nobody', null, receiver.url);
  webhooks.start();
  await expect.poll(() => webhooks.listDeliveries({ states: ['parked'] })).toHaveLength(1);
  expect(receiver.connections()).toBe(0);
  await webhooks.stop();
  const outbox = createMemoryJobStore({ clock }).outbox;
  const network = { allowHttp: true, allowedNetworks: ['127.0.0.0/8'], pollMs: 5, logger: silentLogger };
  const allowing = createWebhooks({ store, outbox, clock, jobUrls: true, ...network });
  onTestFinished(() => allowing.stop());
  allowing.start();
  await allowing.replay();
  await expect.poll(() => receiver.received.length).toBe(1);
});

test('thousands of URLs of one owner that hang have the share of one owner', async () => {
  await using hanging = await openReceiver(() => {});
  await using receiver = await openReceiver();
  const { webhooks, endJob } = openWebhooks({ jobUrls: true, concurrencyPerOwner: 2, timeoutMs: 20_000 });
  await webhooks.createEndpoint({ ownerId: 'quick', url: receiver.url });
  for (let number = 0; number < 2_000; number += 1) await endJob(`slow-${number}`, 'slow', `${hanging.url}/${number}`);
  for (let number = 0; number < 10; number += 1) await endJob(`quick-${number}`, 'quick');
  webhooks.start();
  await expect.poll(() => receiver.received.length).toBe(10);
  expect(hanging.connections()).toBeLessThanOrEqual(2);
  expect(await webhooks.listEndpoints()).toHaveLength(2);
  await hanging[Symbol.asyncDispose]();
});

test('a URL of a job that hangs does not hold up the other jobs of its owner', async () => {
  await using hanging = await openReceiver(() => {});
  await using receiver = await openReceiver();
  const { webhooks, endJob, untilDelivered } = openWebhooks({ jobUrls: true, timeoutMs: 20_000 });
  for (let number = 0; number < 10; number += 1) await endJob(`slow-${number}`, 'a', hanging.url);
  webhooks.start();
  await expect.poll(() => hanging.connections()).toBe(4);
  for (let number = 0; number < 10; number += 1) await endJob(`quick-${number}`, 'a', receiver.url);
  await untilDelivered(10);
  expect(hanging.connections()).toBe(4);
  await hanging[Symbol.asyncDispose]();
});

test('an owner whose endpoints all hang does not hold up another owner', async () => {
  await using hanging = await openReceiver(() => {});
  await using receiver = await openReceiver();
  const { webhooks, endJob } = openWebhooks({ timeoutMs: 20_000 });
  for (let number = 0; number < 10; number += 1) {
    await webhooks.createEndpoint({ ownerId: 'slow', url: `${hanging.url}/${number}` });
  }
  await webhooks.createEndpoint({ ownerId: 'quick', url: receiver.url });
  for (let number = 0; number < 4; number += 1) await endJob(`slow-${number}`, 'slow');
  webhooks.start();
  await expect.poll(() => hanging.connections()).toBeGreaterThanOrEqual(12);
  await endJob('quick', 'quick');
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(hanging.connections()).toBe(12);
  await hanging[Symbol.asyncDispose]();
});

test('a URL of a job is refused for what an endpoint is refused for, and for what is no plain URL', () => {
  const { webhooks } = openWebhooks({ jobUrls: true, allowedNetworks: [], allowHttp: false });
  const problemOf = (url: string) => webhooks.forJobs?.findUrlProblem(url);
  for (const host of refusedHosts) expect(problemOf(`https://${host}/`), host).not.toBeNull();
  const odd = {
    'http://example.com/': 'must begin with https://',
    'ftp://example.com/': 'must begin with https://',
    'javascript:alert(1)': 'must begin with https://',
    '/hooks': 'is not an absolute URL',
    'https://': 'is not an absolute URL',
    'https://a b.example/': 'spaces',
    ' https://example.com/': 'spaces',
    'https://example.com/\r\nX-Evil: 1': 'line breaks',
    'https://exam\tple.com/': 'spaces',
    'https://example.com/\u0000': 'control',
    'https://example.com/\ud800': 'control',
    'https://user@example.com/': 'user name',
    'https://:secret@example.com/': 'user name',
    'https://example.com:99999/': 'is not an absolute URL',
    'https://example.com/#part': 'fragment',
    [`https://example.com/${'x'.repeat(2_000)}`]: 'at most 2000 characters',
    [`https://example.com/${'x'.repeat(5_000_000)}`]: 'at most 2000 characters',
  };
  for (const [url, problem] of Object.entries(odd)) expect(problemOf(url), url.slice(0, 60)).toContain(problem);
  for (const url of ['https://münchen.example/ä?ö=ü', 'https://example.com:8443/hooks?token=x', 'https://1.1.1.1/']) {
    expect(problemOf(url), url).toBeNull();
  }
});

test('a test message is signed like any other, says what it is, and is sent once to whatever events the endpoint takes', async () => {
  await using receiver = await openReceiver((_, response) => response.writeHead(500).end('not yet'));
  const { webhooks, clock } = openWebhooks({});
  clock.advance(Date.now() - clock.now());
  const { id, secrets } = await webhooks.createEndpoint({ ownerId: 'a', url: receiver.url, events: ['job.failed'] });
  const result = await webhooks.sendTest(id);
  expect(result).toMatchObject({ problem: 'it answered 500', status: 500, answer: 'not yet' });
  const [message] = receiver.received;
  expect(message?.headers['webhook-id']).toBe(result?.eventId);
  expect(result?.eventId).toMatch(/^evt_test_/);
  expect(new Webhook(secrets[0]?.secret ?? '').verify(message?.body ?? '', { ...message?.headers })).toEqual({
    type: 'webhook.test',
    timestamp: expect.any(String),
    data: { test: true, endpointId: id, ownerId: 'a' },
  });
  expect(await webhooks.listDeliveries()).toEqual([]);
  expect(receiver.received).toHaveLength(1);
});

test('a test goes by the rules of every message: no refused address, and no endpoint that is none', async () => {
  await using receiver = await openReceiver();
  const { webhooks, store } = openWebhooks({ allowedNetworks: [], jobUrls: true });
  const endpoint = { ownerId: 'a', events: null, secrets: [{ secret: 'whsec_AAAA', expiresAt: null }], createdAt: 1 };
  await store.saveEndpoint({ ...endpoint, id: 'inside', url: receiver.url });
  await store.saveEndpoint({ ...endpoint, id: 'of-jobs', url: null });
  expect(await webhooks.sendTest('inside')).toMatchObject({
    problem: expect.stringContaining('to which webhooks are not allowed'),
  });
  expect(await webhooks.sendTest('of-jobs')).toMatchObject({ problem: expect.stringContaining('it has no URL') });
  expect(await webhooks.sendTest('nobody')).toBeNull();
  expect(receiver.connections()).toBe(0);
});
