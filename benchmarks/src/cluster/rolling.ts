import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateApiKey } from '@platen/core';
import { createPostgresStore } from '@platen/postgres';
import type { Figure } from '../benchmark.ts';
import { bucket, bucketCredentials, startBucketServer } from './bucket-server.ts';
import { setting } from './cluster-settings.ts';
import { startDatabase } from './database-server.ts';
import { figure } from './figures.ts';
import { freePort } from './free-port.ts';

const rolls = setting('ROLLS', 10);
const quickClients = 3;
const slowClients = 3;
const pauseMs = 200;
const slowUploadMs = 30_000;
const slowParts = 60;
/** Longer than a slow upload. */
const graceSeconds = 45;
/** The machine may be busy with other things: what is looked at is the restarts. */
const patient = ['--store-timeout-ms', '20000', '--blob-timeout-ms', '20000'];

const cli = fileURLToPath(new URL('../../../packages/cli/bin/platen.js', import.meta.url));
const haproxySettings = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url));
const haproxyProgram = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((path) => existsSync(path));

/** What became of the requests. */
interface Tally {
  requests: number;
  slowUploads: number;
  readonly failures: string[];
}

/**
 * Two nodes of `platen serve` behind haproxy with the settings of `deploy/`, restarted one after the other again and again, while
 * clients submit, poll and download, and others upload for 30 s.
 */
export async function measureRolling(folder: string): Promise<readonly Figure[]> {
  if (haproxyProgram === undefined) throw new Error('haproxy is not installed: apt-get install haproxy');
  const own = join(folder, 'rolling');
  mkdirSync(own, { recursive: true, mode: 0o755 });
  const database = await startDatabase(own);
  const server = await startBucketServer(own);
  const ends: (() => unknown)[] = [() => database.stop(), () => server.stop()];
  const tally: Tally = { requests: 0, slowUploads: 0, failures: [] };
  try {
    const { keys, bus } = await createPostgresStore({ pool: database.pool });
    await bus.close();
    const { key, record } = generateApiKey({ id: 'rolling', name: 'rolling', createdAt: Date.now() });
    await keys.create({ ...record, limits: { requestsPerMinute: null } });
    const shared = [
      '--store',
      `postgres://platen@127.0.0.1:${database.port}/postgres`,
      '--blobs',
      `s3://${bucket}/rolling?endpoint=${encodeURIComponent(`http://127.0.0.1:${server.port}`)}`,
    ];
    const start = (command: string, name: string, ...args: readonly string[]) =>
      startCommand([command, ...shared, ...patient, '--data', join(own, name), '--log-level', 'error', ...args]);
    const worker = await start('worker', 'worker', '--operations', 'pdf/merge', '--executor', 'threads');
    ends.push(() => stop(worker, 'SIGKILL'));
    const serving = ['--no-work', '--no-dashboard', '--trust-proxy', '1', '--grace-seconds', `${graceSeconds}`];
    const nodes = await Promise.all(
      ['api-1', 'api-2'].map(async (name) => {
        const port = await freePort();
        const run = () => start('serve', name, ...serving, '--port', `${port}`);
        return { port, run, child: await run() };
      }),
    );
    for (const node of nodes) ends.push(() => stop(node.child, 'SIGKILL'));
    const balancer = await startHaproxy(
      own,
      nodes.map(({ port }) => port),
      ends,
    );
    const { url } = balancer;

    const over = new AbortController();
    const load = [
      ...Array.from({ length: quickClients }, () => submitAndFetch(url, key, tally, over.signal)),
      ...Array.from({ length: slowClients }, () => uploadSlowly(url, key, tally, over.signal)),
    ];
    let slowestStopMs = 0;
    for (let roll = 0; roll < rolls; roll += 1) {
      for (const node of nodes) {
        const begunAt = performance.now();
        await stop(node.child, 'SIGTERM');
        slowestStopMs = Math.max(slowestStopMs, performance.now() - begunAt);
        node.child = await node.run();
        await balancer.allUp();
      }
      console.error(
        `roll ${roll + 1}: ${tally.requests} requests, ${tally.slowUploads} slow uploads, ${tally.failures.length} failures`,
      );
    }
    over.abort();
    await Promise.all(load);
  } finally {
    for (const end of ends.reverse()) await end();
  }
  return [
    figure('rolling restarts of both nodes behind haproxy', '', rolls),
    figure('requests meanwhile', '', tally.requests),
    figure(`of them uploads of ${slowUploadMs / 1_000} s`, '', tally.slowUploads),
    figure('requests that failed', '', tally.failures.length, 0),
  ];
}

/** Said at once: the run takes long. */
function noteFailure(tally: Tally, failure: string): void {
  tally.failures.push(failure);
  console.error(failure);
}

