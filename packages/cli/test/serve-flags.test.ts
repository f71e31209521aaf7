import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';
import { type ServerProcess, startServer } from './server-process.ts';

// Each flag is attacked from outside: what it says is what a client meets.

const megabyte = 1024 * 1024;

let folder = '';
let server: ServerProcess;
let key = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-flags-'));
  const flags = {
    '--max-file-mb': '1',
    '--limit': 'maxPages=1',
    '--jobs-per-key': '1',
    '--concurrency': '4',
    '--retention-hours': '0.5',
    '--requests-per-minute': '1000',
    '--failed-keys-per-minute': '2',
    '--trust-proxy': '1',
  };
  server = await startServer(folder, ...Object.entries(flags).flat(), '--no-first-key', '--metrics', '--manage');
  const { terminal, printed } = createRecordingTerminal();
  await main(['keys', 'create', '--data', join(folder, 'data')], terminal);
  key = printed.join('').trim();
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Body {
  readonly statusUrl: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly limits: Readonly<Record<string, number>>;
  readonly jobs: readonly { readonly startedAt: string; readonly finishedAt: string }[];
}

async function call(path: string, headers: Readonly<Record<string, string>> = {}, body?: FormData) {
  const init = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(`${server.url}${path}`, { headers: { 'X-API-Key': key, ...headers }, ...init });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

function merge(sizes: readonly number[], headers: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const size of sizes) form.append('files', new Blob(['%PDF-1.7\n', new Uint8Array(size - 9)]), 'a.pdf');
  return call('/api/v1/pdf/merge', headers, form);
}

test('--max-file-mb bounds a file, and a request by three times that', async () => {
  expect((await merge([megabyte, megabyte - 100])).status).toBe(202);
  const tooLarge = await merge([megabyte + 1, 100]);
  expect(tooLarge).toMatchObject({ status: 413, body: { details: { limitBytes: megabyte } } });
  const together = await merge(Array.from({ length: 4 }, () => megabyte - 100));
  expect(together).toMatchObject({ status: 413, body: { details: { limitBytes: 3 * megabyte } } });
});

test('--limit, --retention-hours and --requests-per-minute are what the account shows', async () => {
  const { body, headers } = await call('/api/v1/account');
  expect(body.limits).toMatchObject({ maxFileBytes: megabyte, maxPages: 1, retentionSeconds: 1_800 });
  expect(headers.get('X-RateLimit-Limit')).toBe('1000');
});

test('--jobs-per-key: the next job of a key begins when the one before has ended', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => server.submit(key, 'pdf/to-image', 1)));
  for (const id of ids) await server.poll(key, id);
  const { jobs } = (await call('/api/manage/jobs?operation=pdf/to-image')).body;
  const runs = jobs.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  expect(runs).toHaveLength(4);
  for (const [index, { startedAt }] of runs.entries()) {
    expect(startedAt >= (runs[index - 1]?.finishedAt ?? '')).toBe(true);
  }
});

test('--failed-keys-per-minute bounds bad keys by the address that --trust-proxy believes', async () => {
  const guess = async (client: string) =>
    (await call('/api/v1/account', { 'X-API-Key': 'guessed', 'X-Forwarded-For': `1.1.1.1, ${client}` })).status;
  expect([await guess('192.0.2.1'), await guess('192.0.2.1'), await guess('192.0.2.1')]).toEqual([401, 401, 429]);
  expect(await guess('192.0.2.2')).toBe(401);
  expect((await call('/api/v1/account', { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(200);
});

test('--trust-proxy makes links of what the proxy says, and --metrics is served without a key', async () => {
  const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'files.example.com' };
  expect((await merge([100, 100], proxied)).body.statusUrl).toMatch(/^https:\/\/files\.example\.com\/api\/v1\/jobs\//);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('platen_jobs_queued');
});
