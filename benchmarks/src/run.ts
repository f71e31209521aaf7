import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { benches, describeBenches, missingFor } from './benches.ts';
import type { Benchmark } from './benchmark.ts';
import { compareWithBaseline } from './compare-runs.ts';
import { takeUsedFiles } from './corpus-files.ts';
import { htmlReport } from './html-report.ts';
import { askedPeers } from './peers.ts';
import { takeProfiles } from './profiled.ts';
import { formatReport } from './report.ts';
import type { BenchResult, Run } from './run-result.ts';
import { runSettings } from './run-settings.ts';

// npm run bench -- <name>…: measures, prints, and writes run.json and report.html. benchmarks/README.md has the options.

const { names, quick, save, json, history, out } = runSettings;
if (names.length === 0) {
  console.log(describeBenches());
  process.exit(0);
}
const unknown = names.find((name) => name !== 'all' && !benches.some((bench) => bench.name === name));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}"; npm run bench lists them.`);
  process.exit(2);
}
const wanted = benches.filter(({ name, quickMinutes }) =>
  names.includes('all') ? !quick || quickMinutes !== null : names.includes(name),
);
const [cpu] = cpus();
const machine = {
  node: process.versions.node,
  processors: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}`,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  load: loadavg()[0] ?? 0,
};
const baseline = runSettings.baseline ?? newestOf(history);
const before = baseline === null ? null : (JSON.parse(readFileSync(baseline, 'utf8')) as Run);
const results: BenchResult[] = [];
for (const bench of wanted) {
  const missing = missingFor(bench);
  const result = missing === null ? await measure(bench.name) : skipped(bench.name, missing);
  results.push(result);
  if (!json) console.log(formatReport(result, machine));
  if (save && result.skipped === null) {
    await mkdir(new URL('../results/', import.meta.url), { recursive: true });
    await writeFile(new URL(`../results/${bench.name}.md`, import.meta.url), formatReport(result, machine));
  }
}
const run: Run = { at: new Date().toISOString(), quick, machine, peers: Object.fromEntries(askedPeers()), results };
await mkdir(out, { recursive: true });
await writeFile(join(out, 'run.json'), JSON.stringify(run, null, 1));
const earlier = history === undefined ? [] : runsIn(history);
await writeFile(join(out, 'report.html'), htmlReport(run, earlier));
if (save) await writeFile(new URL('../results/report.html', import.meta.url), htmlReport(run, earlier));
if (history !== undefined) await writeFile(join(history, `${run.at.replaceAll(':', '-')}.json`), JSON.stringify(run));
console.log(json ? JSON.stringify(run) : `Written: ${join(out, 'report.html')} and run.json`);

async function measure(name: string): Promise<BenchResult> {
  console.error(`${name} …`);
  const { benchmark } = (await import(new URL(`./${name}.ts`, import.meta.url).href)) as {
    readonly benchmark: Benchmark;
  };
  const start = performance.now();
  try {
    const first = await benchmark.run();
    const figures = before === null ? first : await compareWithBaseline(first, before, name, () => benchmark.run());
    if (figures.some(({ mustHold, ours, target }) => mustHold === true && ours > (target ?? 0))) process.exitCode = 1;
    const notes = benchmark.notes?.() ?? '';
    return {
      ...common(name),
      description: benchmark.description,
      minutes: minutesSince(start),
      figures,
      notes,
      skipped: null,
    };
  } catch (error) {
    // The others are measured all the same.
    process.exitCode = 1;
    return skipped(name, `it failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  }
}

function common(name: string) {
  return { name, files: takeUsedFiles(), profiles: takeProfiles() };
}

function skipped(name: string, reason: string): BenchResult {
  return { ...common(name), description: '', minutes: 0, figures: [], notes: '', skipped: reason };
}

function minutesSince(start: number): number {
  return (performance.now() - start) / 60_000;
}

function newestOf(folder: string | undefined): string | null {
  const newest = folder === undefined || !existsSync(folder) ? undefined : runNames(folder).at(-1);
  return newest === undefined || folder === undefined ? null : join(folder, newest);
}

function runsIn(folder: string): readonly Run[] {
  return runNames(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Run);
}

/** In the order of time: they are named by it. */
function runNames(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
}
