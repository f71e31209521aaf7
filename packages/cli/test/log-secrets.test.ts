import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { generateApiKey, type Logger } from '@platen/core';
import { openDataFolder } from '@platen/host/data-folder';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { startService } from '../src/service/start-service.ts';

const encrypted = new URL('../../operations/standard/test/fixtures/encrypted.pdf', import.meta.url);
const password = 'open sesame, whoever you are';

interface Answer {
  readonly status: string;
  readonly statusUrl: string;
  readonly outputs?: readonly { readonly downloadUrl: string }[];
}

test('no log line of a busy day, not even at debug, holds a key, a password, a link or a secret, and no answer a password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-cli-logs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const answers: string[] = [];
  const data = await openDataFolder(join(folder, 'data'));
  const { key, record } = generateApiKey({ id: 'logs', name: 'logs', createdAt: Date.now() });
  const service = await startService({
    data,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    trustProxy: false,
    concurrency: 1,
    maxQueued: undefined,
    executor: 'processes',
    limits: {},
    retentionMs: undefined,
    requestsPerMinute: 100_000,
    failedKeysPerMinute: undefined,
    manage: true,
    keepFailedInputs: false,
    webhooks: { jobUrls: true, allowHttp: false, allowedNetworks: [] },
    mcp: false,
    metrics: true,
    shared: null,
    works: true,
    dashboard: null,
    directDownloads: false,
    logger: collecting(lines),
    beforeListening: (keys) => keys.create(record),
  });
  const headers = { 'X-API-Key': key };
  const submit = async (path: string, files: readonly Uint8Array[], fields: Readonly<Record<string, string>> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const file of files) form.append('files', new Blob([new Uint8Array(file)]), 'a.pdf');
    const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: form });
    return read(response);
  };
  const read = async (response: Response): Promise<Answer> => {
    const body = await response.text();
    answers.push(JSON.stringify([...response.headers]), body);
    return JSON.parse(body) as Answer;
  };
  const ended = async ({ statusUrl }: Answer): Promise<Answer> => {
    for (;;) {
      const job = await read(await fetch(statusUrl, { headers }));
      if (job.status !== 'processing') return job;
      await delay(20);
    }
  };

  // A job that completes, one that fails over its password, one that fails over its file, and what is refused.
  const webhookUrl = 'https://localhost:1/hooks?token=open-webhook';
  const merged = await ended(await submit('/api/v1/pdf/merge', [samplePdf('one'), samplePdf('two')], { webhookUrl }));
  const locked = await ended(await submit('/api/v1/pdf/split', [await readFile(encrypted)], { password }));
  const damaged = await ended(await submit('/api/v1/pdf/split', [Buffer.from('%PDF-1.7\nnothing')], { password }));
  expect([merged.status, locked.status, damaged.status]).toEqual(['completed', 'failed', 'failed']);
  await submit('/api/v1/pdf/split', [samplePdf('one')], { password, pages: 'no pages' });
  await submit('/api/v1/pdf/split', [Buffer.from('no pdf')], { password });
  await submit('/api/v1/pdf/split', [samplePdf('one')], { webhookUrl: 'https://10.0.0.1/?token=open-webhook' });
  await read(await fetch(`${service.url}/api/manage/jobs`, { headers }));
  const link = merged.outputs?.[0]?.downloadUrl ?? '';
  expect((await fetch(link)).status).toBe(200);
  expect((await fetch(`${link}x`)).status).toBe(404);
  expect((await fetch(`${service.url}/api/v1/account?key=${key}`)).status).toBe(401);
  await fetch(`${service.url}/api/v1/nothing/${key}`, { headers });
  await fetch(`${service.url}/api/v1/account`, { headers: { 'X-API-Key': `${key}x` } });
  await service.stop(0, 0);

  expect(answers.length).toBeGreaterThan(10);
  expect(answers.join('')).not.toContain(password);
  expect(answers.join('')).not.toContain('open-webhook');
  const log = lines.join('');
  expect(log).toContain('job failed');
  const token = link.split('/').at(-1) ?? '';
  for (const secret of [key, password, 'open-webhook', token, record.hash, ...data.linkSecrets]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(log).not.toContain(secret);
  }
});

/** The server's own logger, at its most talkative, into a list. */
function collecting(lines: string[]): Logger {
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(chunk.toString());
    done();
  };
  return pino({ level: 'trace' }, new Writable({ write }));
}
