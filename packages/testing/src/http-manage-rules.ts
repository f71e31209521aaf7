import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formCall, type HttpClient, oneFile, untilFinal } from './http-client.ts';
import { pdfOf } from './http-multipart.ts';

/** The routes to manage jobs: for the same keys, and the jobs of the same owner alone. */
export function manageRules(client: () => HttpClient): void {
  const jobs = '/api/manage/jobs';
  const doing = (act: string) => [...oneFile, { name: 'act', content: act }];
  const submitted = async (key: string, act: string) => String((await client().submit(key, doing(act))).json?.jobId);
  const listed = async (key: string, query = '') => {
    const { status, json } = await client().call(`${jobs}${query}`, { key });
    expect(status, JSON.stringify(json)).toBe(200);
    return json as unknown as {
      readonly jobs: readonly { readonly jobId: string }[];
      readonly nextCursor: string | null;
    };
  };

  describe('listing', () => {
    test('pages of the newest first show each job once', async () => {
      const { site, runJob } = client();
      const { key } = await site.createKey();
      const ids: string[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        site.clock.advance(1_000);
        ids.unshift((await runJob(key)).jobId);
      }
      const first = await listed(key, '?limit=2');
      expect(first.jobs.map(({ jobId }) => jobId)).toEqual(ids.slice(0, 2));
      const second = await listed(key, `?limit=2&cursor=${first.nextCursor}`);
      expect(second.jobs.map(({ jobId }) => jobId)).toEqual(ids.slice(2));
      expect(second.nextCursor).toBeNull();
      expect((await listed(key, '?order=oldest')).jobs.map(({ jobId }) => jobId)).toEqual(ids.toReversed());
    });

    test('a filter shows the jobs that meet all of it', async () => {
      const { site, runJob } = client();
      const { key } = await site.createKey();
      await runJob(key);
      const failed = await runJob(key, doing('fail'));
      const only = async (query: string) => (await listed(key, query)).jobs.map(({ jobId }) => jobId);
      expect(await only('?status=failed&status=cancelled')).toEqual([failed.jobId]);
      expect(await only('?operation=test/copy&text=REPORT')).toHaveLength(2);
      expect(await only('?operation=test/gather')).toEqual([]);
      const { createdAt = 0 } = (await site.engine.get(failed.jobId)) ?? {};
      const later = encodeURIComponent(new Date(createdAt + 1).toISOString());
      expect(await only(`?createdFrom=${later}`)).toEqual([]);
      expect(await only(`?createdBefore=${later}`)).toHaveLength(2);
    });

    test('everything wrong with a query is told at once', async () => {
      const { site, expectError } = client();
      const { key } = await site.createKey();
      const query = '?limit=0&status=done&order=up&createdFrom=today&text=&page=2&cursor=a&cursor=b';
      const { errors } = await expectError('INVALID_REQUEST', `${jobs}${query}`, { key });
      const fields = (errors as readonly { readonly field: string }[]).map(({ field }) => field);
      expect(fields).toEqual(['limit', 'status', 'order', 'createdFrom', 'text', 'page', 'cursor']);
      for (const cursor of ['x', 'bnVsbA', '%00', 'WzEsMl0']) {
        await expectError('INVALID_REQUEST', `${jobs}?cursor=${cursor}`, { key });
      }
      for (const day of ['2026-02-31', '2025-02-29', '2026-04-31', '2026-13-01', '2026-01-00']) {
        await expectError('INVALID_REQUEST', `${jobs}?createdFrom=${day}T00:00:00Z`, { key });
      }
      for (const limit of ['1001', '1e2', '-1', '%20', '1.5']) {
        await expectError('INVALID_REQUEST', `${jobs}?limit=${limit}`, { key });
      }
    });
  });

  test('a job that runs is cancelled; one that has ended stays as it is', async () => {
    const { site, call, runJob } = client();
    const { key } = await site.createKey();
    const jobId = await submitted(key, 'wait');
    const cancelled = await call(`${jobs}/${jobId}/cancel`, { key, method: 'POST' });
    expect(cancelled).toMatchObject({ status: 200, json: { jobId, status: 'cancelled' } });
    const done = await runJob(key);
    const again = await call(`${jobs}/${done.jobId}/cancel`, { key, method: 'POST' });
    expect(again.json).toMatchObject({ status: 'completed', outputCount: 1 });
  });

  test('a deleted job and its files are gone at once', async () => {
    const { site, call, runJob, expectError } = client();
    const { key } = await site.createKey();
    const { jobId, outputs } = await runJob(key);
    const { status, bytes } = await call(`${jobs}/${jobId}`, { key, method: 'DELETE' });
    expect({ status, length: bytes.length }).toEqual({ status: 204, length: 0 });
    for (const path of [`/api/v1/jobs/${jobId}`, `${jobs}/${jobId}`]) {
      await expectError('JOB_NOT_FOUND', path, { key });
    }
    await expectError('LINK_EXPIRED', outputs[0]?.downloadUrl ?? '');
    await expectError('JOB_NOT_FOUND', `${jobs}/${jobId}`, { key, method: 'DELETE' });
  });

  test('a link of a deleted job opens no file of the job that its Idempotency-Key makes anew', async () => {
    const { site, call, poll, expectError } = client();
    const { key } = await site.createKey();
    const submit = async (content: Buffer) => {
      const form = formCall(key, [{ fileName: 'a.pdf', content }], { 'Idempotency-Key': 'the same' });
      const jobId = String((await call('/api/v1/test/copy', form)).json?.jobId);
      await untilFinal(site.engine, jobId);
      const { outputs } = await poll(key, jobId);
      const link = outputs[0]?.downloadUrl ?? '';
      return { jobId, link, etag: (await call(link)).headers.get('ETag') ?? '' };
    };
    const deleted = await submit(pdfOf(1_000));
    await call(`${jobs}/${deleted.jobId}`, { key, method: 'DELETE' });
    site.clock.advance(1);
    const anew = await submit(pdfOf(2_000));
    expect(anew.jobId).toBe(deleted.jobId);
    await expectError('LINK_EXPIRED', deleted.link);
    const resumed = await call(anew.link, { headers: { Range: 'bytes=500-', 'If-Range': deleted.etag } });
    expect({ status: resumed.status, length: resumed.bytes.length }).toEqual({ status: 200, length: 2_000 });
  });

  test('a retry of a job whose files are gone, or that has not failed, is refused', async () => {
    const { site, runJob, expectError } = client();
    const { key } = await site.createKey();
    for (const act of ['copy', 'fail']) {
      const { jobId } = await runJob(key, doing(act));
      await expectError('NOT_RETRYABLE', `${jobs}/${jobId}/retry`, { key, method: 'POST' });
    }
  });

  test('all outputs come as one archive, each under a name of its own', async () => {
    const { site, runJob, call } = client();
    const { key } = await site.createKey();
    const files = [pdfOf(1_000), pdfOf(300_000), pdfOf(70_000)];
    const parts = files.map((content, index) => ({ fileName: index === 1 ? 'Scan.PDF' : 'scan.pdf', content }));
    const { jobId } = await runJob(key, parts, 'test/gather');
    const { status, headers, bytes } = await call(`${jobs}/${jobId}/outputs.zip`, { key });
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/zip');
    expect(headers.get('Content-Disposition')).toContain(`filename="${jobId}.zip"`);
    const unpacked = unzip(bytes);
    expect(unpacked.map(({ name }) => name)).toEqual(['scan.pdf', 'Scan (2).PDF', 'scan (3).pdf']);
    for (const [index, { content }] of unpacked.entries())
      expect(content.equals(files[index] ?? Buffer.alloc(0))).toBe(true);
    const head = await call(`${jobs}/${jobId}/outputs.zip`, { key, method: 'HEAD' });
    expect({ status: head.status, length: head.bytes.length }).toEqual({ status: 200, length: 0 });
  });

  test('a job without outputs has no archive', async () => {
    const { site, runJob, expectError } = client();
    const { key } = await site.createKey();
    const { jobId } = await runJob(key, doing('fail'));
    await expectError('NOT_FOUND', `${jobs}/${jobId}/outputs.zip`, { key });
  });

  describe('attacks', () => {
    const routes = [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['GET', '/outputs.zip'],
      ['GET', '/events'],
    ] as const;

    test.each(routes)(
      "%s {jobId}%s: another owner's job cannot be told from one that is not there",
      async (method, path) => {
        const { site, call, poll } = client();
        const { key } = await site.createKey();
        const other = (await site.createKey()).key;
        const jobId = await submitted(key, 'wait');
        const answers = [];
        for (const id of [jobId, 'none', '..%2fx', `${'x'.repeat(70)}`, `${jobId}%00`]) {
          const { status, json } = await call(`${jobs}/${id}${path}`, { key: other, method });
          answers.push({ status, ...json, correlationId: '' });
        }
        for (const answer of answers) expect(answer).toEqual(answers[0]);
        expect(answers[0]).toMatchObject({ status: 404, code: 'JOB_NOT_FOUND' });
        expect((await poll(key, jobId)).status).toBe('processing');
        await site.engine.cancel(jobId);
      },
    );

    test('a listing never shows jobs of another owner, whatever the query says', async () => {
      const { site, runJob, expectError } = client();
      const { key } = await site.createKey();
      const { jobId } = await runJob(key);
      const other = (await site.createKey()).key;
      for (const query of ['', `?text=${jobId}`, '?order=oldest&limit=1000']) {
        expect((await listed(other, query)).jobs).toEqual([]);
      }
      await expectError('INVALID_REQUEST', `${jobs}?ownerId=key-1`, { key: other });
    });

    test('keys of one owner share what they manage', async () => {
      const { site, runJob } = client();
      const one = await site.createKey({ ownerId: 'acme' });
      const two = await site.createKey({ ownerId: 'acme' });
      const { jobId } = await runJob(one.key);
      expect((await listed(two.key)).jobs.map((job) => job.jobId)).toEqual([jobId]);
    });

    test('without a key, or with a method that a route has not, nothing happens', async () => {
      const { site, expectError } = client();
      site.clock.advance(60_000);
      const { key } = await site.createKey();
      const jobId = await submitted(key, 'wait');
      for (const [method, path] of routes) await expectError('UNAUTHORIZED', `${jobs}/${jobId}${path}`, { method });
      await expectError('UNAUTHORIZED', jobs);
      await expectError('UNAUTHORIZED', '/api/manage/events');
      expect(await expectError('METHOD_NOT_ALLOWED', `${jobs}/${jobId}`, { key, method: 'PUT' })).toEqual({
        allowed: ['GET', 'HEAD', 'DELETE'],
      });
      await expectError('METHOD_NOT_ALLOWED', `${jobs}/${jobId}/cancel`, { key });
      for (const path of [
        '/api/manage/',
        `${jobs}/`,
        `${jobs}/${jobId}/`,
        `${jobs}/${jobId}/cancel/`,
        `${jobs}//cancel`,
      ]) {
        await expectError('NOT_FOUND', path, { key });
      }
      expect((await site.engine.get(jobId))?.state).not.toBe('cancelled');
      await site.engine.cancel(jobId);
      await untilFinal(site.engine, jobId);
    });

    test('a request to manage counts against the rate of its key', async () => {
      const { site, call, expectError } = client();
      const { key } = await site.createKey({ limits: { requestsPerMinute: 2 } });
      expect((await call(jobs, { key })).headers.get('X-RateLimit-Remaining')).toBe('1');
      await call(`${jobs}/none`, { key });
      await expectError('RATE_LIMITED', jobs, { key });
    });

    test('a key of one operation reads and deletes the jobs of that one, and others by the scopes for them alone', async () => {
      const { site, call, runJob, expectError } = client();
      const owner = 'narrowed';
      const { key: all } = await site.createKey({ ownerId: owner });
      const { jobId: copied } = await runJob(all);
      const { jobId: gathered } = await runJob(all, [...oneFile, ...oneFile], 'test/gather');
      const keyOf = async (...scopes: readonly string[]) => (await site.createKey({ ownerId: owner, scopes })).key;
      const seen = async (key: string) => (await listed(key)).jobs.map(({ jobId }) => jobId).sort();

      const gather = await keyOf('test/gather');
      expect(await seen(gather)).toEqual([gathered]);
      expect((await call(`/api/v1/jobs/${gathered}`, { key: gather })).status).toBe(200);
      for (const path of [`/api/v1/jobs/${copied}`, `${jobs}/${copied}`, `${jobs}/${copied}/outputs.zip`]) {
        expect(await expectError('FORBIDDEN', path, { key: gather })).toEqual({ scope: 'jobs:read' });
      }
      const asked = `${jobs}?operation=test/copy`;
      expect(await expectError('FORBIDDEN', asked, { key: gather })).toEqual({ scope: 'jobs:read' });

      const reader = await keyOf('jobs:read');
      expect(await seen(reader)).toEqual([copied, gathered].sort());
      for (const key of [gather, reader]) {
        const [path, cancel] = [`${jobs}/${copied}`, `${jobs}/${copied}/cancel`];
        const denied = { scope: 'jobs:delete' };
        expect(await expectError('FORBIDDEN', path, { key, method: 'DELETE' })).toEqual(denied);
        expect(await expectError('FORBIDDEN', cancel, { key, method: 'POST' })).toEqual(denied);
      }
      await expectError('FORBIDDEN', jobs, { key: await keyOf('webhooks') });

      const cleaner = await keyOf('jobs:delete');
      await expectError('FORBIDDEN', `${jobs}/${copied}`, { key: cleaner });
      expect((await call(`${jobs}/${copied}`, { key: cleaner, method: 'DELETE' })).status).toBe(204);
      expect((await call(`${jobs}/${gathered}`, { key: gather, method: 'DELETE' })).status).toBe(204);
      expect(await seen(all)).toEqual([]);
    });

    test('a key may not retry an operation that is beyond its scope', async () => {
      const { site, runJob, expectError } = client();
      const { key } = await site.createKey({ ownerId: 'scoped' });
      const { jobId } = await runJob(key, doing('fail'));
      const narrow = await site.createKey({ ownerId: 'scoped', scopes: ['test/gather'] });
      await expectError('FORBIDDEN', `${jobs}/${jobId}/retry`, { key: narrow.key, method: 'POST' });
    });
  });
}

/** The files of an archive, in the order of its directory. */
function unzip(archive: Buffer): readonly { readonly name: string; readonly content: Buffer }[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  const count = archive.readUInt16LE(end + 10);
  const files: { name: string; content: Buffer }[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const method = archive.readUInt16LE(at + 10);
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const skipped = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const stored = archive.subarray(start, start + size);
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    files.push({ name, content: method === 0 ? stored : inflateRawSync(stored) });
    at += 46 + nameLength + skipped;
  }
  return files;
}
