import type { Authenticator } from '@platen/core';
import { describe, expect, test } from 'vitest';
import { formCall, oneFile } from './http-client.ts';
import { multipartBody, multipartType, pdfOf } from './http-multipart.ts';
import { openRawConnection, requestHead } from './http-raw-client.ts';
import type { SiteSettings } from './http-site.ts';
import { siteRunner } from './site-runner.ts';

/** The surface beside a host's own routes and parsers, and behind a proxy. */
export function hostRules(base: SiteSettings): void {
  const onSite = siteRunner(base);
  const behindProxy = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'files.example.com' };

  describe.each([
    ['at the root', ''],
    ['under a prefix', '/convert/files'],
  ])('%s', (_, prefix) => {
    test("the host's own routes are untouched, and what is not there is the host's to say", () =>
      onSite({ host: { prefix } }, async ({ site }) => {
        expect(await (await fetch(`${site.origin}/own`)).json()).toEqual({ own: true });
        const missing = await fetch(`${site.baseUrl}/elsewhere`);
        expect(missing.status).toBe(404);
        expect(missing.headers.get('X-Correlation-Id')).toBeNull();
      }));

    test('a whole URL as the target is its path on the host that it names', () =>
      onSite({ host: { prefix } }, async ({ site, runJob }) => {
        const { key } = await site.createKey();
        const { jobId } = await runJob(key);
        const ask = async (path: string) => {
          const { write, readAnswer } = await openRawConnection(site.origin);
          const target = `http://files.example.com${prefix}/api/v1/${path}`;
          await write(`GET ${target} HTTP/1.1\r\nHost: other\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`);
          return readAnswer();
        };
        expect(await ask('account?x=1')).toMatchObject({ status: 200 });
        expect(await ask('nothing')).toMatchObject({ status: 404, body: expect.stringContaining('NOT_FOUND') });
        expect((await ask(`jobs/${jobId}`)).body).toContain(`"http://files.example.com${prefix}/api/download/`);
      }));

    test('behind a proxy that the host trusts, links are what the client can reach', () =>
      onSite({ host: { prefix, trustProxy: true } }, async ({ site, call, runJob, poll }) => {
        const { key } = await site.createKey();
        const { json, headers } = await call('/api/v1/test/copy', formCall(key, oneFile, behindProxy));
        expect(json?.statusUrl).toBe(`https://files.example.com${prefix}/api/v1/jobs/${json?.jobId}`);
        expect(headers.get('Location')).toBe(`${prefix}/api/v1/jobs/${json?.jobId}`);
        const { jobId } = await runJob(key);
        const polled = await call(`/api/v1/jobs/${jobId}`, { key, headers: behindProxy });
        expect(JSON.stringify(polled.json)).toContain(`https://files.example.com${prefix}/api/download/`);
        expect((await poll(key, jobId)).outputs[0]?.downloadUrl).toContain(`${site.baseUrl}/api/download/`);
      }));
  });

  test('a prefix in other letters is not the one that was mounted: a rule of a proxy about it cannot be bypassed', () =>
    onSite({ host: { prefix: '/convert/Files' } }, async ({ site }) => {
      const ask = async (path: string) => (await fetch(`${site.origin}${path}/api/v1/account`)).status;
      expect(await Promise.all(['/convert/Files', '/CONVERT/Files', '/convert/files'].map(ask))).toEqual([
        401, 404, 404,
      ]);
    }));

  test('a proxy that the host does not trust is not believed', () =>
    onSite({}, async ({ site, call }) => {
      const { key } = await site.createKey();
      const { json } = await call('/api/v1/test/copy', formCall(key, oneFile, behindProxy));
      expect(json?.statusUrl).toBe(`${site.origin}/api/v1/jobs/${json?.jobId}`);
    }));

  test('behind a trusted proxy bad keys are limited by the address of the client, not of the proxy', () =>
    onSite({ host: { trustProxy: true } }, async ({ call }) => {
      const ask = (address: string) => call('/api/v1/account', { headers: { 'X-Forwarded-For': address } });
      for (let turn = 0; turn < 30; turn += 1) await ask('192.0.2.1');
      expect((await ask('192.0.2.1')).status).toBe(429);
      expect((await ask('192.0.2.2')).status).toBe(401);
    }));

  const bySession: Authenticator = {
    challenge: 'Session realm="acme"',
    authenticate: async ({ request }) => {
      const user = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
      return user === undefined ? null : { ownerId: user };
    },
  };

  test('a host identifies callers by its own sessions, and an owner is all it needs to name', () =>
    onSite({ authenticator: bySession }, async ({ call }) => {
      const as = (user: string) => ({ headers: { Cookie: `session=${user}` } });
      const submitted = await call('/api/v1/test/copy', formCall(undefined, oneFile, as('ada').headers));
      expect(submitted.status).toBe(202);
      const job = `/api/v1/jobs/${submitted.json?.jobId}`;
      expect((await call(job, as('ada'))).status).toBe(200);
      expect((await call(job, as('bob'))).status).toBe(404);
      const unknown = await call(job);
      expect(unknown.status).toBe(401);
      expect(unknown.json?.message).toBe('The request does not identify its sender');
      expect(unknown.headers.get('WWW-Authenticate')).toBe('Session realm="acme"');
      const { json } = await call('/api/v1/account', as('ada'));
      const openapi = await call('/api/openapi.json');
      expect(openapi.json?.paths).toBeDefined();
      expect(openapi.json?.security).toBeUndefined();
      expect(json).toMatchObject({ keyId: 'ada', name: 'ada', createdAt: null, rateLimit: { limit: 60 } });
    }));

  test('an authenticator that names no owner lets nobody in, and the log says why', () =>
    onSite({ authenticator: { authenticate: async () => ({ ownerId: '' }) } }, async ({ call, site }) => {
      expect((await call('/api/v1/account')).json?.code).toBe('INTERNAL_ERROR');
      expect(site.logged).toHaveLength(1);
    }));

  test('a public URL goes before what the request says, and the mount prefix is kept', () =>
    onSite({ publicUrl: 'https://example.com/edge/', host: { prefix: '/convert' } }, async ({ site, call }) => {
      const { key } = await site.createKey();
      const { json, headers } = await call('/api/v1/test/copy', formCall(key, oneFile));
      expect(json?.statusUrl).toBe(`https://example.com/edge/convert/api/v1/jobs/${json?.jobId}`);
      expect(headers.get('Location')).toBe(`/edge/convert/api/v1/jobs/${json?.jobId}`);
    }));

  test('after a JSON parser of the host both work', () =>
    onSite({ host: { parsers: 'json' } }, async ({ site, submit }) => {
      const { key } = await site.createKey();
      expect((await submit(key)).status).toBe(202);
      const headers = { 'Content-Type': 'application/json' };
      const own = await fetch(`${site.origin}/own`, { method: 'POST', headers, body: '{"a":1}' });
      expect(await own.json()).toEqual({ a: 1 });
    }));

  test('after a multipart parser of the host it works or says what to change, and never hangs', () =>
    onSite({ host: { parsers: 'multipart' } }, async ({ site, submit, call }) => {
      const { key } = await site.createKey();
      const { status, json } = await submit(key);
      if (status === 202) return;
      expect(json).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('mount Platen before'),
        details: { reason: 'body_already_read' },
      });
      expect(site.logged.join()).toContain('mount Platen before');
      expect((await call('/api/v1/account', { key })).status).toBe(200);
    }));

  test('no such route, a wrong method: the error of the interface, with what is allowed', () =>
    onSite({}, async ({ site, call, expectError }) => {
      const { key } = await site.createKey();
      for (const path of ['/api/v1/none', '/api/v1/pdf/to-word', '/api/v1/test/copy/', '/api/download/']) {
        expect(await expectError('NOT_FOUND', path, { key })).toEqual({});
      }
      const wrong: readonly [string, string, readonly string[]][] = [
        ['GET', '/api/v1/test/copy', ['POST']],
        ['POST', '/api/v1/account', ['GET', 'HEAD']],
        ['DELETE', '/api/v1/jobs/x', ['GET', 'HEAD']],
        ['PUT', '/api/download/x', ['GET', 'HEAD']],
      ];
      for (const [method, path, allowed] of wrong) {
        const body = method === 'GET' ? {} : { body: '{}', headers: { 'Content-Type': 'application/json' } };
        expect(await expectError('METHOD_NOT_ALLOWED', path, { key, method, ...body })).toEqual({ allowed });
        expect((await call(path, { key, method, ...body })).headers.get('Allow')).toBe(allowed.join(', '));
      }
    }));

  test.each([
    ['empty', 'Host: '],
    ['sent twice', 'Host: a.example\r\nHost: b.example'],
    ['with a path', 'Host: a.example/path?'],
    ['with a user', 'Host: a@b.example'],
    ['no host name', 'Host: [::'],
  ])('a Host header that is %s makes no job and no link', (_, header) =>
    onSite({}, async ({ site }) => {
      const { key, id } = await site.createKey();
      const body = multipartBody(oneFile);
      const connection = await openRawConnection(site.origin);
      const head = `POST /api/v1/test/copy HTTP/1.1\r\n${header}\r\nConnection: close\r\nX-API-Key: ${key}\r\n`;
      await connection.write(`${head}Content-Type: ${multipartType}\r\nContent-Length: ${body.length}\r\n\r\n`);
      await connection.write(body);
      const { status, headers, body: answer } = await connection.readAnswer();
      expect(status).toBe(400);
      if (headers['x-correlation-id'] !== undefined || base.refusesHosts !== true) {
        expect(JSON.parse(answer).details.errors).toEqual([{ field: 'Host', problem: 'is not a host name' }]);
      }
      expect(await site.engine.standing(id)).toMatchObject({ quotaUsed: 0 });
    }),
  );

  test('an odd content type is answered in the words of the interface', () =>
    onSite({}, async ({ site, expectError }) => {
      const { key } = await site.createKey();
      for (const type of ['nonsense', 'application/json', 'multipart/mixed; boundary=x', 'text/plain; charset=wat']) {
        const call = { key, method: 'POST', headers: { 'Content-Type': type }, body: '{not json' };
        await expectError('UNSUPPORTED_FORMAT', '/api/v1/test/copy', call);
      }
    }));

  test('an upload past every bound is cut off', () =>
    onSite({ limits: { maxFileBytes: 1_000, maxRequestBytes: 2_000_000 } }, async ({ site, submit }) => {
      const { key } = await site.createKey();
      const body = multipartBody([{ fileName: 'endless.pdf', content: pdfOf(1_000_000) }]);
      const { socket, write } = await openRawConnection(site.origin);
      socket.resume();
      const headers = { 'X-API-Key': key, 'Content-Type': multipartType, 'Content-Length': 1e12 };
      await write(requestHead('POST', new URL(`${site.baseUrl}/api/v1/test/copy`), headers));
      const flood = async () => {
        for (;;) await write(body);
      };
      await expect(flood()).rejects.toThrow();
      expect((await submit(key)).status).toBe(202);
    }));
}
