import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { type Operation, silentLogger } from '@platen/core';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { standardOperations } from '@platen/standard';
import { adviceLines } from '../bench/advice-lines.ts';
import { describeSettings, type LoadFindings, testLoad } from '../bench/advise.ts';
import { findFiles, type InputFile, inputsOf } from '../bench/input-files.ts';
import { startLoadHost } from '../bench/load-host.ts';
import { type MixPart, readMix } from '../bench/load-mix.ts';
import { measureOperation, type OperationTimes } from '../bench/measure-operation.ts';
import { startProfiles, type ThreadProfile } from '../bench/profile.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { executorOf } from '../options/executor-flag.ts';
import { findOperation } from '../options/find-operation.ts';
import { countFlag, positiveFlag } from '../options/number-flag.ts';
import { parseArguments } from '../options/parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen bench [files…] [options]

Measures this machine, with your files or with generated ones. First it measures time and memory of each operation, for its first
job and for later ones, in threads and in worker processes. Then it sends jobs to a server at rising rates, without waiting for
earlier jobs, until the server no longer keeps up. At the end, it recommends settings and says what each changes. This takes some
minutes and uses the whole machine, so stop other programs first.

  --operation <name>     Measure only this operation; may be repeated
  --executor <kind>      processes or threads (default: both for the operations, processes for the load)
  --mix <name=weight,…>  Operations of the load (default: merge=6,split=2,to-excel=1,to-word=1)
  --seconds <n>          Seconds for which each rate is sent (default: 20)
  --concurrency <n>      Your present setting, which is compared with others (default: the number of processors)
  --recycle-after <n>    Your present setting (default: 200)
  --rate <n>             Jobs per second that you need; the result describes the machine for this rate
  --no-load              Measure only the operations
  --quick                Measure each operation on one small file, and send each rate for five seconds
  --profile <folder>     Profile each operation: files for DevTools and speedscope, and the ten slowest functions
  --json                 Print all findings as JSON`;

const defaultMix = 'merge=6,split=2,to-excel=1,to-word=1';
/** Files above this take part in no load: a job of theirs would take most of a step. */
const largestLoadBytes = 1_000_000;

interface BenchFindings {
  readonly operations: readonly OperationTimes[];
  readonly profiles: readonly (ThreadProfile & { readonly operation: string })[];
  readonly load: LoadFindings | null;
}

/** `platen bench`: what this machine does, and which settings to take. */
export async function bench(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = readCommandLine(args);
  if (values.help === true) {
    terminal.print(help);
    return exitCodes.success;
  }
  const note = values.json ? () => {} : (line: string) => terminal.print(line);
  const plan = await readPlan(values);
  note('Files …');
  const files = await findFiles(positionals, values.quick);
  const operations = await measureAll(plan, files, note);
  const profiles = values.profile === undefined ? [] : await profileAll(plan.operations, files, values.profile, note);
  const load = values['no-load'] ? null : await measureLoad(plan, files, operations, note);
  const findings: BenchFindings = { operations, profiles, load };
  if (values.json) terminal.print(JSON.stringify(findings));
  else if (load !== null) for (const line of adviceLines(load, plan.wantedRate)) terminal.print(line);
  return exitCodes.success;
}

function readCommandLine(args: readonly string[]) {
  return parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      operation: { type: 'string', multiple: true },
      executor: { type: 'string' },
      mix: { type: 'string', default: defaultMix },
      seconds: { type: 'string' },
      concurrency: { type: 'string' },
      'recycle-after': { type: 'string' },
      rate: { type: 'string' },
      'no-load': { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

type BenchPlan = Awaited<ReturnType<typeof readPlan>>;

async function readPlan(values: ReturnType<typeof readCommandLine>['values']) {
  const executor = values.executor === undefined ? null : executorOf(values.executor);
  const concurrency = countFlag('concurrency', values.concurrency) ?? availableParallelism();
  return {
    operations:
      values.operation === undefined ? standardOperations : await Promise.all(values.operation.map(findOperation)),
    executors: executor === null ? (['threads', 'processes'] as const) : [executor],
    turns: values.quick ? 3 : 7,
    seconds: positiveFlag('seconds', values.seconds) ?? (values.quick ? 5 : 20),
    settings: {
      executor: executor ?? ('processes' as const),
      concurrency,
      recycleAfterCalls: countFlag('recycle-after', values['recycle-after']) ?? 200,
    },
    wantedRate: positiveFlag('rate', values.rate) ?? null,
    mix: await readWeights(values.mix),
  };
}

/** `merge=6,to-word=1` as operations and weights. */
async function readWeights(mix: string): Promise<readonly Pick<MixPart, 'operation' | 'weight'>[]> {
  return Promise.all(
    mix.split(',').map(async (part) => {
      const [, name, weight = '1'] = /^([^=]+)(?:=(\d+(?:\.\d+)?))?$/.exec(part.trim()) ?? [];
      if (name === undefined || Number(weight) <= 0) {
        throw new UsageError(`--mix takes operations with weights above 0, such as ${defaultMix}, not "${mix}"`);
      }
      return { operation: await findOperation(name), weight: Number(weight) };
    }),
  );
}

async function measureAll(
  { operations, executors, turns }: BenchPlan,
  files: readonly InputFile[],
  note: (line: string) => void,
): Promise<readonly OperationTimes[]> {
  const all: OperationTimes[] = [];
  for (const operation of operations) {
    for (const inputs of inputsOf(operation, files)) {
      for (const executor of executors) {
        const bytes = inputs.reduce((sum, file) => sum + file.bytes, 0);
        const paths = inputs.map(({ path }) => path);
        const times = await measureOperation(operation, paths, { executor, turns, bytes });
        all.push(times);
        note(describeTimes(times));
      }
    }
  }
  if (all.length === 0) throw new UsageError('no operation accepts any of these files');
  return all;
}

function describeTimes({
  operation,
  executor,
  files,
  bytes,
  coldMs,
  warmMs,
  interval,
  megabytes,
  failure,
}: OperationTimes) {
  const [first = ''] = files;
  const what = files.length === 1 ? basename(first) : `${files.length} files`;
  const place = `${operation.padEnd(13)} ${executor.padEnd(9)} ${what} (${Math.ceil(bytes / 1000)} kB)`.padEnd(56);
  if (failure !== null) return `${place} ${failure}`;
  return `${place} first ${Math.round(coldMs)} ms, then ${warmMs.toFixed(1)} ms (${interval.low.toFixed(1)}–${interval.high.toFixed(1)}), ${Math.round(megabytes)} MB`;
}

/** In threads, which the profiler sees. */
async function profileAll(
  operations: readonly Operation[],
  files: readonly InputFile[],
  folder: string,
  note: (line: string) => void,
): Promise<BenchFindings['profiles']> {
  const all: (ThreadProfile & { readonly operation: string })[] = [];
  for (const operation of operations) {
    const inputs = inputsOf(operation, files)
      .at(-1)
      ?.map(({ path }) => path);
    if (inputs === undefined) continue;
    const executor = createThreadExecutor({ threads: 1, logger: silentLogger });
    const engine = createEngine({ operations: [operation], executor, logger: silentLogger });
    const convert = async () => {
      await using _conversion = await engine.convert(operation, inputs);
    };
    try {
      await convert();
      const profiler = await startProfiles();
      for (const start = performance.now(); performance.now() - start < 1_000; ) await convert();
      const profiles = await profiler.stop(join(folder, operation.name.replace('/', '-')));
      for (const profile of profiles) {
        all.push({ operation: operation.name, ...profile });
        note(`${operation.name}, ${profile.thread}: ${profile.files.join(', ')}`);
        for (const { name, share } of profile.dearest) note(`  ${(share * 100).toFixed(1).padStart(5)} % ${name}`);
      }
    } finally {
      await engine.stop(0);
    }
  }
  return all;
}

async function measureLoad(
  { mix, seconds, settings, wantedRate }: BenchPlan,
  files: readonly InputFile[],
  operations: readonly OperationTimes[],
  note: (line: string) => void,
): Promise<LoadFindings | null> {
  const small = files.filter(({ bytes }) => bytes <= largestLoadBytes);
  const parts = mix.flatMap(({ operation, weight }): MixPart[] => {
    const accepted = inputsOf(operation, small).flat();
    return accepted.length === 0 ? [] : [{ operation, weight, files: [...new Set(accepted.map(({ path }) => path))] }];
  });
  if (parts.length === 0) {
    note('No load: no file is of a kind that its operations take, and below 1 MB.');
    return null;
  }
  note(
    `\nA server with ${describeSettings(settings)}, ${seconds} s a rate: jobs sent, jobs done; 50th / 99th percentile`,
  );
  return testLoad({
    mix: await readMix(parts),
    jobsPerWorker: expectedRate(parts, operations),
    ...{ seconds, settings, wantedRate, startHost: startLoadHost, note },
  });
}

/** Jobs of the mix that one worker does in a second, by the times of its operations; 2 where they were not measured. */
function expectedRate(parts: readonly MixPart[], operations: readonly OperationTimes[]): number {
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  const means = parts.map(({ operation, weight, files }) => {
    const own = operations.filter(
      (each) => each.operation === operation.name && each.files.every((file) => files.includes(file)),
    );
    const known = own.filter(({ warmMs }) => Number.isFinite(warmMs));
    return known.length === 0
      ? 500 * weight
      : (weight * known.reduce((sum, { warmMs }) => sum + warmMs, 0)) / known.length;
  });
  return 1000 / (means.reduce((sum, mean) => sum + mean, 0) / weights);
}
