import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignInStore } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { createPasswordSignIn } from '@platen/dashboard';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresStore } from '../../stores/postgres/src/index.ts';
import { type PostgresCluster, postgresPrograms, startPostgres } from '../../stores/postgres/test/postgres-cluster.ts';
import { type DashboardHost, hosts } from './hosts.ts';
import { quickHash } from './quick-hash.ts';
import { fixture, startPlaten, type TestPlaten } from './start-platen.ts';

const ownPage = { 'X-Platen-Dashboard': '1', 'Sec-Fetch-Site': 'same-origin' };

describe.skipIf(postgresPrograms === null)('two nodes on one PostgreSQL (needs it)', () => {
  let folder = '';
  let database: PostgresCluster;
  let host: DashboardHost;
  let worker: TestPlaten;
  const ends: (() => Promise<unknown>)[] = [];
  const signIns: SignInStore[] = [];

  /** A node with a pool of its own, over files that both have. */
  async function startNode(name: string): Promise<TestPlaten> {
    const pool = database.connect();
    const store = await createPostgresStore({ pool });
    const { jobs, leader, nodes, bus } = store;
    const platen = await startPlaten({
      jobs,
      leader,
      nodes,
      bus,
      blobs: createFsBlobStore({ folder: join(folder, 'blobs') }),
      stagingFolder: join(folder, name),
    });
    signIns.push(store.signIns);
    ends.push(async () => {
      await platen.stop();
      await store.bus.close();
      await pool.end();
    });
    return { ...platen, keys: store.keys };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-dashboard-'));
    database = await startPostgres();
    worker = await startNode('worker');
    const platen = await startNode('shown');
    const start = hosts['Express 5'];
    if (start === undefined) throw new Error('there is no such host');
    host = await start({ platen, prefix: '', authorize: () => ({ actor: 'ann', role: 'manager' }) });
  });
  afterAll(async () => {
    await host?.close();
    for (const end of ends.reverse()) await end();
    await database?.end();
    await rm(folder, { recursive: true, force: true });
  });

  async function ask(method: string, path: string, body?: unknown) {
    const response = await fetch(new URL(path, host.url), {
      method,
      headers: { ...ownPage, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, text: await response.text() };
  }

  test('a job of the other node is listed, shown live, counted, retried and deleted', async () => {
    const live = await fetch(new URL('data/live', host.url), { signal: AbortSignal.timeout(30_000) });
    const failed = await worker.finished('pdf/split', [fixture('letter.pdf')], { pages: '7' });
    expect(failed.state).toBe('failed');

    const decoder = new TextDecoder();
    let heard = '';
    for await (const chunk of live.body ?? []) {
      heard += decoder.decode(chunk as Uint8Array, { stream: true });
      if (heard.includes(failed.id) && heard.includes('failed')) break;
    }
    expect((await ask('GET', 'data/jobs')).text).toContain(failed.id);
    expect((await ask('GET', `data/jobs/${failed.id}`)).text).toContain('Page 7');
    expect((await ask('GET', 'data/usage')).text).toContain('pdf/split');
    const health = await ask('GET', 'data/health');
    expect(health.status).toBe(200);
    expect((await ask('POST', `data/jobs/${failed.id}/retry`, {})).status).toBeLessThan(300);
    await expect.poll(async () => (await worker.engine.get(failed.id))?.state).toBe('failed');
    expect((await ask('DELETE', `data/jobs/${failed.id}`)).status).toBeLessThan(300);
    await expect.poll(() => worker.engine.get(failed.id)).toBeNull();
  });

  test('a key that is made on one node is known to the other, until it is revoked', async () => {
    const { status, text } = await ask('POST', 'data/keys', { name: 'ferries' });
    expect(status).toBe(201);
    const [made] = await worker.keys.list();
    expect(made).toMatchObject({ name: 'ferries', revokedAt: null });
    expect(text).toContain(made?.id);
    expect((await ask('DELETE', `data/keys/${made?.id}`)).status).toBeLessThan(300);
    expect((await worker.keys.list())[0]?.revokedAt).not.toBeNull();
  });

  test('who signs in at one node is known to the other, until the password is changed at either', async () => {
    const [one, other] = signIns as [SignInStore, SignInStore];
    const account = { actor: 'admin', role: 'manager', passwordHash: quickHash('correct horse') } as const;
    // Of nodes that start at once, each with a password it has just made, one has made it.
    const made = await Promise.all([one, other, one].map((store) => store.addAccount(account)));
    expect(new Set(made.map(({ passwordHash }) => passwordHash)).size).toBe(1);
    const startHost = async (store: SignInStore) => {
      const start = hosts['Express 5'];
      if (start === undefined) throw new Error('there is no such host');
      const authorize = createPasswordSignIn({ accounts: [account], store });
      const started = await start({ platen: worker, prefix: '', authorize });
      ends.push(() => started.close());
      return started.url;
    };
    const [first, second] = [await startHost(one), await startHost(other)];
    const signIn = async (url: string, password: string) => {
      const headers = { ...ownPage, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ password });
      const { status, headers: answered } = await fetch(new URL('data/session', url), {
        method: 'POST',
        headers,
        body,
      });
      return { status, cookie: answered.get('set-cookie')?.split(';')[0] ?? '' };
    };
    const visit = async (url: string, Cookie: string) =>
      (await fetch(new URL('data/jobs', url), { headers: { ...ownPage, Cookie } })).status;

    const { status, cookie } = await signIn(first, 'correct horse');
    expect(status).toBe(200);
    expect([await visit(first, cookie), await visit(second, cookie)]).toEqual([200, 200]);
    await other.saveAccount({ ...account, passwordHash: quickHash('battery staple') });
    expect([await visit(first, cookie), await visit(second, cookie)]).toEqual([401, 401]);
    // The node that was started with the other password knows the new one as well.
    expect((await signIn(first, 'correct horse')).status).toBe(401);
    const again = await signIn(first, 'battery staple');
    expect([again.status, await visit(second, again.cookie)]).toEqual([200, 200]);
    await fetch(new URL('data/session', second), { method: 'DELETE', headers: { ...ownPage, Cookie: again.cookie } });
    expect(await visit(first, again.cookie)).toBe(401);
  });

  test('a shared session ends when nobody uses it, when it is old, and when there are too many', async () => {
    const [store] = signIns as [SignInStore];
    const passwordHash = quickHash('correct horse');
    await store.saveAccount({ actor: 'bounded', role: 'viewer', passwordHash });
    const begin = (id: string, most = 100) => store.beginSession({ id, actor: 'bounded', passwordHash }, most);
    const long = { idleMs: 3_600_000, maxAgeMs: 3_600_000 };
    await begin('a');
    expect(await store.findSession('a', long)).toMatchObject({ actor: 'bounded', role: 'viewer' });
    expect(await store.findSession('a', { ...long, idleMs: 0 })).toBeNull();
    expect(await store.findSession('a', long)).toBeNull();
    await begin('b');
    expect(await store.findSession('b', { ...long, maxAgeMs: 0 })).toBeNull();
    for (const id of ['c', 'd', 'e']) {
      const before = Date.now();
      await begin(id, 2);
      // Of sessions that were seen in one millisecond, either may go.
      await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(before + 1);
    }
    const known = await Promise.all(['c', 'd', 'e'].map((id) => store.findSession(id, long)));
    expect(known.map((found) => found !== null)).toEqual([false, true, true]);
  });
});
