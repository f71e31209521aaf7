import { sampleKey } from '@platen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardHost, hosts } from './hosts.ts';
import { addDeliveries, fixture, sampleEndpoint, startPlaten, type TestPlaten } from './start-platen.ts';

interface Made {
  readonly secret: string;
  readonly endpoint: { readonly id: string };
}
interface Deliveries {
  readonly deliveries: readonly { readonly eventId: string; readonly jobId: string; readonly state: string }[];
  readonly hasMore: boolean;
}

describe.each(Object.entries(hosts))('webhooks on %s', (_name, start) => {
  let platen: TestPlaten;
  let host: DashboardHost;

  beforeAll(async () => {
    platen = await startPlaten();
    await platen.keys.create(sampleKey('some-key', { ownerId: 'acme', name: 'billing' }));
    host = await start({ platen, prefix: '/platen', authorize: () => ({ actor: 'ann', role: 'manager' }) });
  });
  afterAll(async () => {
    await host.close();
    await platen.stop();
  });

  async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const response = await fetch(new URL(`data/${path}`, host.url), {
      method,
      headers: { 'X-Platen-Dashboard': '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, text: await response.text() };
  }

  test('a secret is in the answer that makes it, and in no other', async () => {
    const created = await ask('POST', 'webhooks', { ownerId: 'acme', url: 'https://acme.example/hooks', events: null });
    expect(created.status).toBe(201);
    const { secret, endpoint } = JSON.parse(created.text) as Made;
    const rotated = await ask('POST', `webhooks/${endpoint.id}/rotate`, { overlapHours: 1 });
    const { secret: successor } = JSON.parse(rotated.text) as Made;
    expect(rotated.text).not.toContain(secret);
    const [stored] = await platen.webhooks.listEndpoints('acme');
    expect(stored?.secrets.map((each) => each.secret)).toEqual([successor, secret]);
    for (const path of ['webhooks', `webhooks/${endpoint.id}/deliveries`, 'session']) {
      expect((await ask('GET', path)).text).not.toMatch(/whsec_|"secrets?"/);
    }
    const listed = JSON.parse((await ask('GET', 'webhooks?owner=acme')).text) as { endpoints: unknown };
    expect(listed.endpoints).toEqual([
      {
        id: endpoint.id,
        ownerId: 'acme',
        url: 'https://acme.example/hooks',
        events: null,
        createdAt: expect.any(Number),
        overlapUntil: stored?.secrets[1]?.expiresAt,
        standing: { recent: 0, parked: 0, retried: 0, lastDeliveredAt: null, problem: null },
      },
    ]);
    expect((await ask('DELETE', `webhooks/${endpoint.id}`)).status).toBe(200);
    expect((await ask('DELETE', `webhooks/${endpoint.id}`)).status).toBe(404);
    expect((await ask('POST', `webhooks/${endpoint.id}/rotate`, {})).status).toBe(404);
    expect((await ask('GET', `webhooks/${endpoint.id}/deliveries`)).status).toBe(404);
  });

  test.each([
    ['url', { ownerId: 'acme', url: 'http://acme.example/' }],
    ['url', { ownerId: 'acme', url: 'https://169.254.169.254/latest' }],
    ['url', { ownerId: 'acme', url: 'https://user:word@acme.example/' }],
    ['url', { ownerId: 'acme', url: 7 }],
    ['ownerId', { ownerId: ' ', url: 'https://acme.example/' }],
    ['ownerId', { ownerId: 'nosuchowner', url: 'https://acme.example/' }],
    ['ownerId', { ownerId: 'billing', url: 'https://acme.example/' }],
    ['events', { ownerId: 'acme', url: 'https://acme.example/', events: [] }],
    ['events', { ownerId: 'acme', url: 'https://acme.example/', events: ['job.sold'] }],
    ['events', { ownerId: 'acme', url: 'https://acme.example/', events: 'job.failed' }],
  ])('a new endpoint with a wrong %s is refused by that name: %j', async (field, body) => {
    const before = (await platen.webhooks.listEndpoints()).length;
    const { status, text } = await ask('POST', 'webhooks', body);
    expect(status).toBe(400);
    const { details } = JSON.parse(text) as { details: { errors: { field: string }[] } };
    expect(details.errors.map((error) => error.field)).toEqual([field]);
    expect((await platen.webhooks.listEndpoints()).length).toBe(before);
  });

  test('the endpoint of jobs with URLs of their own shows none of them, whatever its owner is called', async () => {
    const owner = 'ann@acme/ö %1';
    await platen.webhooks.forJobs?.secretsOf(owner);
    const [{ id } = { id: '' }] = await platen.webhooks.listEndpoints(owner);
    await addDeliveries(platen.webhookStore, id, ['parked'], 'https://acme.example/secret-token');
    const path = `webhooks/${encodeURIComponent(id)}`;
    const answers = [await ask('GET', 'webhooks'), await ask('GET', `${path}/deliveries`)];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain('"url":null');
      expect(text).not.toMatch(/secret-token|secretBody/);
    }
    expect((await ask('POST', `${path}/rotate`, {})).status).toBe(201);
    expect((await ask('POST', `${path}/replay`, {})).text).toBe('{"replayed":1}');
    expect((await ask('DELETE', path)).status).toBe(200);
    expect(await platen.webhooks.listEndpoints(owner)).toEqual([]);
  });

  test('deliveries come by state and at most as many as asked for, and parked ones are replayed, one or all', async () => {
    const id = await sampleEndpoint(platen, 'harbour', ['delivered', 'parked', 'pending', 'parked', 'parked']);
    const list = async (query: string) =>
      JSON.parse((await ask('GET', `webhooks/${id}/deliveries?${query}`)).text) as Deliveries;
    const jobs = ({ deliveries }: Deliveries) => deliveries.map(({ jobId }) => jobId);
    expect(jobs(await list(''))).toEqual(['job-4', 'job-3', 'job-2', 'job-1', 'job-0']);
    const two = await list('state=parked&limit=2');
    expect([jobs(two), two.hasMore]).toEqual([['job-4', 'job-3'], true]);
    expect((await list('state=delivered&limit=1')).hasMore).toBe(false);
    for (const query of ['limit=501', 'limit=0', 'state=lost']) {
      expect((await ask('GET', `webhooks/${id}/deliveries?${query}`)).status, query).toBe(400);
    }
    const listed = JSON.parse((await ask('GET', 'webhooks?owner=harbour')).text) as { endpoints: unknown[] };
    expect(listed.endpoints).toMatchObject([
      {
        standing: { recent: 5, parked: 3, retried: 1, lastDeliveredAt: expect.any(Number), problem: 'answered 500' },
      },
    ]);
    const [newest] = two.deliveries;
    const replay = async (body: unknown) => (await ask('POST', `webhooks/${id}/replay`, body)).text;
    expect(await replay({ eventId: newest?.eventId })).toBe('{"replayed":1}');
    expect(jobs(await list('state=parked'))).toEqual(['job-3', 'job-1']);
    expect(await replay({ eventId: 'evt_of-nobody' })).toBe('{"replayed":0}');
    expect(await replay({})).toBe('{"replayed":2}');
    // What was delivered is not sent again.
    expect(jobs(await list('state=delivered'))).toEqual(['job-0']);
    expect((await ask('POST', `webhooks/${id}/replay`, { eventId: 7 })).status).toBe(400);
    expect((await ask('POST', `webhooks/${id}/rotate`, { overlapHours: -1 })).status).toBe(400);
  });

  test('many endpoints are listed up to a bound, each owner’s own when it is chosen', async () => {
    for (let owner = 0; owner < 60; owner += 1) await sampleEndpoint(platen, `owner-${owner}`, []);
    const all = JSON.parse((await ask('GET', 'webhooks')).text) as { endpoints: unknown[]; total: number };
    expect([all.endpoints.length, all.total]).toEqual([50, (await platen.webhooks.listEndpoints()).length]);
    const one = JSON.parse((await ask('GET', 'webhooks?owner=owner-59')).text) as { endpoints: unknown[] };
    expect(one.endpoints).toMatchObject([{ ownerId: 'owner-59' }]);
  });

  test('an owner is known by a valid key or a job; another has to be meant', async () => {
    const create = async (ownerId: string, more = {}) =>
      ask('POST', 'webhooks', { ownerId, url: 'https://acme.example/', ...more });
    expect((await create('billing')).text).toContain('is the name of a key, whose owner is \\"acme\\"');
    expect((await create('team-7')).text).toContain('nothing would be sent');
    expect((await create('team-7', { force: true })).status).toBe(201);

    await platen.keys.create(sampleKey('old-key', { ownerId: 'gone', revokedAt: 5 }));
    expect((await create('gone')).status).toBe(400);
    // No key of it is known here: its jobs were sent by a host that identifies callers itself.
    await platen.finished('pdf/split', [fixture('letter.pdf')], {}, { ownerId: 'team-8', keyId: 'team-8' });
    expect((await create('team-8')).status).toBe(201);
    const { owners } = JSON.parse((await ask('GET', 'owners')).text) as { owners: unknown };
    expect(owners).toEqual([
      { ownerId: 'acme', keys: [{ id: 'some-key', name: 'billing' }], isActive: true },
      { ownerId: 'gone', keys: [{ id: 'old-key', name: expect.any(String) }], isActive: false },
      { ownerId: 'team-8', keys: [], isActive: true },
    ]);
  });

  test('a test message is tried at once, and what came of it is the answer', async () => {
    const id = await sampleEndpoint(platen, 'tested', []);
    await platen.webhookStore.saveEndpoint({
      id,
      ownerId: 'tested',
      url: 'https://127.0.0.1:1/',
      events: null,
      secrets: [{ secret: 'whsec_AAAA', expiresAt: null }],
      createdAt: 1,
    });
    const { status, text } = await ask('POST', `webhooks/${id}/test`, {});
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { status: null, answer: '', problem: expect.stringContaining('to which webhooks are not allowed') },
    ]);
    expect((await ask('POST', 'webhooks/nobody/test', {})).status).toBe(404);
  });

  test('a host without webhooks has no routes for them, and its pages are told so', async () => {
    const { webhooks: _, ...without } = platen;
    const other = await start({ platen: without, prefix: '', authorize: () => ({ actor: 'ann', role: 'viewer' }) });
    const session = (await (await fetch(new URL('data/session', other.url))).json()) as {
      service: { hasWebhooks: boolean };
    };
    expect(session.service.hasWebhooks).toBe(false);
    expect((await fetch(new URL('data/webhooks', other.url))).status).toBe(404);
    await other.close();
  });
});
