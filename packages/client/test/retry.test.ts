import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { samplePdf } from './sample-pdf.ts';

type Answer = () => Response;

/** A server that gives these answers in order, and the last one for ever; records what it was asked. */
function scripted(...answers: readonly Answer[]) {
  return scriptedWith({}, ...answers);
}

function scriptedWith(settings: { readonly requestTimeoutMs?: number }, ...answers: readonly Answer[]) {
  const requests: Request[] = [];
  const fake: typeof fetch = async (input, init) => {
    requests.push(new Request(input as string, init));
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer === undefined) throw new TypeError('no answer');
    return answer();
  };
  const client = createClient({
    url: 'https://platen.example',
    apiKey: 'key',
    retryDelayMs: 1,
    fetch: fake,
    ...settings,
  });
  return { client, requests };
}

const accepted = { jobId: 'job', status: 'processing', statusUrl: 'https://platen.example/api/v1/jobs/job' };
const ok = (body: object) => () => Response.json(body, { headers: { 'Retry-After': '0' } });
const error =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  () =>
    Response.json({ code, message: 'no', correlationId: 'c', details: {} }, { status, headers });
const unreachable = () => {
  throw new TypeError('fetch failed');
};
const output = (url: string, sizeBytes: number) => ({
  fileName: 'a.txt',
  sizeBytes,
  contentType: 'text/plain',
  downloadUrl: url,
  expiresAt: '2030-01-01T00:00:00.000Z',
});
const completed = (url: string, sizeBytes = 10) =>
  ok({ jobId: 'job', status: 'completed', progress: 100, durationMs: 1, outputs: [output(url, sizeBytes)] });
const file = () => ({ fileName: 'a.pdf', data: samplePdf() });

test('a submission is sent again under the same key after what may pass', async () => {
  const { client, requests } = scripted(
    unreachable,
    error(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '0' }),
    error(409, 'IDEMPOTENCY_CONFLICT'),
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    ok(accepted),
  );
  expect(await client.submit('pdf/compress', file())).toEqual(accepted);
  const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
  for (const request of requests) expect((await request.formData()).get('files')).toBeInstanceOf(File);
});

test('what cannot pass is not tried again, and patience ends', async () => {
  const refused = scripted(error(402, 'QUOTA_EXCEEDED'));
  await expect(refused.client.submit('pdf/compress', file())).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(refused.requests).toHaveLength(1);

  const down = scripted(error(503, 'SERVICE_UNAVAILABLE'));
  await expect(down.client.account()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(down.requests).toHaveLength(5);

  const busy = scripted(error(429, 'RATE_LIMITED', { 'Retry-After': '3600' }));
  await expect(busy.client.account()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 3_600_000 });
  expect(busy.requests).toHaveLength(1);
});

test('a stream is sent once: it cannot be read again', async () => {
  const { client, requests } = scripted(unreachable);
  await expect(client.submit('pdf/compress', samplePdf().stream())).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  expect(requests).toHaveLength(1);
});

test('an answer that is no Platen says so', async () => {
  const { client } = scripted(() => new Response('<h1>Not found</h1>', { status: 404 }));
  await expect(client.account()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 404 });
});

test('a server that never answers is given up at the deadline', async () => {
  const never: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const settings = { maxRetries: 0, requestTimeoutMs: 5, fetch: never };
  const client = createClient({ url: 'https://platen.example', apiKey: 'key', ...settings });
  await expect(client.account()).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a job that does not end is given up at the deadline', async () => {
  const fake: typeof fetch = async () => Response.json({ jobId: 'job', status: 'processing', progress: 3 });
  const client = createClient({ url: 'https://platen.example', apiKey: 'key', waitTimeoutMs: 10, fetch: fake });
  await expect(client.wait('job')).rejects.toMatchObject({ code: 'TIMEOUT', jobId: 'job' });
});

test('a download that breaks off goes on where it ended, if the file is the same', async () => {
  const headers = { ETag: '"1"' };
  const broken = () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(new TextEncoder().encode('01234'));
        else controller.error(new TypeError('terminated'));
      },
    });
    return new Response(body, { headers });
  };
  const rest = () => new Response('56789', { status: 206, headers });
  const { client, requests } = scripted(completed('https://platen.example/api/download/t'), broken, rest);
  const [first] = (await client.wait('job')).outputs;
  expect(await (await first?.blob())?.text()).toBe('0123456789');
  const [, download, resumed] = requests;
  expect(download?.headers.get('X-API-Key')).toBeNull();
  expect(resumed?.headers.get('Range')).toBe('bytes=5-');
  expect(resumed?.headers.get('If-Range')).toBe('"1"');

  const other = scripted(completed('https://platen.example/api/download/t'), broken, () => new Response('another'));
  const [changed] = (await other.client.wait('job')).outputs;
  await expect(changed?.blob()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
});

test('a download that falls silent goes on where it ended', async () => {
  const headers = { ETag: '"1"' };
  const silent = () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('01234')),
    });
    return new Response(body, { headers });
  };
  const rest = () => new Response('56789', { status: 206, headers });
  const link = completed('https://platen.example/api/download/t');
  const { client, requests } = scriptedWith({ requestTimeoutMs: 20 }, link, silent, rest);
  const [first] = (await client.wait('job')).outputs;
  expect(await (await first?.blob())?.text()).toBe('0123456789');
  expect(requests.at(-1)?.headers.get('Range')).toBe('bytes=5-');
});

test('a link that has expired is replaced by a fresh one', async () => {
  const { client, requests } = scripted(
    completed('https://platen.example/api/download/old', 2),
    error(410, 'LINK_EXPIRED'),
    completed('https://platen.example/api/download/new', 2),
    () => new Response('ok', { headers: { ETag: '"1"' } }),
  );
  const [first] = (await client.wait('job')).outputs;
  expect(new TextDecoder().decode(await first?.bytes())).toBe('ok');
  expect(requests.at(-1)?.url).toBe('https://platen.example/api/download/new');
});

test('nothing is downloaded before somebody reads', async () => {
  const { client, requests } = scripted(completed('https://platen.example/api/download/t'));
  const [first] = (await client.wait('job')).outputs;
  first?.stream();
  await Promise.resolve();
  expect(requests).toHaveLength(1);
});
