import { type ErrorCode, type FailureReason, failureReasons } from '@platen/core';
import { describe, expect, test } from 'vitest';
import { type HttpClient, oneFile, untilFinal } from './http-client.ts';

/** What a poll shows of a job, whatever becomes of it. */
export function jobRules(client: () => HttpClient): void {
  const doing = (act: string, reason = 'damaged_file') => [
    ...oneFile,
    { name: 'act', content: act },
    { name: 'reason', content: reason },
  ];

  test('a job not finished shows its progress and when to ask again', async () => {
    const { site, submit, call } = client();
    const { key } = await site.createKey();
    const jobId = String((await submit(key, doing('wait'))).json?.jobId);
    const { json, headers } = await call(`/api/v1/jobs/${jobId}`, { key });
    expect(json).toEqual({ jobId, status: 'processing', progress: expect.any(Number) });
    expect(headers.get('Retry-After')).toBe('1');
    await site.engine.cancel(jobId);
  });

  test('a completed job has its outputs, in order, with links that expire', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const job = await runJob(key, [...oneFile, { name: 'copies', content: '3' }]);
    expect(job).toEqual({
      jobId: job.jobId,
      status: 'completed',
      progress: 100,
      durationMs: expect.any(Number),
      outputs: ['report.pdf', '1-report.pdf', '2-report.pdf'].map((fileName) => ({
        fileName,
        sizeBytes: 100,
        contentType: 'application/pdf',
        downloadUrl: expect.stringMatching(/\/api\/download\/[\w.-]+$/),
        expiresAt: new Date(site.clock.now() + 3_600_000).toISOString(),
      })),
    });
    for (const { downloadUrl } of job.outputs)
      expect(downloadUrl.startsWith(`${site.baseUrl}/api/download/`)).toBe(true);
  });

  test.each([3_600_000, -3_600_000])('a wall clock that jumps by %i ms is not in the duration', async (jumpMs) => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const stop = site.engine.on('job-started', () => site.clock.advance(jumpMs));
    const { jobId, durationMs } = await runJob(key, oneFile);
    stop();
    const job = await site.engine.get(jobId);
    expect((job?.finishedAt ?? 0) - (job?.startedAt ?? 0)).toBe(jumpMs);
    expect(durationMs).toBe(job?.durationMs);
    expect(durationMs).toSatisfy((value) => Number.isInteger(value) && value >= 0 && value < Math.abs(jumpMs));
  });

  describe('a failed job says why, under the correlation id of its submission', () => {
    test.each(Object.keys(failureReasons) as FailureReason[])('PROCESSING_FAILED %s', async (reason) => {
      const { site, runJob } = client();
      const { key } = await site.createKey();
      const job = await runJob(key, doing('fail', reason));
      expect(job).toEqual({
        jobId: job.jobId,
        status: 'failed',
        progress: expect.any(Number),
        durationMs: expect.any(Number),
        error: {
          code: 'PROCESSING_FAILED' satisfies ErrorCode,
          message: expect.any(String),
          correlationId: (await site.engine.get(job.jobId))?.correlationId,
          details: { reason, fileName: 'report.pdf' },
        },
      });
    });

    test('PDF_ENCRYPTED', async () => {
      const { site, runJob } = client();
      const { key } = await site.createKey();
      const { error } = await runJob(key, doing('encrypted'));
      expect(error).toMatchObject({
        code: 'PDF_ENCRYPTED',
        details: { reason: 'password_required', fileName: 'report.pdf' },
      });
    });

    test('a worker that dies', async () => {
      const { site, runJob } = client();
      const { key } = await site.createKey();
      const { error } = await runJob(key, doing('crash'));
      expect(error).toMatchObject({ code: 'PROCESSING_FAILED', details: { reason: 'worker_crashed' } });
    });

    test('a fault of its own, without a word of its cause', async () => {
      const { site, runJob } = client();
      const { key } = await site.createKey();
      const { error } = await runJob(key, doing('throw'));
      expect(error).toMatchObject({ code: 'INTERNAL_ERROR' satisfies ErrorCode, details: {} });
      expect(JSON.stringify(error)).not.toContain('secret');
    });
  });

  test('an inbound correlation id is kept when it is well formed, and replaced when not', async () => {
    const { site, call } = client();
    const { key } = await site.createKey();
    const ask = async (id: string) =>
      (await call('/api/v1/account', { key, headers: { 'X-Correlation-Id': id } })).headers.get('X-Correlation-Id');
    expect(await ask('trace.4_2-b')).toBe('trace.4_2-b');
    expect(await ask('two words')).not.toBe('two words');
    expect(await ask('x'.repeat(129))).not.toContain('xx');
  });

  test('a cancelled job says so', async () => {
    const { site, submit, poll } = client();
    const { key } = await site.createKey();
    const jobId = String((await submit(key, doing('wait'))).json?.jobId);
    await site.engine.cancel(jobId);
    await untilFinal(site.engine, jobId);
    expect(await poll(key, jobId)).toMatchObject({ jobId, status: 'cancelled' });
  });

  test("an unknown job, another key's and a malformed id cannot be told apart", async () => {
    const { site, submit, call } = client();
    const { key } = await site.createKey();
    const other = await site.createKey();
    const theirs = String((await submit(other.key)).json?.jobId);
    const answers = await Promise.all(
      [theirs, crypto.randomUUID(), 'no-such-job', '%00', 'x'.repeat(500)].map((id) =>
        call(`/api/v1/jobs/${id}`, { key }),
      ),
    );
    for (const { status, json } of answers) {
      expect(status).toBe(404);
      expect({ ...json, correlationId: '' }).toEqual({ ...answers[0]?.json, correlationId: '' });
      expect(json?.code).toBe('JOB_NOT_FOUND');
    }
  });
}
