import { Readable } from 'node:stream';
import { ConversionError } from '@platen/core';
import { describe, expect, test } from 'vitest';
import { createHttpClient, formCall, type HttpClient, oneFile, untilFinal } from './http-client.ts';
import { multipartBody, multipartType, pdfOf } from './http-multipart.ts';
import { openRawConnection, requestHead } from './http-raw-client.ts';
import { openSite, type SiteSettings } from './http-site.ts';

const manageRoutes = [
  ['/api/manage/jobs', 'get'],
  ['/api/manage/jobs/{jobId}', 'get', 'delete'],
  ['/api/manage/jobs/{jobId}/cancel', 'post'],
  ['/api/manage/jobs/{jobId}/retry', 'post'],
  ['/api/manage/jobs/{jobId}/outputs.zip', 'get'],
  ['/api/manage/jobs/{jobId}/events', 'get'],
  ['/api/manage/events', 'get'],
];

/** A file that ends in the middle. */
function brokenStream(): Readable {
  async function* chunks() {
    yield Buffer.from('%PDF');
    throw new Error('the disk is gone');
  }
  return Readable.from(chunks());
}

/** The surface beside a host's own routes and parsers, behind a proxy, and over an engine that is not well. */
export function hostRules(base: SiteSettings): void {
  const onSite = async (settings: Partial<SiteSettings>, check: (client: HttpClient) => Promise<void>) => {
    const site = await openSite({ ...base, ...settings });
    try {
      await check(await createHttpClient(site));
    } finally {
      await site.close();
    }
  };
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
      const { status, body: answer } = await connection.readAnswer();
      expect({ status, ...JSON.parse(answer).details.errors[0] }).toEqual({
        status: 400,
        field: 'Host',
        problem: 'is not a host name',
      });
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

  describe('an engine that is not well', () => {
    test('a full queue is told before the upload is read', () =>
      onSite({ isStarted: false, maxQueued: 1 }, async ({ site, submit, expectError }) => {
        const { key } = await site.createKey();
        expect((await submit(key)).status).toBe(202);
        const details = await expectError('SERVICE_UNAVAILABLE', '/api/v1/test/copy', formCall(key, oneFile));
        expect(details).toMatchObject({ reason: 'queue_full' });
      }));

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
      const gone = new ConversionError('NOT_FOUND', 'There is no such file any more');
      return onSite(
        { wrapEngine: (engine) => ({ ...engine, open: () => Promise.reject(gone) }) },
        async ({ site, runJob, expectError }) => {
          const { key } = await site.createKey();
          const [output] = (await runJob(key)).outputs;
          await expectError('LINK_EXPIRED', output?.downloadUrl ?? '');
        },
      );
    });
  });

  test('the routes of the interface are these, whatever is served beside them', async () => {
    for (const manage of [false, true]) {
      await onSite({ manage }, async ({ call }) => {
        const paths = (await call('/api/openapi.json')).json?.paths ?? {};
        expect(Object.entries(paths).map(([path, methods]) => [path, ...Object.keys(methods)])).toEqual([
          ['/api/v1/test/copy', 'post'],
          ['/api/v1/test/gather', 'post'],
          ['/api/v1/jobs/{jobId}', 'get'],
          ['/api/v1/account', 'get'],
          ['/api/download/{token}', 'get'],
          ...(manage ? manageRoutes : []),
        ]);
      });
    }
  });

  test("without the routes to manage jobs their paths are the host's", () =>
    onSite({ manage: false }, async ({ site }) => {
      const { key } = await site.createKey();
      for (const path of ['/jobs', '/events', '/jobs/none/cancel']) {
        const response = await fetch(`${site.baseUrl}/api/manage${path}`, { headers: { 'X-API-Key': key } });
        expect({ status: response.status, own: response.headers.get('X-Correlation-Id') }).toEqual({
          status: 404,
          own: null,
        });
      }
    }));

  test('a failed job whose files were kept is queued again, for a quota unit', () =>
    onSite({ keepFailedInputs: true }, async ({ site, call, runJob, poll, expectError }) => {
      const { key } = await site.createKey({ limits: { quotaPerMonth: 1 } });
      const { jobId } = await runJob(key, [...oneFile, { name: 'act', content: 'fail' }]);
      const retried = await call(`/api/manage/jobs/${jobId}/retry`, { key, method: 'POST' });
      expect(retried).toMatchObject({ status: 202, json: { jobId, status: 'queued', error: null } });
      await untilFinal(site.engine, jobId);
      expect(await poll(key, jobId)).toMatchObject({ status: 'failed' });
      expect(await runJob(key)).toMatchObject({ status: 'completed' });
      await expectError('QUOTA_EXCEEDED', `/api/manage/jobs/${jobId}/retry`, { key, method: 'POST' });
    }));

  test('an archive of which a file breaks off is cut short, and the cause is logged', () =>
    onSite({ wrapEngine: (engine) => ({ ...engine, open: async () => brokenStream() }) }, async ({ site, runJob }) => {
      const { key } = await site.createKey();
      const { jobId } = await runJob(key);
      const response = await fetch(`${site.baseUrl}/api/manage/jobs/${jobId}/outputs.zip`, {
        headers: { 'X-API-Key': key },
      });
      await expect(response.arrayBuffer()).rejects.toThrow();
      expect(site.logged).toContain('an archive of outputs broke off');
    }));

  test('what was asked for on top of the interface is served without a key', () =>
    onSite({}, async ({ site, call, runJob }) => {
      const { key } = await site.createKey();
      await runJob(key);
      expect((await call('/healthz')).json).toEqual({ status: 'ok' });
      expect((await call('/readyz')).json).toMatchObject({ status: 'ready' });
      const metrics = (await call('/metrics')).bytes.toString();
      expect(metrics).toContain('platen_jobs_total{operation="test/copy",state="completed"} 1');
      expect(metrics).toContain('platen_http_requests_total{route="/api/v1/test/copy",status="202"} 1');
      const document = (await call('/api/openapi.json')).json;
      expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: site.baseUrl }] });
      expect(Object.keys(document?.paths ?? {})).toContain('/api/v1/test/gather');
    }));
}
