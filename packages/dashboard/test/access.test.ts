import { sampleKey } from '@platen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardHost, hosts } from './hosts.ts';
import { addDeliveries, startPlaten } from './start-platen.ts';

/** Every route that changes something. */
const changes: readonly (readonly [string, string, unknown?])[] = [
  ['POST', 'data/jobs/some-job/cancel'],
  ['POST', 'data/jobs/some-job/retry', {}],
  ['DELETE', 'data/jobs/some-job'],
  ['POST', 'data/keys', { name: 'stolen' }],
  ['POST', 'data/keys/some-key/rotate', {}],
  ['DELETE', 'data/keys/some-key'],
  ['POST', 'data/webhooks', { ownerId: 'acme', url: 'https://evil.example/' }],
  ['POST', 'data/webhooks/some-endpoint/rotate', {}],
  ['POST', 'data/webhooks/some-endpoint/test', {}],
  ['POST', 'data/webhooks/some-endpoint/replay', {}],
  ['DELETE', 'data/webhooks/some-endpoint'],
  ['POST', 'data/preview'],
  ['POST', 'data/convert?operation=pdf/merge'],
];
const reads = [
  'data/jobs',
  'data/jobs/some-job',
  'data/keys',
  'data/webhooks',
  'data/webhooks/some-endpoint/deliveries',
  'data/owners',
  'data/usage',
  'data/health',
  'data/live',
];
const someEndpoint = {
  id: 'some-endpoint',
  ownerId: 'acme',
  url: 'https://acme.example/hooks',
  events: null,
  secrets: [{ secret: 'whsec_old', expiresAt: null }],
  createdAt: 1,
};
const ownPage = { 'X-Platen-Dashboard': '1', 'Sec-Fetch-Site': 'same-origin' };

