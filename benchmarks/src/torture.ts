import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { standardOperations } from '@platen/standard';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { formatEnds, isUnclear } from './torture-ends.ts';
import { startTortureHost, watchMemory } from './torture-host.ts';
import { runTortureJobs, type TortureEnd, type TortureTask } from './torture-jobs.ts';

const megabyte = 2 ** 20;
/** Run time granted to a job, besides what its size grants. */
const deadlineMs = 60_000;

const ends: TortureEnd[] = [];

/**
 * What files that were made or kept to break readers do to a host that takes them over HTTP. With
 * `PLATEN_TORTURE_LOG` each end is written to that file, as a line of JSON, at once: a whole run takes hours. After
 * `PLATEN_TORTURE_MINUTES` no more files are sent; they come in an order that makes those sent a fair sample.
 */
export const benchmark: Benchmark = {
  name: 'torture',
  description: `Every PDF of the folders that \`PLATEN_CORPUS\` names (hostile files, the suites of pdf.js and qpdf) through every operation that takes one, over HTTP to a host with child processes, ${deadlineMs / 1000} s a job besides what its size grants.`,
  async run() {
    const files = shuffled(await corpusFiles('.pdf'));
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-torture-'));
    try {
      return await torture(files, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  notes: () => formatEnds(ends),
};

async function torture(files: readonly string[], folder: string): Promise<readonly Figure[]> {
  const host = await startTortureHost('torture-server', folder, deadlineMs);
  const bystander = await startTortureHost('plain-server', folder, deadlineMs);
  const idle = await host.ask('reset');
  await bystander.ask('reset');
  const memory = watchMemory(host);
  const operations = standardOperations.filter(({ accepts }) => accepts.includes('application/pdf'));
  const tasks = files.flatMap((file) => operations.map((operation) => ({ file, operation })));
  const minutes = Number(process.env.PLATEN_TORTURE_MINUTES ?? Number.POSITIVE_INFINITY);
  await runTortureJobs(host, withinMinutes(tasks, minutes), async (end) => {
    ends.push(end);
    if (isUnclear(end)) console.error(`${end.operation} ${end.fileName}: ${end.end}`);
    const log = process.env.PLATEN_TORTURE_LOG;
    if (log !== undefined) await appendFile(log, `${JSON.stringify(end)}\n`);
  });
  const highestBytes = await memory.stop();
  const { delayP99Ms } = await host.ask('report');
  const { delayP99Ms: bystanderDelayMs } = await bystander.ask('report');
  const leftovers = await leftoversOf(folder);
  await Promise.all([host.stop(), bystander.stop()]);

  const figure = (name: string, unit: string, ours: number, target?: number): Figure => ({
    name,
    unit,
    ours,
    peer: null,
    ...(target === undefined ? {} : { target }),
  });
  return [
    figure('files there were', '', files.length),
    figure('files sent', '', new Set(ends.map(({ fileName }) => fileName)).size),
    figure('jobs', '', ends.length),
    figure('jobs that ended without a clear code', '', ends.filter(isUnclear).length, 0),
    figure('event-loop delay of the host, 99th percentile', 'ms', delayP99Ms, 50),
    figure('the same of an idle process beside it', 'ms', bystanderDelayMs),
    figure('memory of the host above idle', 'MB', (highestBytes - idle.residentBytes) / megabyte, 200),
    figure('files left in the staging and temporary folders', '', leftovers.length, 0),
  ];
}

/** In an order that has nothing to do with the names, and is the same in every run. */
function shuffled(files: readonly string[]): readonly string[] {
  const place = (file: string) => createHash('sha256').update(basename(file)).digest('hex');
  return files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

function* withinMinutes(tasks: readonly TortureTask[], minutes: number): Generator<TortureTask> {
  const start = performance.now();
  for (const task of tasks) {
    if (performance.now() - start > minutes * 60_000) return;
    yield task;
  }
}

/** What lies where files lie only while a job runs: in the host's own staging folder, and in its temporary folder. */
async function leftoversOf(folder: string): Promise<readonly string[]> {
  const staging = join(folder, 'staging');
  const [own = ''] = await readdir(staging);
  return [...(await readdir(join(staging, own))), ...(await readdir(join(folder, 'tmp-torture-server')))];
}
