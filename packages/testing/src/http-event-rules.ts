import { expect, test } from 'vitest';
import { type HttpClient, oneFile, untilFinal } from './http-client.ts';

interface ServerEvent {
  readonly name: string;
  readonly data: {
    readonly jobId: string;
    readonly status: string;
    readonly jobs: readonly { readonly jobId: string }[];
  };
}

/** Server-sent events: the state first, then every change, and only to whom the jobs belong. */
export function eventRules(client: () => HttpClient): void {
  const open = async (key: string, path: string) => {
    const connection = new AbortController();
    const response = await fetch(`${client().site.baseUrl}/api/manage${path}`, {
      headers: { 'X-API-Key': key },
      signal: connection.signal,
    });
    return { response, events: readEvents(response), close: () => connection.abort() };
  };
  const next = async (events: AsyncGenerator<ServerEvent, void>) => {
    const { value } = await events.next();
    if (value === undefined) throw new Error('the stream has ended');
    return value;
  };
  const waiting = async (key: string) => {
    const { json } = await client().submit(key, [...oneFile, { name: 'act', content: 'wait' }]);
    return String(json?.jobId);
  };

  test('the stream of a job begins with it as it is, and ends with it', async () => {
    const { site } = client();
    const { key } = await site.createKey();
    const jobId = await waiting(key);
    const { response, events } = await open(key, `/jobs/${jobId}/events`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(await next(events)).toMatchObject({ name: 'job', data: { jobId } });
    await site.engine.cancel(jobId);
    const rest: ServerEvent[] = [];
    for await (const event of events) rest.push(event);
    expect(rest.at(-1)).toMatchObject({ name: 'job.cancelled', data: { jobId, status: 'cancelled' } });
    expect(rest.every(({ data }) => data.jobId === jobId)).toBe(true);
  });

  test('the stream of a job that has ended is its state alone', async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const { jobId } = await runJob(key);
    const { events } = await open(key, `/jobs/${jobId}/events`);
    expect(await next(events)).toMatchObject({ name: 'job', data: { jobId, status: 'completed' } });
    expect((await events.next()).done).toBe(true);
  });

  test("the stream of an owner shows all of the owner's jobs, and nobody else's", async () => {
    const { site, runJob } = client();
    const { key } = await site.createKey();
    const other = (await site.createKey()).key;
    const before = await runJob(key);
    const { events, close } = await open(key, '/events');
    const opening = await next(events);
    expect(opening.name).toBe('jobs');
    expect(opening.data.jobs.map(({ jobId }) => jobId)).toEqual([before.jobId]);
    await runJob(other);
    const { jobId } = await runJob(key);
    const seen: ServerEvent[] = [];
    while (seen.at(-1)?.name !== 'job.completed') seen.push(await next(events));
    expect(seen.every(({ data }) => data.jobId === jobId)).toBe(true);
    expect(seen[0]?.name).toBe('job.queued');
    await site.engine.remove(jobId);
    expect(await next(events)).toMatchObject({ name: 'job.deleted', data: { jobId } });
    close();
  });

  test('so many streams of one owner and no more; those that close make room', async () => {
    const { site, expectError } = client();
    const { key } = await site.createKey();
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(key, '/events')));
    expect(streams.every(({ response }) => response.status === 200)).toBe(true);
    const details = await expectError('RATE_LIMITED', '/api/manage/events', { key });
    expect(details).toMatchObject({ reason: 'too_many_streams', limit: 20 });
    for (const { close } of streams) close();
    await expect.poll(() => answersNow(open(key, '/events')), { timeout: 10_000 }).toBe(200);
  });

  test('HEAD opens no stream', async () => {
    const { site, call } = client();
    const { key } = await site.createKey();
    const jobId = await waiting(key);
    for (let turn = 0; turn < 25; turn += 1) {
      for (const path of ['/api/manage/events', `/api/manage/jobs/${jobId}/events`]) {
        expect((await call(path, { key, method: 'HEAD' })).status).toBe(200);
      }
    }
    expect(await answersNow(open(key, '/events'))).toBe(200);
    await site.engine.cancel(jobId);
    await untilFinal(site.engine, jobId);
  });
}

async function answersNow(
  opening: Promise<{ readonly response: Response; readonly close: () => void }>,
): Promise<number> {
  const { response, close } = await opening;
  close();
  return response.status;
}

/** Events as they come; comments are left out. */
async function* readEvents(response: Response): AsyncGenerator<ServerEvent, void> {
  if (response.body === null) return;
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
        if (name !== undefined && data !== undefined) yield { name, data: JSON.parse(data) as ServerEvent['data'] };
      }
    }
  } catch {
    // The reader closed it.
  }
}
