import { availableParallelism, totalmem } from 'node:os';
import type { LoadHost } from './load-host.ts';
import type { LoadSettings } from './load-messages.ts';
import type { LoadMix } from './load-mix.ts';
import { type LoadStep, runLoad } from './run-load.ts';

/** How a load test goes on. */
export interface LoadPlan {
  readonly mix: LoadMix;
  /** Jobs a second that one worker does, as measured alone: where the search begins. */
  readonly jobsPerWorker: number;
  /** How long each rate is sent. */
  readonly seconds: number;
  /** Settings that are in use, to be compared with others. */
  readonly settings: Omit<LoadSettings, 'folder'>;
  /** Jobs a second that are wanted; null when no machine is to be named for them. */
  readonly wantedRate: number | null;
  startHost(settings: Omit<LoadSettings, 'folder'>): Promise<LoadHost>;
  note(line: string): void;
}

/** Settings, and the highest rate at which a host with them kept up. */
export interface TriedSettings {
  readonly settings: Omit<LoadSettings, 'folder'>;
  /** Jobs a second while it had more to do than it could. */
  readonly jobsPerSecond: number;
  readonly workerMegabytes: number;
}

/** What a load test found. */
export interface LoadFindings {
  readonly steps: readonly LoadStep[];
  /** What there was no more of at the first rate that was too high; null when none was. */
  readonly limit: Limit | null;
  /** Settings tried, those in use first. */
  readonly tried: readonly TriedSettings[];
  readonly advice: Advice;
}

export type Limit = 'processors' | 'disk' | 'memory' | 'host' | 'workers';

/** What to set, and what it would change. */
export interface Advice {
  readonly concurrency: number;
  readonly recycleAfterCalls: number;
  /** What a worker process should be granted, in MB: half as much again as the most that was seen; NaN for threads. */
  readonly workerMegabytes: number;
  /** Jobs a second with the settings in use, and with these. */
  readonly jobsPerSecond: readonly [now: number, then: number];
  /** For the wanted rate: processors, and memory in MB; null when none was asked for. */
  readonly machine: { readonly processors: number; readonly megabytes: number } | null;
}

/** Shares of the rate that is expected to be the highest. */
const shares = [0.25, 0.5, 0.75, 1, 1.25, 1.5];
/** Of what a machine can do, that which leaves waiting times bearable. */
const utilization = 0.7;
/** Settings that do less than this much better than others are no better. */
const worthwhile = 1.03;
/** Memory of the host and the system beside the workers, in MB. */
const hostMegabytes = 512;

/** Raises the rate until the host no longer keeps up, tries other settings above that rate, and advises. */
export async function testLoad(plan: LoadPlan): Promise<LoadFindings> {
  const { settings, mix, seconds, note } = plan;
  const steps: LoadStep[] = [];
  const expected = plan.jobsPerWorker * Math.min(settings.concurrency, availableParallelism());
  {
    await using host = await plan.startHost(settings);
    await warmUp(host, mix, settings.concurrency);
    for (const [seed, share] of shares.entries()) {
      const step = await runLoad(host, mix, { rate: expected * share, seconds, seed: seed + 1 });
      steps.push(step);
      note(describeStep(step));
      if (step.isSaturated) break;
    }
  }
  const highest = Math.max(...steps.map(({ rate }) => rate));
  const tried: TriedSettings[] = [];
  const tryOut = async (each: LoadPlan['settings']) => {
    const found = await trySettings(plan, each, 1.5 * highest);
    tried.push(found);
    note(`  ${describeSettings(each)}: a rate of ${found.jobsPerSecond.toFixed(2)}/s`);
  };
  for (const each of alternatives(settings)) await tryOut(each);
  const both = combined(tried);
  if (both !== null) await tryOut(both);
  const saturated = steps.find(({ isSaturated }) => isSaturated);
  return {
    steps,
    limit: saturated === undefined ? null : limitOf(saturated),
    tried,
    advice: advise(tried, plan.wantedRate),
  };
}

/** The settings in use, then fewer and more jobs at once, then workers that are replaced more and less often. */
function alternatives(settings: LoadPlan['settings']): readonly LoadPlan['settings'][] {
  const processors = availableParallelism();
  const counts = [...new Set([1, processors, processors + 1, processors * 2])];
  const recycled = settings.executor === 'processes' ? [20, 200, 2_000] : [];
  return [
    settings,
    ...counts.filter((count) => count !== settings.concurrency).map((concurrency) => ({ ...settings, concurrency })),
    ...recycled
      .filter((calls) => calls !== settings.recycleAfterCalls)
      .map((recycleAfterCalls) => ({ ...settings, recycleAfterCalls })),
  ];
}

