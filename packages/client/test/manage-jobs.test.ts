import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ManagedJob } from '../src/index.ts';
import { samplePdf } from './sample-pdf.ts';
import { type PlatenServer, servePlaten } from './serve-platen.ts';

let server: PlatenServer;
beforeAll(async () => {
  server = await servePlaten();
});
afterAll(() => server[Symbol.asyncDispose]());

const one = { fileName: 'one.pdf', data: samplePdf() };
const client = () => createClient(server);

/** A job that fails: the file has no such page. */
async function failedJob(): Promise<string> {
  const { jobId } = await client().submit('pdf/split', one, { pages: '7' });
  await expect(client().wait(jobId)).rejects.toMatchObject({ code: 'PROCESSING_FAILED' });
  return jobId;
}

test('jobs are listed by what they are, and all of them page after page', async () => {
  const since = new Date();
  const hourAgo = new Date(since.valueOf() - 3_600_000);
  const failed = [await failedJob(), await failedJob(), await failedJob()];
  const { jobId } = await client().convert('pdf/compress', one);
  const page = await client().jobs.list({ status: 'failed', createdFrom: since, limit: 2 });
  expect(page.jobs.map((job) => job.jobId)).toEqual(failed.slice(1).reverse());
  const every: ManagedJob[] = [];
  const both = { status: ['failed', 'completed'], order: 'oldest' } as const;
  for await (const job of client().jobs.all({ ...both, createdFrom: since, limit: 1 })) every.push(job);
  expect(every.map((job) => job.jobId)).toEqual([...failed, jobId]);
  expect((await client().jobs.list({ createdBefore: hourAgo })).jobs).toEqual([]);
  await expect(client().jobs.list({ limit: 0 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('a job is read, run again, and deleted', async () => {
  const jobId = await failedJob();
  const first = await client().jobs.get(jobId);
  expect(first).toMatchObject({ jobId, status: 'failed', attempts: 1, fileName: 'one.pdf' });
  expect(await client().jobs.retry(jobId)).toMatchObject({ jobId, error: null });
  await expect(client().wait(jobId)).rejects.toMatchObject({ code: 'PROCESSING_FAILED' });
  const again = await client().jobs.get(jobId);
  expect(Date.parse(again.finishedAt ?? '')).toBeGreaterThan(Date.parse(first.finishedAt ?? ''));
  await client().jobs.delete(jobId);
  await expect(client().jobs.get(jobId)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  await expect(client().jobs.delete(jobId)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
});

test('a job that has ended stays as it is when it is cancelled, and is not run again', async () => {
  const { jobId } = await client().convert('pdf/compress', one);
  expect((await client().jobs.cancel(jobId)).status).toBe('completed');
  await expect(client().jobs.retry(jobId)).rejects.toMatchObject({ code: 'NOT_RETRYABLE', status: 409 });
});

test('all outputs come as one archive', async () => {
  const { jobId } = await client().convert('pdf/split', one);
  const bytes = new Uint8Array(await new Response(await client().jobs.zip(jobId)).arrayBuffer());
  expect(new TextDecoder('latin1').decode(bytes.subarray(0, 4))).toBe('PK\x03\x04');
});

test('a job is watched from its state to its end', async () => {
  const { jobId } = await client().submit('pdf/compress', one);
  const seen: string[] = [];
  for await (const event of client().jobs.watch(jobId)) {
    seen.push(event.type);
    if ('job' in event) expect(event.job.jobId).toBe(jobId);
  }
  expect(seen[0]).toBe('job');
  const { status } = await client().jobs.get(jobId);
  expect(status).toBe('completed');
});

test('all jobs are watched until the signal aborts, over streams that end', async () => {
  const controller = new AbortController();
  const { url, apiKey } = server;
  let connections = 0;
  // The first stream breaks off after the state.
  const breaking: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    connections += 1;
    if (connections > 1) return response;
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    return new Response(first?.value, response);
  };
  const watching = createClient({ url, apiKey, fetch: breaking, retryDelayMs: 1 });
  const seen: string[] = [];
  let jobId = '';
  for await (const event of watching.jobs.watch(null, { signal: controller.signal })) {
    seen.push(event.type);
    if (event.type === 'jobs' && connections === 2) ({ jobId } = await client().submit('pdf/compress', one));
    if (event.type === 'job.completed' && event.job.jobId === jobId) controller.abort();
  }
  expect(connections).toBe(2);
  expect(seen.filter((type) => type === 'jobs')).toHaveLength(2);
  expect(seen.at(-1)).toBe('job.completed');
});

test('a change is not sent twice when nobody knows whether it was made', async () => {
  let attempts = 0;
  const silent: typeof fetch = () => {
    attempts += 1;
    return Promise.reject(new TypeError('fetch failed'));
  };
  const { jobs } = createClient({ ...server, fetch: silent, retryDelayMs: 1 });
  await expect(jobs.retry('some-job')).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  await expect(jobs.delete('some-job')).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  expect(attempts).toBe(2);
});
