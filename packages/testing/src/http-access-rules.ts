import { describe, expect, test } from 'vitest';
import { eventually, formCall, type HttpClient, oneFile, untilFinal } from './http-client.ts';
import { type FormPart, pdfOf } from './http-multipart.ts';

/** Who may call, how often, how much, and the same request twice. */
export function accessRules(client: () => HttpClient): void {
  const account = '/api/v1/account';
  const copy = '/api/v1/test/copy';

  describe('keys', () => {
    test('an unknown, mistyped, revoked or expired key gets one and the same answer', async () => {
      const { site, call } = client();
      site.clock.advance(60_000);
      const revoked = await site.createKey();
      await site.keys.revoke(revoked.id, site.clock.now());
      const expired = await site.createKey({ expiresAt: site.clock.now() });
      const unknown = (await client().site.createKey()).key;
      const mistyped = `${unknown.slice(0, -1)}${unknown.endsWith('a') ? 'b' : 'a'}`;
      const bad = ['nonsense', mistyped, revoked.key, expired.key, `platen_${'0'.repeat(36)}`];
      for (const key of bad) {
        const { status, headers, json } = await call(account, { key });
        expect(status).toBe(401);
        expect(headers.get('WWW-Authenticate')).toContain('X-API-Key');
        expect({ ...json, correlationId: '' }).toEqual({
          code: 'UNAUTHORIZED',
          message: 'The API key in the header X-API-Key is not valid',
          correlationId: '',
          details: {},
        });
      }
    });

    test('a request without a key is told which header is missing', async () => {
      const { site, call } = client();
      site.clock.advance(60_000);
      for (const headers of [{}, { 'X-API-Key': '' }]) {
        const { status, json } = await call(account, { headers });
        expect(status).toBe(401);
        expect({ ...json, correlationId: '' }).toEqual({
          code: 'UNAUTHORIZED',
          message: 'The request has no API key: send it in the header X-API-Key',
          correlationId: '',
          details: {},
        });
      }
    });

    test('an upload under a bad key is refused', async () => {
      const { site, expectError } = client();
      site.clock.advance(60_000);
      await expectError('UNAUTHORIZED', copy, formCall('unknown', oneFile));
    });

    test('bad keys are limited by address; a good one still works', async () => {
      const { site, call, expectError } = client();
      site.clock.advance(60_000);
      for (let turn = 0; turn < 30; turn += 1) expect((await call(account, { key: 'bad' })).status).toBe(401);
      expect(await expectError('RATE_LIMITED', account, { key: 'bad' })).toMatchObject({ limit: 30 });
      const { key } = await site.createKey();
      expect((await call(account, { key })).status).toBe(200);
      site.clock.advance(60_000);
    });

    test('a key without the scope is told which one it needs', async () => {
      const { site, call, submit, expectError } = client();
      const { key } = await site.createKey({ scopes: ['test/gather'] });
      expect(await expectError('FORBIDDEN', copy, formCall(key, oneFile))).toEqual({ scope: 'test/copy' });
      expect((await submit(key, [...oneFile, ...oneFile], 'test/gather')).status).toBe(202);
      expect((await call(account, { key })).json?.operations).toEqual(['test/gather']);
    });
  });

  describe('rate', () => {
    test('a key gets its number of requests in any 60 seconds, and is told where it stands', async () => {
      const { site, call, expectError } = client();
      const { key } = await site.createKey({ limits: { requestsPerMinute: 8 } });
      const first = await call(account, { key });
      expect(first.headers.get('RateLimit-Policy')).toBe('"default";q=8;w=60');
      expect(first.headers.get('RateLimit')).toBe('"default";r=7;t=60');
      expect(first.headers.get('X-RateLimit-Limit')).toBe('8');
      expect(first.headers.get('X-RateLimit-Remaining')).toBe('7');
      expect(first.headers.get('X-RateLimit-Reset')).toBe(String(Math.ceil(site.clock.now() / 1000) + 60));
      site.clock.advance(30_000);
      for (let turn = 1; turn < 8; turn += 1) expect((await call(account, { key })).status).toBe(200);
      const details = await expectError('RATE_LIMITED', account, { key });
      expect(details).toEqual({ limit: 8, windowSeconds: 60, retryAfterSeconds: 30 });
      const refused = await call(account, { key });
      expect(refused.headers.get('Retry-After')).toBe('30');
      expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0');
      site.clock.advance(30_000);
      expect((await call(account, { key })).status).toBe(200);
      await expectError('RATE_LIMITED', account, { key });
    });

    test('a wrong path or method counts and carries them too, when it comes with a key', async () => {
      const { site, call } = client();
      const { key } = await site.createKey({ limits: { requestsPerMinute: 2 } });
      for (const [method, path, status, remaining] of [
        ['GET', '/api/v1/none', 404, '1'],
        ['DELETE', account, 405, '0'],
        ['GET', '/api/v1/none', 429, '0'],
      ] as const) {
        const answer = await call(path, { key, method });
        expect({ status: answer.status, remaining: answer.headers.get('X-RateLimit-Remaining') }).toEqual({
          status,
          remaining,
        });
      }
      expect((await call('/api/v1/none')).status).toBe(404);
      expect((await call('/api/v1/none', { key: 'bad' })).status).toBe(401);
    });

    test('errors count and carry the rate headers too; downloads do not count', async () => {
      const { site, call, runJob } = client();
      const { key } = await site.createKey({ limits: { requestsPerMinute: 10 } });
      const [output] = (await runJob(key)).outputs;
      for (let turn = 0; turn < 12; turn += 1) expect((await call(output?.downloadUrl ?? '')).status).toBe(200);
      const { status, headers } = await call('/api/v1/jobs/none', { key });
      expect(status).toBe(404);
      expect(headers.get('X-RateLimit-Remaining')).toBe('7');
    });
  });

  describe('quota', () => {
    test('a job takes a unit; over the limit the upload is refused before it is read', async () => {
      const { site, submit, call, expectError } = client();
      const { key } = await site.createKey({ limits: { quotaPerMonth: 1 } });
      expect((await submit(key)).status).toBe(202);
      const now = new Date(site.clock.now());
      const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
      expect(await expectError('QUOTA_EXCEEDED', copy, formCall(key, oneFile))).toEqual({
        limit: 1,
        used: 1,
        resetsAt,
      });
      expect((await call(account, { key })).json?.quota).toEqual({
        limit: 1,
        used: 1,
        remaining: 0,
        period: 'month',
        resetsAt,
      });
    });

    test('a refused submission, a failed job and a cancelled one give the unit back', async () => {
      const { site, submit, runJob, call } = client();
      const { key } = await site.createKey({ limits: { quotaPerMonth: 1 } });
      const used = async () =>
        ((await call(account, { key })).json?.quota as { readonly used: number } | undefined)?.used;
      expect((await submit(key, [{ fileName: 'x.pdf', content: 'no pdf' }])).status).toBe(415);
      expect(await used()).toBe(0);
      expect((await runJob(key, [...oneFile, { name: 'act', content: 'fail' }])).status).toBe('failed');
      await eventually(used).toBe(0);
      const { json } = await submit(key, [...oneFile, { name: 'act', content: 'wait' }]);
      expect(await used()).toBe(1);
      await site.engine.cancel(String(json?.jobId));
      await untilFinal(site.engine, String(json?.jobId));
      await eventually(used).toBe(0);
    });
  });

  test('the account shows exactly what the key has', async () => {
    const { site, call } = client();
    const { key, id } = await site.createKey({ limits: { maxFiles: 7, requestsPerMinute: 5 } });
    const { json, bytes } = await call(account, { key });
    expect(json).toEqual({
      keyId: id,
      name: expect.any(String),
      createdAt: new Date(site.clock.now()).toISOString(),
      quota: { limit: null, used: 0, remaining: null, period: 'month', resetsAt: expect.any(String) },
      rateLimit: {
        limit: 5,
        windowSeconds: 60,
        remaining: 4,
        resetsAt: new Date(site.clock.now() + 60_000).toISOString(),
      },
      limits: {
        maxFileBytes: site.engine.limits.maxFileBytes,
        maxFiles: 7,
        maxPages: 2_000,
        linkTtlSeconds: 3_600,
        retentionSeconds: site.engine.retentionMs / 1000,
      },
      operations: ['test/copy', 'test/gather'],
      ocrLanguages: ['deu', 'eng'],
      ocrModels: [],
    });
    expect(bytes.toString()).not.toContain(key);
  });

  describe('Idempotency-Key', () => {
    const again = (key: string, idempotencyKey: string, content = pdfOf(100)) =>
      formCall(key, [{ fileName: 'a.pdf', content }], { 'Idempotency-Key': idempotencyKey });

    test('the same request again gets the same answer and no second job', async () => {
      const { site, call } = client();
      const { key, id } = await site.createKey();
      const first = await call(copy, again(key, 'one'));
      const second = await call(copy, again(key, 'one'));
      expect(second.status).toBe(202);
      expect(second.json).toEqual(first.json);
      expect(first.headers.get('Idempotent-Replayed')).toBeNull();
      expect(second.headers.get('Idempotent-Replayed')).toBe('true');
      expect(await site.engine.standing(id)).toMatchObject({ quotaUsed: 1 });
    });

    test('a repeated request gets its job, though that has failed or has used up the quota', async () => {
      const { site, call } = client();
      const { key } = await site.createKey({ limits: { quotaPerMonth: 1 } });
      for (const act of ['fail', 'copy']) {
        const send = () =>
          call(copy, formCall(key, [...oneFile, { name: 'act', content: act }], { 'Idempotency-Key': act }));
        const first = await send();
        await untilFinal(site.engine, String(first.json?.jobId));
        const { status, json } = await send();
        expect({ status, json }).toEqual({ status: 202, json: first.json });
      }
    });

    test('a default spelled out, and a value in other words, are the same request', async () => {
      const { site, call } = client();
      const { key } = await site.createKey();
      const send = (...fields: readonly FormPart[]) =>
        call(copy, formCall(key, [...oneFile, ...fields], { 'Idempotency-Key': 'spelled' }));
      const first = await send();
      for (const content of ['1', ' 1 ', '1.0']) {
        const again = await send({ name: 'copies', content }, { name: 'act', content: 'copy' });
        expect({ status: again.status, jobId: again.json?.jobId }).toEqual({ status: 202, jobId: first.json?.jobId });
      }
      expect((await send({ name: 'copies', content: '2' })).status).toBe(409);
    });

    test('another request under the same key is a conflict, and the first job stands', async () => {
      const { site, call, poll } = client();
      const { key } = await site.createKey();
      const first = await call(copy, again(key, 'two'));
      const conflict = await call(copy, again(key, 'two', pdfOf(100, 'y')));
      expect(conflict.json?.code).toBe('IDEMPOTENCY_CONFLICT');
      // To try the same again would not help.
      expect(conflict.headers.get('Retry-After')).toBeNull();
      await untilFinal(site.engine, String(first.json?.jobId));
      expect((await poll(key, String(first.json?.jobId))).status).toBe('completed');
    });

    test('two at once make one job', async () => {
      const { site, call } = client();
      const { key } = await site.createKey();
      const answers = await Promise.all([1, 2, 3].map(() => call(copy, again(key, 'three'))));
      const accepted = answers.filter(({ status }) => status === 202);
      expect(new Set(accepted.map(({ json }) => json?.jobId)).size).toBe(1);
      for (const { status, json } of answers) expect([202, 409], JSON.stringify(json)).toContain(status);
    });

    test('a key is the caller’s own and the route’s own', async () => {
      const { site, call } = client();
      const [mine, theirs] = [await site.createKey(), await site.createKey()];
      const jobs = [
        await call(copy, again(mine.key, 'four')),
        await call(copy, again(theirs.key, 'four')),
        await call('/api/v1/test/gather', formCall(mine.key, [...oneFile, ...oneFile], { 'Idempotency-Key': 'four' })),
      ];
      expect(new Set(jobs.map(({ json }) => json?.jobId)).size).toBe(3);
    });

    test('a request that was refused may be put right under the same key', async () => {
      const { site, call } = client();
      const { key } = await site.createKey();
      expect((await call(copy, again(key, 'five', Buffer.from('no pdf')))).status).toBe(415);
      expect((await call(copy, again(key, 'five'))).status).toBe(202);
    });

    test('an empty one or one of more than 255 characters is refused', async () => {
      const { site, call, expectError } = client();
      const { key } = await site.createKey();
      expect((await call(copy, again(key, 'x'.repeat(255)))).status).toBe(202);
      await expectError('INVALID_REQUEST', copy, again(key, 'x'.repeat(256)));
      await expectError('INVALID_REQUEST', copy, again(key, ''));
    });
  });
}