async function startCommand(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--conditions=@platen/source', cli, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '--conditions=@platen/source',
      AWS_ACCESS_KEY_ID: bucketCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucketCredentials.secretAccessKey,
    },
  });
  child.on('error', (error) => console.error(error));
  // The first thing it says is that it serves.
  await Promise.race([
    once(child.stdout ?? child, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${args[0]} ended with ${code}`))),
  ]);
  child.stdout?.resume();
  return child;
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

interface Balancer {
  readonly url: string;
  /** Resolves once requests are sent to every node: whoever restarts nodes one by one waits for it. */
  allUp(): Promise<void>;
}

async function startHaproxy(folder: string, ports: readonly number[], ends: (() => unknown)[]): Promise<Balancer> {
  const port = await freePort();
  const socket = join(folder, 'haproxy.sock');
  let settings = readFileSync(haproxySettings, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('global\n', `global\n  stats socket ${socket}\n`);
  for (const [index, nodePort] of ports.entries()) {
    settings = settings.replaceAll(`api-${index + 1}:8080`, `127.0.0.1:${nodePort}`);
  }
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, settings);
  const child = spawn(haproxyProgram ?? '', ['-db', '-f', file], { stdio: 'ignore' });
  child.on('error', (error) => console.error(error));
  ends.push(() => stop(child, 'SIGKILL'));
  const states = async () => {
    const connection = connect(socket);
    connection.on('error', () => {}); // It is not there yet.
    connection.write('show stat\n');
    const lines = await text(connection).catch(() => '');
    return [...lines.matchAll(/^nodes,api-\d,.*$/gm)].map(([line]) => / UP|,UP,/.test(line));
  };
  const allUp = async () => {
    for (let found = await states(); found.length < ports.length || found.includes(false); found = await states()) {
      await delay(200);
    }
  };
  await allUp();
  return { url: `http://127.0.0.1:${port}`, allUp };
}

async function submitAndFetch(url: string, key: string, tally: Tally, over: AbortSignal): Promise<void> {
  const headers = { 'X-API-Key': key };
  const ask = async (path: string, options: RequestInit = {}) => {
    tally.requests += 1;
    const what = `${options.method ?? 'GET'} ${path.replace(/[0-9a-f-]{36}|download\/.*/, '…')}`;
    try {
      const response = await fetch(new URL(path, url), { ...options, headers });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status < 400) return body;
      noteFailure(tally, `${what}: ${response.status} ${body.toString().slice(0, 300)}`);
    } catch (error) {
      noteFailure(tally, `${what}: ${String(error)} ${String((error as Error).cause)}`);
    }
    return null;
  };
  while (!over.aborted) {
    const form = new FormData();
    for (const name of ['one', 'two']) form.append('files', new Blob([new Uint8Array(smallPdf)]), `${name}.pdf`);
    const accepted = await ask('/api/v1/pdf/merge', { method: 'POST', body: form });
    if (accepted !== null) await fetchResult((JSON.parse(accepted.toString()) as { jobId: string }).jobId, ask);
    await delay(pauseMs);
  }
}

async function fetchResult(jobId: string, ask: (path: string) => Promise<Buffer | null>): Promise<void> {
  for (;;) {
    await delay(pauseMs);
    const answer = await ask(`/api/v1/jobs/${jobId}`);
    if (answer === null) continue;
    const { status, outputs = [] } = JSON.parse(answer.toString()) as {
      readonly status: string;
      readonly outputs?: readonly { readonly downloadUrl: string }[];
    };
    if (status === 'processing') continue;
    for (const { downloadUrl } of outputs) await ask(new URL(downloadUrl).pathname);
    return;
  }
}

/** One upload after the other, each of which takes 30 s. */
async function uploadSlowly(url: string, key: string, tally: Tally, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    tally.requests += 1;
    const status = await uploadOnce(url, key).catch((error: unknown) => String(error));
    if (status === 202) tally.slowUploads += 1;
    else noteFailure(tally, `an upload of ${slowUploadMs / 1_000} s: ${status}`);
  }
}

function uploadOnce(url: string, key: string): Promise<number | string> {
  const boundary = 'rolling';
  const part = (name: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(part('one')),
    smallPdf,
    Buffer.from(`\r\n${part('two')}`),
    smallPdf,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/api/v1/pdf/merge`, {
      method: 'POST',
      agent: false,
      headers: {
        'X-API-Key': key,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': body.length,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve(response.statusCode === 202 ? 202 : `${response.statusCode} ${text.slice(0, 300)}`),
      );
    });
    void (async () => {
      const size = Math.ceil(body.length / slowParts);
      for (let at = 0; at < body.length && !outgoing.destroyed; at += size) {
        outgoing.write(body.subarray(at, at + size));
        await delay(slowUploadMs / slowParts);
      }
      outgoing.end();
    })();
  });
}

/** One page with nothing on it, and some bytes that nobody reads. */
const smallPdf = Buffer.concat([
  Buffer.from(
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n%',
  ),
  Buffer.alloc(20_000, 'x'),
  Buffer.from('\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n'),
]);
