import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Figure } from './benchmark.ts';
import { runSettings } from './run-settings.ts';
import type { HostReport } from './serve-benchmark.ts';

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
  description: `A host on Express with SQLite, local files and child processes, while as many conversions as processors run: ${submissions} submissions to each, in turn and one after the other, then one upload of 1 GB. The peer is Express with busboy that flushes the file to disk and answers 202.`,
  async run() {
    const host = await startServer('host-server');
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
      ratio('202 latency, median', latency, plainLatency, 0.5),
      ratio('202 latency, 99th percentile', latency, plainLatency, 0.99),
      { name: 'event-loop delay of the host, 99th percentile', unit: 'ms', ours: delayP99Ms, peer: null, target: 50 },
      { name: 'memory growth during a 1 GB upload', unit: 'MB', ours: growth, peer: null, target: 40 },
      { name: 'the same, against the peer', unit: 'MB', ours: growth, peer: plainGrowth, peerName },
    ];
  },
};

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
}

async function startServer(file: string): Promise<Server> {
  const path = fileURLToPath(new URL(`./${file}.ts`, import.meta.url));
  const child = fork(path, { execArgv: [...process.execArgv, ...hostFlags] });
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
async function submitInTurn(plain: Server, host: Server): Promise<readonly [readonly number[], readonly number[]]> {
  const [plainTimes, times]: [number[], number[]] = [[], []];
  for (let count = 0; count < submissions; count += 1) {
    plainTimes.push(await submit(plain));
    times.push(await submit(host));
  }
  return [plainTimes.toSorted((a, b) => a - b), times.toSorted((a, b) => a - b)];
}

async function submit({ url, key }: Server): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n', 'x'.repeat(100_000)]), 'a.pdf');
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/bench/empty`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  if (response.status !== 202) throw new Error(`answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - start;
}

function ratio(name: string, ours: readonly number[], peer: readonly number[], share: number): Figure {
  const at = (times: readonly number[]) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { name, unit: 'ms', ours: at(ours), peer: at(peer), peerName };
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
