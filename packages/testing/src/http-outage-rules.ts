import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ConversionError, storageFull } from '@platen/core';
import { expect, test } from 'vitest';
import { formCall, oneFile } from './http-client.ts';
import { multipartType } from './http-multipart.ts';
import { openRawConnection, requestHead } from './http-raw-client.ts';
import type { SiteSettings } from './http-site.ts';
import { siteRunner } from './site-runner.ts';

/** The surface over an engine that is full, stops, or fails. */
export function outageRules(base: SiteSettings): void {
  const onSite = siteRunner(base);

  test('a full queue is told before the upload is read', () =>
    onSite({ isStarted: false, maxQueued: 1 }, async ({ site, submit, expectError }) => {
      const { key } = await site.createKey();
      expect((await submit(key)).status).toBe(202);
      const details = await expectError('SERVICE_UNAVAILABLE', '/api/v1/test/copy', formCall(key, oneFile));
      expect(details).toMatchObject({ reason: 'queue_full' });
    }));

  test('of everything wrong with a submission the first is told, before any of it is read', () =>
    onSite({ isStarted: false, maxQueued: 1 }, async ({ site, submit }) => {
      const keyed = async (requestsPerMinute: number | null, scopes?: readonly string[]) => {
        const limits = { requestsPerMinute, quotaPerMonth: 0 };
        const { key } = await site.createKey({ limits, ...(scopes === undefined ? {} : { scopes }) });
        return { 'X-API-Key': key };
      };
      const url = new URL(`${site.baseUrl}/api/v1/test/copy`);
      let headers: Readonly<Record<string, string | number>> = {
        'X-API-Key': 'none',
        Host: base.refusesHosts === true ? url.host : 'no host',
        'Content-Type': 'text/plain',
        'Content-Length': 2 ** 40,
        'Idempotency-Key': 'x'.repeat(256),
      };
      /** Nothing of the body is ever sent. */
      const expectStatus = async (status: number, corrected: typeof headers = {}, method = 'POST') => {
        headers = { ...headers, ...corrected };
        const { socket, write } = await openRawConnection(site.origin);
        await write(requestHead(method, url, headers));
        const [answer] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        expect(Number(answer.toString('latin1', 9, 12)), JSON.stringify(corrected)).toBe(status);
      };
      await submit((await site.createKey()).key);
      await expectStatus(401);
      await expectStatus(405, await keyed(1, []), 'PUT');
      await expectStatus(429);
      await expectStatus(base.refusesHosts === true ? 403 : 400, await keyed(null, []));
      await expectStatus(403, { Host: url.host });
      await expectStatus(415, await keyed(null));
      await expectStatus(413, { 'Content-Type': multipartType });
      await expectStatus(400, { 'Content-Length': 1_000 });
      await expectStatus(503, { 'Idempotency-Key': 'one' });
      for (const { id } of (await site.engine.list()).jobs) await site.engine.remove(id);
      await expectStatus(402);
    }));

  test('what is refused for a full disk takes no room on it any more', () =>
    onSite(
      {
        wrapEngine: (engine) => ({
          ...engine,
          async stage() {
            const { path, [Symbol.asyncDispose]: dispose } = await engine.stage();
            return { path, [Symbol.asyncDispose]: () => delay(200).then(dispose) }; // A disk that is slow.
          },
          submit: () => Promise.reject(storageFull(new Error('no room'))),
        }),
      },
      async ({ site, expectError }) => {
        const { key } = await site.createKey();
        const details = await expectError('SERVICE_UNAVAILABLE', '/api/v1/test/copy', formCall(key, oneFile));
        expect(details).toMatchObject({ reason: 'storage_full' });
        expect(await site.stagedFiles()).toEqual([]);
      },
    ));

  test('workers that cannot be started are told before the upload is read', () => {
    const down = new ConversionError('SERVICE_UNAVAILABLE', 'Conversions cannot be run at the moment', {
      details: { reason: 'workers_unavailable' },
    });
    return onSite(
      {
        wrapEngine: (engine) => ({
          ...engine,
          checkWorkers: () => Promise.reject(down),
          status: async () => ({ ...(await engine.status()), workers: 'failing' }),
        }),
      },
      async ({ site, call }) => {
        const { key } = await site.createKey();
        const url = new URL(`${site.baseUrl}/api/v1/test/copy`);
        const headers = { 'X-API-Key': key, 'Content-Type': multipartType, 'Content-Length': 1_000 };
        const { socket, write } = await openRawConnection(site.origin);
        // Nothing of the body is ever sent.
        await write(requestHead('POST', url, headers));
        const [answer] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        expect(answer.toString('latin1', 9, 12)).toBe('503');
        expect(answer.toString()).toContain('workers_unavailable');
        const ready = await call('/readyz');
        expect(ready.status).toBe(503);
        expect(ready.bytes.toString()).toContain('"workers":"failing"');
      },
    );
  });

  test('while it stops nothing is taken, and jobs can still be polled', () =>
    onSite({}, async ({ site, runJob, poll, call, expectError }) => {
      const { key } = await site.createKey();
      const { jobId } = await runJob(key);
      await site.engine.stop(0);
      expect((await call('/readyz')).status).toBe(503);
      const refused = await call('/api/v1/test/copy', formCall(key, oneFile));
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      await expectError('SERVICE_UNAVAILABLE', '/api/v1/test/copy', formCall(key, oneFile));
      expect((await poll(key, jobId)).status).toBe('completed');
    }));

  test('a store that is down is 503, never 404', () => {
    const down = new ConversionError('SERVICE_UNAVAILABLE', 'The job store is down', {
      details: { reason: 'store_down' },
    });
    return onSite(
      { wrapEngine: (engine) => ({ ...engine, get: () => Promise.reject(down) }) },
      async ({ site, expectError }) => {
        const { key } = await site.createKey();
        expect(await expectError('SERVICE_UNAVAILABLE', '/api/v1/jobs/x', { key })).toEqual({ reason: 'store_down' });
      },
    );
  });

  test('anything unexpected is an INTERNAL_ERROR that tells nothing', () => {
    const fault = new TypeError('a secret from /etc/passwd');
    return onSite(
      { wrapEngine: (engine) => ({ ...engine, get: () => Promise.reject(fault) }) },
      async ({ site, call, expectError }) => {
        const { key } = await site.createKey();
        expect(await expectError('INTERNAL_ERROR', '/api/v1/jobs/x', { key })).toEqual({});
        expect((await call('/api/v1/jobs/x', { key })).bytes.toString()).not.toContain('secret');
        expect(site.logged).toHaveLength(2);
      },
    );
  });

  test('a file that is purged under a genuine link is gone', () => {
    const gone = new ConversionError('NOT_FOUND', 'The file no longer exists');
    return onSite(
      { wrapEngine: (engine) => ({ ...engine, open: () => Promise.reject(gone) }) },
      async ({ site, runJob, expectError }) => {
        const { key } = await site.createKey();
        const [output] = (await runJob(key)).outputs;
        await expectError('LINK_EXPIRED', output?.downloadUrl ?? '');
      },
    );
  });
}
