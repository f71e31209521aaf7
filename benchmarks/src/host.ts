import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from '@platen/cli/bench';
import type { Benchmark, Figure } from './benchmark.ts';
import { runSettings } from './run-settings.ts';
import type { HostReport } from './serve-benchmark.ts';
import { submitSmallFile } from './submit-small-file.ts';

const submissions = runSettings.quick ? 50 : 200;
const busyJobs = runSettings.quick ? 20 : 60;
const uploadBytes = 2 ** 30;
const megabyte = 2 ** 20;
const peerName = 'Express + busboy';

/** As `npm start` sets it: buffers of an upload are collected sooner, and a host that only passes bytes on loses nothing. */
const hostFlags = ['--max-semi-space-size=1'];

/** What embedding costs the host: latency of a 202, its event loop, and its memory while a large upload passes. */
export const benchmark: Benchmark = {
  name: 'host',
  description: `A host on Express with SQLite, local files and child processes, while as many conversions as processors run: ${submissions} submissions to each, in turn and one after the other, then one upload of 1 GB. The peer is Express with busboy that flushes the file to disk and answers 202. Then hosts on Fastify and on Hono (\`@platen/web\`) that convert nothing meanwhile, in turn with each other.`,
  async run() {
    return [...(await besideBusboy()), ...(await honoBesideFastify())];
  },
};

async function besideBusboy(): Promise<readonly Figure[]> {
  const host = await startServer('host-server', 'express');
  const plain = await startServer('plain-server');
  await keepBusy(host);
  await ask(host.child, 'reset');
  const [plainLatency, latency] = await submitInTurn(plain, host);
  const { delayP99Ms } = await ask(host.child, 'report');
  await ended(host);
  const growth = await uploadLargeFile(host);
  const plainGrowth = await uploadLargeFile(plain);
  host.child.send('stop');
  plain.child.send('stop');
  return [
    ratio('202 latency, median', [latency, plainLatency], 50, peerName),
    ratio('202 latency, 99th percentile', [latency, plainLatency], 99, peerName),
    { name: 'event-loop delay of the host, 99th percentile', unit: 'ms', ours: delayP99Ms, peer: null, target: 50 },
    { name: 'memory growth during a 1 GB upload', unit: 'MB', ours: growth, peer: null, target: 40 },
    { name: 'the same, against the peer', unit: 'MB', ours: growth, peer: plainGrowth, peerName },
  ];
}

/** What a host pays for requests as `Request` and `Response`, over the same surface on the framework's own. */
async function honoBesideFastify(): Promise<readonly Figure[]> {
  const hono = await startServer('host-server', 'hono');
  const fastify = await startServer('host-server', 'fastify');
  await submitInTurn(fastify, hono); // Both compiled, before either counts.
  const { processorMs: fastifyBefore } = await ask(fastify.child, 'report');
  const { processorMs: before } = await ask(hono.child, 'report');
  const [fastifyLatency, latency] = await submitInTurn(fastify, hono);
  const processorMs = (await ask(hono.child, 'report')).processorMs - before;
  const fastifyProcessorMs = (await ask(fastify.child, 'report')).processorMs - fastifyBefore;
  const growth = await uploadLargeFile(hono);
  const fastifyGrowth = await uploadLargeFile(fastify);
  hono.child.send('stop');
  fastify.child.send('stop');
  return [
    {
      name: 'processor time of a job on Hono',
      unit: 'ms',
      ours: processorMs / submissions,
      peer: fastifyProcessorMs / submissions,
      peerName: 'Fastify',
      target: 1.1,
    },
    { ...ratio('202 latency on Hono, median', [latency, fastifyLatency], 50, 'Fastify'), target: 1.1 },
    ratio('202 latency on Hono, 99th percentile', [latency, fastifyLatency], 99, 'Fastify'),
    { name: 'memory growth on Hono during a 1 GB upload', unit: 'MB', ours: growth, peer: null, target: 40 },
    { name: 'the same, against Fastify', unit: 'MB', ours: growth, peer: fastifyGrowth, peerName: 'Fastify' },
  ];
}

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
}

async function startServer(file: string, ...parameters: readonly string[]): Promise<Server> {
  const path = fileURLToPath(new URL(`./${file}.ts`, import.meta.url));
  const child = fork(path, parameters, { execArgv: [...process.execArgv, ...hostFlags] });
  const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }];
  return { child, url, key };
}

async function ask(child: ChildProcess, question: string): Promise<HostReport> {
  child.send(question);
  const [report] = (await once(child, 'message')) as [HostReport];
  return report;
}

/** Enough rendering to keep every worker process at it while the latency is measured. */
async function keepBusy({ url, key }: Server): Promise<void> {
  const pdf = await readFile(new URL('../fixtures/busy.pdf', import.meta.url));
  for (let job = 0; job < busyJobs; job += 1) {
    const form = new FormData();
    form.append('dpi', '600');
    form.append('file', new Blob([pdf]), 'busy.pdf');
    await fetch(`${url}/api/v1/pdf/to-image`, { method: 'POST', headers: { 'X-API-Key': key }, body: form });
  }
}

/** Resolves once the host has nothing left to convert. */
async function ended({ url }: Server): Promise<void> {
  for (;;) {
    const { running } = (await (await fetch(`${url}/readyz`)).json()) as { running: number };
    if (running === 0) return;
    await delay(500);
  }
}

/** Milliseconds of each submission to either, ascending: in turn, so that both have the same moments of a busy machine. */
async function submitInTurn(peer: Server, host: Server): Promise<readonly [readonly number[], readonly number[]]> {
  const [peerTimes, times]: [number[], number[]] = [[], []];
  for (let count = 0; count < submissions; count += 1) {
    peerTimes.push(await submitSmallFile(peer));
    times.push(await submitSmallFile(host));
  }
  return [peerTimes.toSorted((a, b) => a - b), times.toSorted((a, b) => a - b)];
}

function ratio(
  name: string,
  [ours, peer]: readonly [readonly number[], readonly number[]],
  share: number,
  peerName: string,
): Figure {
  return { name, unit: 'ms', ours: percentile(ours, share), peer: percentile(peer, share), peerName };
}

/** The most memory the host took while the upload passed, over what it had before, in megabytes. */
async function uploadLargeFile({ child, url, key }: Server): Promise<number> {
  const { residentBytes: before } = await ask(child, 'report');
  let highest = before;
  let open = true;
  const sampler = (async () => {
    while (open) highest = Math.max(highest, (await ask(child, 'report')).residentBytes);
  })();
  const response = await fetch(`${url}/api/v1/bench/empty`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'multipart/form-data; boundary=edge' },
    body: Readable.toWeb(Readable.from(largeForm())) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  open = false;
  await sampler;
  if (response.status !== 202) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return (highest - before) / megabyte;
}

function* largeForm(): Generator<Buffer> {
  yield Buffer.from('--edge\r\nContent-Disposition: form-data; name="file"; filename="large.pdf"\r\n\r\n%PDF-1.7\n');
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  for (let sent = 0; sent < uploadBytes; sent += chunk.length) yield chunk;
  yield Buffer.from('\r\n--edge--\r\n');
}
