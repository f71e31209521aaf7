import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { builtCli } from './built-cli.ts';
import { createRecordingTerminal } from './recording-terminal.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

let folder = '';
let server: ServerProcess | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-serve-'));
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!hasCurl)('the printed lines merge two files and download the result (needs curl)', async () => {
  server = await startServer(folder);
  const lines = server.greeting.filter((line) => line.startsWith('  '));
  expect(lines.filter((line) => line.length > 200)).toEqual([]);
  const [setKey = '', submit = ''] = lines;
  const { stdout } = await run('sh', ['-c', `${setKey}\n${submit}`], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ status: 'processing', statusUrl: expect.stringContaining(server.url) });
  await run('sh', ['-e', '-c', lines.join('\n')], { cwd: folder });
  expect((await readFile(join(folder, 'merged.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the address that is printed leads to the dashboard, where one is served', async () => {
  server = await startServer(folder);
  const response = await fetch(server.url, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, 'dashboard/']);
  expect((await fetch(server.url)).headers.get('content-type')).toContain('text/html');
  await server.stop('SIGTERM');
  server = await startServer(folder, '--no-dashboard');
  expect((await fetch(server.url)).status).toBe(404);
});

test('with a public URL the printed lines are below it, whether or not it ends in a slash', async () => {
  const port = await freePort();
  server = await startServer(folder, '--port', `${port}`, '--public-url', 'https://files.example.com/convert/');
  const text = server.greeting.join('\n');
  expect(text).toContain(' https://files.example.com/convert/api/v1/pdf/merge');
  expect(text).toContain('Dashboard: https://files.example.com/convert/dashboard/');
  const { headers } = await fetch(`http://127.0.0.1:${port}`, { redirect: 'manual' });
  expect(headers.get('location')).toBe('https://files.example.com/convert/dashboard/');
});

test('the first key is created once; SIGTERM ends it in order; jobs are there after a restart', async () => {
  server = await startServer(folder);
  const { key } = server;
  const jobId = await server.submit(key, 'pdf/merge', 2);
  expect(await server.stop('SIGTERM')).toBe(0);

  server = await startServer(folder);
  expect(server.greeting.join('\n')).not.toContain('API key');
  expect((await server.poll(key, jobId)).status).toBe('completed');
});

test('whoever reads that it serves may end it at once', async () => {
  const { terminal } = createRecordingTerminal();
  const isHeard: boolean[] = [];
  const print = (line: string) => {
    if (line.startsWith('Platen serves')) isHeard.push(process.emit('SIGTERM', 'SIGTERM'));
  };
  const data = join(folder, 'data');
  expect(await main(['serve', '--port', '0', '--no-dashboard', '--data', data], { ...terminal, print })).toBe(0);
  expect(isHeard).toEqual([true]);
});

test('whoever waits for the first answer finds the first key in its file', async () => {
  const port = await freePort();
  const starting = startServer(folder, '--port', `${port}`);
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status;
  await expect.poll(answers, { interval: 2 }).toBe(200);
  const written = await readFile(join(folder, 'data', 'first-key'), 'utf8');
  server = await starting;
  expect(written.trim()).toBe(server.key);
  expect((await fetch(`${server.url}/api/v1/account`, { headers: { 'X-API-Key': server.key } })).status).toBe(200);
});

test('whoever gets the first answer may end it at once', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [
    ...[builtCli, 'serve'],
    ...['--port', `${port}`, '--data', join(folder, 'data'), '--log-level', 'error'],
  ]);
  const ended = once(child, 'exit');
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status;
  await expect.poll(answers, { interval: 2 }).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  taken.close();
  await once(taken, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('keys are made and revoked beside a running server', async () => {
  server = await startServer(folder);
  const data = ['--data', join(folder, 'data')];
  const { terminal, printed } = createRecordingTerminal();
  await main(['keys', 'create', '--json', ...data], terminal);
  const { id, key } = JSON.parse(printed.join('')) as { readonly id: string; readonly key: string };
  const account = async () => (await fetch(`${server?.url}/api/v1/account`, { headers: { 'X-API-Key': key } })).status;
  expect(await account()).toBe(200);
  await main(['keys', 'revoke', id, ...data], terminal);
  expect(await account()).toBe(401);
});

test('kill -9 amid ten jobs and a restart: all ten complete, none twice', async () => {
  server = await startServer(folder, '--requests-per-minute', '10000');
  const { key } = server;
  const jobs = await Promise.all(
    Array.from({ length: 10 }, () => server?.submit(key, 'pdf/to-image', 1, { dpi: '400' })),
  );
  const first = server;
  await expect.poll(() => first.anyCompleted(key, jobs), { interval: 20 }).toBe(true);
  await server.stop('SIGKILL');

  server = await startServer(folder, '--requests-per-minute', '10000');
  for (const jobId of jobs) {
    const job = await server.poll(key, String(jobId));
    expect(job).toMatchObject({ status: 'completed', outputs: [{ contentType: 'image/png' }] });
  }
  const account = await fetch(`${server.url}/api/v1/account`, { headers: { 'X-API-Key': key } });
  expect(await account.json()).toMatchObject({ quota: { used: 10 } });
});

test('SIGTERM amid twenty jobs and a restart: none is lost, and no file of a task is left', async () => {
  const flags = ['--requests-per-minute', '10000', '--grace-seconds', '1'];
  server = await startServer(folder, ...flags);
  const { key } = server;
  const jobs = await Promise.all(
    Array.from({ length: 20 }, () => server?.submit(key, 'pdf/to-image', 1, { dpi: '400' })),
  );
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(await readdir(join(folder, 'data', 'staging'))).toEqual([]);

  server = await startServer(folder, ...flags);
  for (const jobId of jobs) expect(await server.poll(key, String(jobId))).toMatchObject({ status: 'completed' });
  expect(await server.stop('SIGTERM')).toBe(0);
  const files = await readdir(join(folder, 'data'), { recursive: true });
  expect(files.filter((file) => /^staging.|[\\/]in-/.test(file))).toEqual([]);
});

test('on SIGTERM it says that it is not ready, goes on for a while, and lets an upload that was begun end', async () => {
  server = await startServer(folder, '--drain-seconds', '2', '--grace-seconds', '60', '--concurrency', '1');
  const { url, key } = server;
  const upload = await beginUpload(url, key);
  const stopping = server.stop('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  const accepted = await fetch(`${url}/api/v1/account`, { headers: { 'X-API-Key': key } });
  expect([accepted.status, accepted.headers.get('connection')]).toEqual([200, 'close']);
  // Taken while it only says so; refused later.
  const begun = performance.now();
  await expect.poll(async () => (await submitOnce(url, key)).status, { timeout: 30_000, interval: 100 }).toBe(503);
  expect(performance.now() - begun).toBeGreaterThan(1_000);
  expect(await upload.finish()).toBe(202);
  expect(await stopping).toBe(0);
});

test('at a start a job waits for no lease, but for its backoff when more than one process died with it', async () => {
  server = await startServer(folder);
  const jobIds = [await server.submit(server.key, 'pdf/merge', 2), await server.submit(server.key, 'pdf/merge', 2)];
  const { key } = server;
  for (const jobId of jobIds) await server.poll(key, jobId);
  await server.stop('SIGKILL');

  const [first = '', later = ''] = jobIds;
  const database = new DatabaseSync(join(folder, 'data', 'platen.db'));
  const leave = database.prepare(
    "UPDATE jobs SET state = 'processing', finished_at = NULL, purge_at = NULL, lease_until = ?, attempts = ? WHERE id = ?",
  );
  leave.run(Date.now() + 15_000, 1, first);
  leave.run(Date.now() + 15_000, 2, later);
  database.close();

  server = await startServer(folder);
  await server.poll(key, first); // Resolves once it has ended: without its files nobody cares how.
  const response = await fetch(`${server.url}/api/v1/jobs/${later}`, { headers: { 'X-API-Key': key } });
  expect(await response.json()).toMatchObject({ status: 'processing' });
});

test('a path that nobody has is a 404 with the error body of all others', async () => {
  server = await startServer(folder);
  const response = await fetch(`${server.url}/nothing/here`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', correlationId: expect.any(String), details: {} });
});

const boundary = 'drained';
const form = Buffer.concat([
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`),
  samplePdf('one'),
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);

function submitOnce(url: string, key: string): Promise<Response> {
  const headers = { 'X-API-Key': key, 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  return fetch(`${url}/api/v1/pdf/split`, { method: 'POST', headers, body: form });
}

/** Sends all of an upload but its end. */
async function beginUpload(url: string, key: string) {
  const request = httpRequest(`${url}/api/v1/pdf/split`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': form.length,
      Expect: '100-continue',
    },
  });
  const answered = once(request, 'response');
  answered.catch(() => {}); // Read by `finish`.
  request.flushHeaders();
  await once(request, 'continue');
  request.write(form.subarray(0, -10));
  return {
    async finish(): Promise<number | undefined> {
      request.end(form.subarray(-10));
      const [response] = (await answered) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    },
  };
}
