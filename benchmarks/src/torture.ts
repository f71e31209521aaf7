import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Operation } from '@platen/core';
import { standardOperations } from '@platen/standard';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import type { HostReport } from './serve-benchmark.ts';

const megabyte = 2 ** 20;
/** Run time granted to a job, besides what its size grants. */
const deadlineMs = 30_000;
/** Jobs under way at once: more than there are workers, so that none is ever idle. */
const clients = 4;
const pollMs = 100;
const sampleMs = 250;

/** What files that were made or kept to break readers do to a host that takes them over HTTP. */
export const benchmark: Benchmark = {
  name: 'torture',
  description: `Every PDF of the folder that \`PLATEN_CORPUS\` names (hostile files, the suites of pdf.js and qpdf) through every operation that takes one, over HTTP to a host with child processes, ${deadlineMs / 1000} s a job besides what its size grants.`,
  async run() {
    const files = await corpusFiles('.pdf');
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-torture-'));
    try {
      return await torture(files, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function torture(files: readonly string[], folder: string): Promise<readonly Figure[]> {
  const host = await startHost('torture-server', folder);
  const bystander = await startHost('plain-server', folder);
  const idle = await host.ask('reset');
  await bystander.ask('reset');
  const memory = watchMemory(host);
  const operations = standardOperations.filter(({ accepts }) => accepts.includes('application/pdf'));
  const ends = await runJobs(
    host,
    files.flatMap((file) => operations.map((operation) => ({ file, operation }))),
  );
  const highestBytes = await memory.stop();
  const { delayP99Ms } = await host.ask('report');
  const { delayP99Ms: bystanderDelayMs } = await bystander.ask('report');
  const leftovers = await leftoversOf(folder);
  for (const { child } of [host, bystander]) {
    child.send('stop');
    await once(child, 'exit');
  }

  const figure = (name: string, unit: string, ours: number, target: number) => ({
    name,
    unit,
    ours,
    peer: null,
    target,
  });
  return [
    { name: 'jobs', unit: '', ours: ends.length, peer: null },
    figure('jobs that ended without a clear code', '', ends.filter(({ end }) => isUnclear(end)).length, 0),
    figure('event-loop delay of the host, 99th percentile', 'ms', delayP99Ms, 50),
    { name: 'the same of an idle process beside it', unit: 'ms', ours: bystanderDelayMs, peer: null },
    figure('memory of the host above idle', 'MB', (highestBytes - idle.residentBytes) / megabyte, 200),
    figure('files left in the staging and temporary folders', '', leftovers.length, 0),
    ...countEnds(ends),
  ];
}

interface Host {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  ask(question: 'reset' | 'report'): Promise<HostReport>;
}

/** A host whose temporary folder is one of its own, so that what it leaves there is seen. */
async function startHost(file: 'torture-server' | 'plain-server', folder: string): Promise<Host> {
  const ownTemporary = join(folder, `tmp-${file}`);
  await mkdir(ownTemporary);
  const path = fileURLToPath(new URL(`./${file}.ts`, import.meta.url));
  const child = fork(path, [folder, String(deadlineMs)], { env: { ...process.env, TMPDIR: ownTemporary } });
  const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }];
  // One question at a time: the answers do not say what they answer.
  let last: Promise<unknown> = Promise.resolve();
  const ask = (question: string) => {
    const answer = last.then(async () => {
      child.send(question);
      const [report] = (await once(child, 'message')) as [HostReport];
      return report;
    });
    last = answer;
    return answer;
  };
  return { child, url, key, ask };
}

/** The most memory the host had at a time, looked at until it is stopped. */
function watchMemory(host: Host): { stop(): Promise<number> } {
  let watching = true;
  const highest = (async () => {
    let bytes = 0;
    for (; watching; await delay(sampleMs)) bytes = Math.max(bytes, (await host.ask('report')).residentBytes);
    return bytes;
  })();
  return {
    stop() {
      watching = false;
      return highest;
    },
  };
}

interface Task {
  readonly file: string;
  readonly operation: Operation;
}

interface Ended {
  readonly operation: string;
  /** `completed`, the reason or code of a failed job, or the status and code of a refusal. */
  readonly end: string;
}

async function runJobs(host: Host, tasks: readonly Task[]): Promise<readonly Ended[]> {
  const left = tasks.values();
  const ends: Ended[] = [];
  const client = async () => {
    for (const { file, operation } of left) {
      const end = await runJob(host, file, operation).catch((error: unknown) => `unclear: ${String(error)}`);
      if (isUnclear(end)) console.error(`${operation.name} ${basename(file)}: ${end}`);
      ends.push({ operation: operation.name, end });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return ends;
}

interface JobAnswer {
  readonly statusUrl: string;
  readonly status: string;
  readonly code?: string;
  readonly error?: { readonly code: string; readonly details: { readonly reason?: string } };
}

async function runJob({ url, key }: Host, file: string, operation: Operation): Promise<string> {
  const form = new FormData();
  const data = new Blob([await readFile(file)]);
  for (let count = 0; count < operation.files.min; count += 1) form.append('files', data, basename(file));
  const headers = { 'X-API-Key': key };
  const response = await fetch(`${url}/api/v1/${operation.name}`, { method: 'POST', headers, body: form });
  const accepted = (await response.json()) as JobAnswer;
  if (response.status !== 202) return `${response.status} ${accepted.code}`;
  for (;;) {
    const job = (await (await fetch(accepted.statusUrl, { headers })).json()) as JobAnswer;
    if (job.status === 'failed') return job.error?.details.reason ?? job.error?.code ?? 'unclear: no error';
    if (job.status !== 'processing') return job.status;
    await delay(pollMs);
  }
}

/** What says nothing about the file: a failure of ours. */
function isUnclear(end: string): boolean {
  return end === 'internal' || end === 'INTERNAL_ERROR' || end.startsWith('5') || end.startsWith('unclear');
}

function countEnds(ends: readonly Ended[]): readonly Figure[] {
  const counts = new Map<string, number>();
  for (const { operation, end } of ends) {
    const name = `${operation}: ${end}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort().map(([name, ours]) => ({ name, unit: 'jobs', ours, peer: null }));
}

/** What lies where files lie only while a job runs: in the host's own staging folder, and in its temporary folder. */
async function leftoversOf(folder: string): Promise<readonly string[]> {
  const staging = join(folder, 'staging');
  const [own = ''] = await readdir(staging);
  return [...(await readdir(join(staging, own))), ...(await readdir(join(folder, 'tmp-torture-server')))];
}
