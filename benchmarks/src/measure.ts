import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bootstrapInterval, median } from '@platen/cli/bench';
import { builtPackages } from '../../vitest.built-packages.ts';
import type { Figure } from './benchmark.ts';
import { compareWithPeer } from './run-comparison.ts';
import { turns } from './run-settings.ts';
import { measureYardstick, processorMs } from './yardstick.ts';

/** What a piece of work took. */
export interface Measured {
  readonly wallMs: number;
  /** Processor time of all threads and processes. */
  readonly cpuMs: number;
  /** The most memory that one process had at a time; null where the work shares a process. */
  readonly peakMegabytes: number | null;
}

/** As a process of its own was measured. */
export interface ShellTimes extends Measured {
  readonly peakMegabytes: number;
}

/** Measures work done in this process, its threads included. */
export async function timed(work: () => Promise<unknown>): Promise<Measured> {
  const start = performance.now();
  const usage = process.cpuUsage();
  await work();
  return { wallMs: performance.now() - start, cpuMs: processorMs(usage), peakMegabytes: null };
}

/** Runs a line of bash and measures it with GNU time. Rejects when the line fails. */
export async function timedShell(line: string): Promise<ShellTimes> {
  const start = performance.now();
  const { stderr } = await promisify(execFile)('/usr/bin/time', ['-f', 'measured %U %S %M', 'bash', '-c', line], {
    maxBuffer: 1 << 26,
  });
  const wallMs = performance.now() - start;
  const [, user = 0, system = 0, kilobytes = 0] = /measured ([\d.]+) ([\d.]+) (\d+)/.exec(stderr)?.map(Number) ?? [];
  return { wallMs, cpuMs: (user + system) * 1000, peakMegabytes: kilobytes / 1024 };
}

/** Starts a script beside this one with the packages as they are built, which is what a user starts. */
export function scriptCommand(name: string): string {
  return `'${process.execPath}' '${fileURLToPath(new URL(name, import.meta.url))}'`;
}

/** The command line of `platen` as built. */
export function platenCommand(): string {
  return `'${process.execPath}' '${builtPackages()}/@platen/cli/bin/platen.js'`;
}

/** Work of ours and of a peer. */
export interface Contest {
  readonly name: string;
  ours(): Promise<Measured>;
  readonly peer: { readonly name: string; run(): Promise<Measured> } | null;
  /** What the ratio of wall times should stay at or below. */
  readonly target?: number;
}

/**
 * Measures both sides in turns, after one that is not counted, so that whatever else the machine does hits both; and
 * the yardstick beside them. Gives wall time, processor time and memory.
 */
export async function inTurns({ name, ours, peer, target }: Contest): Promise<readonly Figure[]> {
  await ours();
  await peer?.run();
  const [mine, theirs]: [Measured[], Measured[]] = [[], []];
  const yardstick: { readonly wallMs: number; readonly cpuMs: number }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const yardsticks = [measureYardstick(), measureYardstick(), measureYardstick()];
    yardstick.push({ wallMs: least(yardsticks, 'wallMs'), cpuMs: least(yardsticks, 'cpuMs') });
    mine.push(await ours());
    if (peer !== null) theirs.push(await peer.run());
  }
  const figure = (kind: string, key: 'wallMs' | 'cpuMs', limit?: number): Figure => {
    const [one, other] = [mine.map((each) => each[key]), theirs.map((each) => each[key])];
    return {
      name: `${name}, ${kind}`,
      unit: 'ms',
      ours: median(one),
      ...(peer === null ? { peer: null } : { peer: median(other), peerName: peer.name }),
      ...(limit === undefined || peer === null ? {} : { target: limit }),
      interval: peer === null ? bootstrapInterval([one], ([drawn]) => median(drawn)) : compareWithPeer(one, other),
      samples: { ours: one, yardstick: yardstick.map((each) => each[key]) },
    };
  };
  const [peak, peerPeak] = [mine, theirs].map((side) =>
    Math.max(...side.map(({ peakMegabytes }) => peakMegabytes ?? 0)),
  );
  const memory: Figure = {
    name: `${name}, memory`,
    unit: 'MB',
    ours: peak ?? 0,
    ...(peer === null ? { peer: null } : { peer: peerPeak ?? 0, peerName: peer.name }),
  };
  return [
    figure('wall', 'wallMs', target),
    figure('processor time', 'cpuMs'),
    ...(mine[0]?.peakMegabytes === null ? [] : [memory]),
  ];
}

function least<Key extends string>(values: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return Math.min(...values.map((each) => each[key]));
}
