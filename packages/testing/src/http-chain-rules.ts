import { expect, test } from 'vitest';
import { formCall, type HttpClient, oneFile, untilFinal } from './http-client.ts';
import { type FormPart, pdfOf } from './http-multipart.ts';

/** The field `from`: what a job made as the input of another. */
export function chainRules(client: () => HttpClient): void {
  const from = (content: string): FormPart => ({ name: 'from', content });
  const problemsOf = async (key: string, parts: readonly FormPart[], operation = 'test/copy') => {
    const { json, status } = await client().submit(key, parts, operation);
    expect({ status, code: json?.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    return json?.details.errors as readonly { field: string; problem: string }[];
  };
  const copies = async (key: string, count: number) =>
    (await client().runJob(key, [...oneFile, { name: 'copies', content: String(count) }])).jobId;

  test('outputs of a job are inputs of the next, without a download', async () => {
    const { site, runJob, call } = client();
    const { key } = await site.createKey();
    const jobId = await copies(key, 3);
    const all = await runJob(key, [from(jobId)], 'test/gather');
    expect(all.outputs.map(({ fileName }) => fileName)).toEqual(['report.pdf', '1-report.pdf', '2-report.pdf']);
    const second = await runJob(key, [from(`${jobId}/2`)]);
    expect(second.outputs.map(({ fileName, sizeBytes }) => [fileName, sizeBytes])).toEqual([['1-report.pdf', 100]]);
    expect((await call(second.outputs[0]?.downloadUrl ?? '')).bytes).toEqual(pdfOf(100));
  });

  test('they stand among uploaded files where the form has them', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const jobId = await copies(key, 2);
    const file = (fileName: string): FormPart => ({ name: 'files', fileName, content: pdfOf(50) });
    const parts = [file('first.pdf'), from(`${jobId}/2`), file('second.pdf'), from(`${jobId}/1`)];
    const { outputs } = await runJob(key, parts, 'test/gather');
    expect(outputs.map(({ fileName }) => fileName)).toEqual(['first.pdf', '1-report.pdf', 'second.pdf', 'report.pdf']);
  });

  test("an unknown job and another owner's are not found, and take no quota", async () => {
    const { site, expectError } = client();
    const [one, other] = [await site.createKey(), await site.createKey({ limits: { quotaPerMonth: 5 } })];
    const jobId = await copies(one.key, 1);
    const unknown = await expectError('JOB_NOT_FOUND', '/api/v1/test/copy', formCall(other.key, [from('none')]));
    for (const text of [jobId, `${jobId}/1`, `${jobId}/9`]) {
      const details = await expectError('JOB_NOT_FOUND', '/api/v1/test/copy', formCall(other.key, [from(text)]));
      expect(details).toEqual(unknown);
    }
    expect((await site.engine.standing(other.id)).quotaUsed).toBe(0);
  });

  test('keys of one owner share their jobs, as far as their scopes go', async () => {
    const { site, runJob, expectError } = client();
    const one = await site.createKey({ ownerId: 'chain-owner' });
    const jobId = await copies(one.key, 2);
    const other = await site.createKey({ ownerId: 'chain-owner' });
    expect((await runJob(other.key, [from(`${jobId}/1`)])).status).toBe('completed');
    const narrow = await site.createKey({ ownerId: 'chain-owner', scopes: ['test/gather'] });
    await expectError('FORBIDDEN', '/api/v1/test/gather', formCall(narrow.key, [from(jobId)]));
  });

  test('a job that has not completed, and an output that it has not got, are told with the field', async () => {
    const { site, submit } = client();
    const { key } = await site.createKey();
    const waiting = String((await submit(key, [...oneFile, { name: 'act', content: 'wait' }])).json?.jobId);
    expect(await problemsOf(key, [from(waiting)])).toEqual([
      { field: 'from', problem: `the job ${waiting} has not ended yet` },
    ]);
    await site.engine.cancel(waiting);
    await untilFinal(site.engine, waiting);
    expect(await problemsOf(key, [from(waiting)])).toEqual([
      { field: 'from', problem: `the job ${waiting} was cancelled: it has no outputs` },
    ]);
    const jobId = await copies(key, 2);
    expect(await problemsOf(key, [from(`${jobId}/3`)])).toEqual([
      { field: 'from', problem: `the job ${jobId} has 2 outputs, so there is no output 3` },
    ]);
  });

  test.each(['../a', 'a/0', 'a/b', 'a/1/2', 'a b', `${'a'.repeat(65)}`, 'ä'])(
    '%j is no output of a job',
    async (text) => {
      const { key } = await client().site.createKey();
      const [problem, ...others] = await problemsOf(key, [from(text)]);
      expect(problem).toMatchObject({ field: 'from', problem: expect.stringContaining('is not the id of a job') });
      expect(others).toEqual([]);
    },
  );

  test('they are counted and measured as uploads are', async () => {
    const { site, expectError } = client();
    const { key } = await site.createKey();
    const jobId = await copies(key, 2);
    expect(await problemsOf(key, [from(jobId)])).toMatchObject([{ field: 'file' }]);
    expect(await problemsOf(key, [from(`${jobId}/1`), ...oneFile])).toMatchObject([{ field: 'file' }]);
    expect(await problemsOf(key, [from(`${jobId}/1`)], 'test/gather')).toMatchObject([{ field: 'files' }]);
    const small = await site.createKey({ ownerId: 'small-chain' });
    const large = await copies(small.key, 1);
    const bounded = await site.createKey({ ownerId: 'small-chain', limits: { maxFileBytes: 60 } });
    await expectError('FILE_TOO_LARGE', '/api/v1/test/copy', formCall(bounded.key, [from(large)]));
    const few = await site.createKey({ ownerId: 'small-chain', limits: { maxRequestBytes: 150 } });
    const both = [from(large), { name: 'files', fileName: 'b.pdf', content: pdfOf(90) }];
    await expectError('FILE_TOO_LARGE', '/api/v1/test/gather', formCall(few.key, both));
  });

  test('a repeated request is answered with its job, though the job it names is gone', async () => {
    const { site, call, submit } = client();
    const { key } = await site.createKey();
    const jobId = await copies(key, 2);
    const again = (text: string) =>
      call('/api/v1/test/copy', formCall(key, [from(text)], { 'Idempotency-Key': `chain-${jobId}` }));
    const first = await again(`${jobId}/1`);
    expect(first.status).toBe(202);
    await untilFinal(site.engine, String(first.json?.jobId));
    await site.engine.remove(jobId);
    const replayed = await again(`${jobId}/1`);
    expect([replayed.status, replayed.json?.jobId]).toEqual([202, first.json?.jobId]);
    expect(replayed.headers.get('Idempotent-Replayed')).toBe('true');
    expect((await again(`${jobId}/2`)).json?.code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await submit(key, [from(`${jobId}/1`)])).json?.code).toBe('JOB_NOT_FOUND');
  });
}