describe.each(Object.entries(hosts))('on %s', (_name, start) => {
  let platen: Awaited<ReturnType<typeof startPlaten>>;
  let host: DashboardHost;

  beforeAll(async () => {
    platen = await startPlaten();
    await platen.keys.create(sampleKey('some-key'));
    await platen.webhookStore.saveEndpoint(someEndpoint);
    await addDeliveries(platen.webhookStore, 'some-endpoint', ['parked']);
    host = await start({
      platen,
      prefix: '/tools/platen',
      authorize: ({ 'x-user': user }) =>
        user === 'ann' ? { actor: 'ann', role: 'manager' } : user === 'eve' ? { actor: 'eve', role: 'viewer' } : null,
    });
  });
  afterAll(async () => {
    await host.close();
    await platen.stop();
  });

  async function ask(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const response = await fetch(new URL(path, host.url), {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    if (path === 'data/live') await response.body?.cancel();
    else await response.arrayBuffer();
    return response;
  }

  test('nobody comes in whom the host does not name', async () => {
    for (const path of reads) expect((await ask('GET', path, {})).status, path).toBe(401);
    for (const [method, path, body] of changes) {
      expect((await ask(method, path, ownPage, body)).status, path).toBe(401);
    }
  });

  test('a viewer sees everything and changes nothing', async () => {
    const eve = { 'X-User': 'eve', ...ownPage };
    for (const path of reads.filter((each) => each !== 'data/jobs/some-job')) {
      expect((await ask('GET', path, eve)).status, path).toBe(200);
    }
    for (const [method, path, body] of changes) expect((await ask(method, path, eve, body)).status, path).toBe(403);
    expect((await platen.keys.list()).map(({ id, revokedAt }) => ({ id, revokedAt }))).toEqual([
      { id: 'some-key', revokedAt: null },
    ]);
    expect(await platen.webhooks.listEndpoints()).toEqual([someEndpoint]);
    expect((await platen.webhooks.listDeliveries()).map(({ state }) => state)).toEqual(['parked']);
  });

  test('a page of another site changes nothing and reads nothing, whoever is signed in', async () => {
    const foreign: readonly Record<string, string>[] = [
      { 'X-User': 'ann' },
      { 'X-User': 'ann', 'Sec-Fetch-Site': 'same-origin' },
      { 'X-User': 'ann', 'X-Platen-Dashboard': '1', 'Sec-Fetch-Site': 'cross-site' },
      { 'X-User': 'ann', 'X-Platen-Dashboard': '1', 'Sec-Fetch-Site': 'same-site' },
      { 'X-User': 'ann', 'X-Platen-Dashboard': '1', 'Sec-Fetch-Site': 'none' },
      { 'X-User': 'ann', 'X-Platen-Dashboard': '1', Origin: 'https://evil.example' },
      { 'X-User': 'ann', 'X-Platen-Dashboard': '1', Origin: 'null' },
    ];
    for (const headers of foreign) {
      for (const [method, path, body] of changes) {
        expect((await ask(method, path, headers, body)).status, `${path} ${JSON.stringify(headers)}`).toBe(403);
      }
    }
    for (const path of reads) {
      expect((await ask('GET', path, { 'X-User': 'ann', 'Sec-Fetch-Site': 'cross-site' })).status, path).toBe(403);
    }
    const listed = await ask('GET', 'data/jobs', { 'X-User': 'ann', Origin: 'https://evil.example' });
    expect(listed.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(listed.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  });

  test('a key is in the answer that makes it, and in no other', async () => {
    const ann = { 'X-User': 'ann', ...ownPage, 'Content-Type': 'application/json' };
    const made = await fetch(new URL('data/keys', host.url), {
      method: 'POST',
      headers: ann,
      body: JSON.stringify({ name: 'billing', quotaPerMonth: 5, scopes: ['pdf/merge'] }),
    });
    expect(made.status).toBe(201);
    const { key, record } = (await made.json()) as { key: string; record: { id: string } };
    expect(key).toMatch(/^platen_\w{36}$/);
    const rotated = await fetch(new URL(`data/keys/${record.id}/rotate`, host.url), {
      method: 'POST',
      headers: ann,
      body: '{}',
    });
    const successor = (await rotated.json()) as { key: string };
    expect(successor.key).not.toBe(key);
    const answers = await Promise.all(
      ['data/keys', 'data/session', 'data/usage', 'data/health'].map(async (path) =>
        (await fetch(new URL(path, host.url), { headers: ann })).text(),
      ),
    );
    for (const answer of answers) {
      expect(answer).not.toContain(key);
      expect(answer).not.toContain(successor.key);
      expect(answer).not.toContain('"hash"');
    }
    expect((await ask('DELETE', `data/keys/${record.id}`, ann)).status).toBe(200);
    expect((await platen.keys.list()).find(({ id }) => id === record.id)?.revokedAt).not.toBeNull();
  });

  test('what is wrong with a new key is said at once, and nothing is made', async () => {
    const before = (await platen.keys.list()).length;
    const response = await fetch(new URL('data/keys', host.url), {
      method: 'POST',
      headers: { 'X-User': 'ann', ...ownPage, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: ' ', owner: 'a b', scopes: ['pdf/fold'], quotaPerMonth: -1, expiresDays: 1.5 }),
    });
    expect(response.status).toBe(400);
    const { details } = (await response.json()) as { details: { errors: { field: string }[] } };
    expect(details.errors.map(({ field }) => field)).toEqual([
      'name',
      'owner',
      'scopes',
      'quotaPerMonth',
      'expiresDays',
    ]);
    expect((await platen.keys.list()).length).toBe(before);
  });

  test('the mount point leads to its slash, and other paths stay the host’s own', async () => {
    const { status, headers } = await fetch(host.url.slice(0, -1), { redirect: 'manual' });
    expect([status, headers.get('Location')]).toEqual([302, './platen/']);
    const page = await fetch(host.url);
    expect(page.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'; style-src 'self';/);
    expect(page.headers.get('Content-Security-Policy')).not.toContain('unsafe');
    expect(await (await fetch(new URL('/own', host.url))).text()).toBe('own');
    expect((await fetch(new URL('other', host.url))).status).toBe(404);
  });

  test.each(['/Tools/platen/', '/tools/PLATEN/', '/tools/Platen/data/session', '/tools/PLATEN'])(
    'a mount point in other letters, %s, is none',
    async (path) => expect((await fetch(new URL(path, host.url), { redirect: 'manual' })).status).toBe(404),
  );
});
