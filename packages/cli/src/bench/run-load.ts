import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { watchChildMemory } from './child-memory.ts';
import type { LoadHost } from './load-host.ts';
import type { LoadMix } from './load-mix.ts';
import { createRandom } from './random.ts';
import { percentile } from './statistics.ts';

/** What a host did at one rate. */
export interface LoadStep {
  /** Jobs a second that were sent. */
  readonly rate: number;
  /** Jobs a second that ended while they were sent. */
  readonly done: number;
  readonly failed: number;
  /** Milliseconds from the moment a job was due to its 202, and to its end: 50th and 99th percentile. */
  readonly acceptedMs: readonly [p50: number, p99: number];
  readonly endedMs: readonly [p50: number, p99: number];
  /**
   * What was busy meanwhile, from 0 to 1: all processors, waiting for disks, memory in use, the event loop of the host; NaN where
   * it is not told.
   */
  readonly busy: {
    readonly processors: number;
    readonly disk: number;
    readonly memory: number;
    readonly eventLoop: number;
  };
  /** The most memory that one worker process had, in MB; NaN for threads. */
  readonly workerMegabytes: number;
  readonly eventLoopP99Ms: number;
  /** Whether jobs came faster than they were done. */
  readonly isSaturated: boolean;
}

/** A job that takes longer than this after the last was sent counts as one that did not end in time. */
const drainMs = 60_000;
/** Of the jobs sent, those that a host that keeps up has done by the time that the last is sent. */
const keepsUp = 0.9;

/**
 * Sends jobs at a rate, at random moments (an open loop: they do not wait for answers, so that waiting is not hidden), for so many
 * seconds; then waits until all have ended.
 */
export async function runLoad(
  host: LoadHost,
  mix: LoadMix,
  { rate, seconds, seed }: { readonly rate: number; readonly seconds: number; readonly seed: number },
): Promise<LoadStep> {
  const random = createRandom(seed);
  const memory = watchChildMemory(host.pid);
  await host.state();
  const before = machineTimes();
  const start = Date.now();
  const endAt = start + seconds * 1000;
  const sent: Promise<Sent>[] = [];
  for (let due = start; due < endAt; due += (-Math.log(random.integer(1, 1_000_000) / 1_000_000) * 1000) / rate) {
    if (due > Date.now()) await delay(due - Date.now());
    sent.push(send(host, mix.next(random), due));
  }
  if (Date.now() < endAt) await delay(endAt - Date.now());
  const shares = busyShares(before, machineTimes());
  const { delayP99Ms, loopBusy } = await host.state();
  const answers = await Promise.all(sent);
  const givenUp = delay(drainMs, null, { ref: false });
  const ends = await Promise.all(
    answers.map(async ({ due, end }) => ({ due, ended: await Promise.race([end, givenUp]) })),
  );
  const inTime = ends.filter(({ ended }) => ended !== null && ended.at <= endAt).length;
  return {
    rate,
    done: inTime / seconds,
    failed: ends.filter(({ ended }) => ended?.failed !== false).length,
    acceptedMs: both(answers.map(({ due, acceptedAt }) => acceptedAt - due)),
    endedMs: both(ends.map(({ due, ended }) => (ended === null ? Number.POSITIVE_INFINITY : ended.at - due))),
    busy: { ...shares, eventLoop: loopBusy },
    workerMegabytes: memory.stop(),
    eventLoopP99Ms: delayP99Ms,
    isSaturated: inTime < keepsUp * sent.length - availableParallelism(),
  };
}

interface Sent {
  readonly due: number;
  readonly acceptedAt: number;
  readonly end: Promise<{ readonly at: number; readonly failed: boolean }>;
}

async function send({ url, key, ended }: LoadHost, job: ReturnType<LoadMix['next']>, due: number): Promise<Sent> {
  try {
    const response = await fetch(`${url}/api/v1/${job.operation}`, {
      method: 'POST',
      headers: { 'X-API-Key': key },
      body: job.form,
    });
    const acceptedAt = Date.now();
    const { jobId } = (await response.json()) as { readonly jobId?: string };
    return { due, acceptedAt, end: jobId === undefined ? refused() : ended(jobId) };
  } catch {
    // A host that refuses connections under load has failed these jobs.
    return { due, acceptedAt: Date.now(), end: refused() };
  }
}

async function refused() {
  return { at: Date.now(), failed: true };
}

function both(values: readonly number[]): readonly [number, number] {
  return [percentile(values, 50), percentile(values, 99)];
}

interface MachineTimes {
  readonly busy: number;
  readonly total: number;
  readonly waiting: number;
}

/** Times of all processors since the machine started; those of waiting for disks by Linux alone, NaN elsewhere. */
function machineTimes(): MachineTimes {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (key: keyof (typeof times)[number]) => times.reduce((total, each) => total + each[key], 0);
  const busy = sum('user') + sum('nice') + sum('sys') + sum('irq');
  return { busy, total: busy + sum('idle'), waiting: waitingForDisks() };
}

/** Hundredths of a second that processors were idle because of disks. */
function waitingForDisks(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    return Number(line.trim().split(/\s+/)[5]) * 10;
  } catch {
    return Number.NaN;
  }
}

function busyShares(before: MachineTimes, after: MachineTimes): Omit<LoadStep['busy'], 'eventLoop'> {
  const total = after.total - before.total;
  return {
    processors: (after.busy - before.busy) / total,
    disk: (after.waiting - before.waiting) / total,
    memory: 1 - availableBytes() / totalmem(),
  };
}

/** Memory that could still be had: Linux counts what caches would give back. */
function availableBytes(): number {
  try {
    return Number(/MemAvailable:\s*(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024;
  } catch {
    return freemem();
  }
}