/** Sends more than the host can do: what it does then is the most that it does. */
async function trySettings(plan: LoadPlan, settings: LoadPlan['settings'], rate: number): Promise<TriedSettings> {
  await using host = await plan.startHost(settings);
  await warmUp(host, plan.mix, settings.concurrency);
  const { done, workerMegabytes } = await runLoad(host, plan.mix, { rate, seconds: plan.seconds, seed: 99 });
  return { settings, jobsPerSecond: done, workerMegabytes };
}

/** Workers are started and have loaded what they need before anything is measured. */
async function warmUp(host: LoadHost, mix: LoadMix, concurrency: number): Promise<void> {
  await runLoad(host, mix, { rate: 4 * concurrency, seconds: 2, seed: 7 });
}

/**
 * What a host that does not keep up has no more of. Where machine and event loop have time left, its jobs wait for workers,
 * which wait for something themselves.
 */
export function limitOf({ busy }: Pick<LoadStep, 'busy'>): Limit {
  if (busy.memory > 0.92) return 'memory';
  if (busy.processors > 0.85) return 'processors';
  if (busy.eventLoop > 0.85) return 'host';
  if (busy.disk > 0.2) return 'disk';
  return 'workers';
}

/** The best count of jobs at once with the best calls of a worker, where both differ from what is in use; null otherwise. */
function combined(tried: readonly TriedSettings[]): LoadPlan['settings'] | null {
  const [now] = tried;
  if (now === undefined) return null;
  const { concurrency, recycleAfterCalls } = now.settings;
  const byCount = best(tried.filter(({ settings }) => settings.recycleAfterCalls === recycleAfterCalls)).settings;
  const byCalls = best(tried.filter(({ settings }) => settings.concurrency === concurrency)).settings;
  if (byCount === now.settings || byCalls === now.settings) return null;
  return { ...byCount, recycleAfterCalls: byCalls.recycleAfterCalls };
}

/** Those that did best; the first, unless others did better by more than chance. */
function best(tried: readonly TriedSettings[]): TriedSettings {
  return tried.reduce((top, each) => (each.jobsPerSecond > top.jobsPerSecond * worthwhile ? each : top));
}

/** The settings that did best of those tried; those in use come first. What they promise was measured with all of them. */
export function advise(tried: readonly TriedSettings[], wantedRate: number | null): Advice {
  const { settings, jobsPerSecond: then, workerMegabytes: seen } = best(tried);
  const { concurrency, recycleAfterCalls } = settings;
  const workerMegabytes = Math.ceil((1.5 * seen) / 64) * 64;
  return {
    concurrency,
    recycleAfterCalls,
    workerMegabytes,
    jobsPerSecond: [tried[0]?.jobsPerSecond ?? then, then],
    machine: wantedRate === null ? null : machineFor(wantedRate, { then, workerMegabytes, concurrency }),
  };
}

/** Of the kind of this machine: as many processors as do the rate, each with as many workers and as much memory as here. */
function machineFor(
  rate: number,
  { then, workerMegabytes, concurrency }: { then: number; workerMegabytes: number; concurrency: number },
): NonNullable<Advice['machine']> {
  const perProcessor = then / availableParallelism();
  const processors = Math.ceil(rate / utilization / perProcessor);
  const workers = Math.ceil((processors * concurrency) / availableParallelism());
  const each = Number.isFinite(workerMegabytes) ? workerMegabytes : totalmem() / 2 ** 20 / availableParallelism();
  return { processors, megabytes: Math.ceil(hostMegabytes + workers * each) };
}

/** A line for people. */
function describeStep({ rate, done, acceptedMs, endedMs, busy, isSaturated }: LoadStep): string {
  const percent = (share: number) => (Number.isNaN(share) ? '?' : `${Math.round(share * 100)} %`);
  const pair = ([p50, p99]: readonly [number, number]) => `${Math.round(p50)} / ${Math.round(p99)}`;
  return `  ${rate.toFixed(2).padStart(8)}/s ${done.toFixed(2).padStart(8)}/s  202 ${pair(acceptedMs).padStart(13)} ms  end ${pair(endedMs).padStart(15)} ms  processors ${percent(busy.processors)}, disk ${percent(busy.disk)}, memory ${percent(busy.memory)}${isSaturated ? '  saturated' : ''}`;
}

/** The settings in words. */
export function describeSettings({ executor, concurrency, recycleAfterCalls }: LoadPlan['settings']): string {
  return `${concurrency} ${executor}${executor === 'processes' ? `, replaced after ${recycleAfterCalls} calls` : ''}`;
}
