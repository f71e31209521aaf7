import { join, resolve } from 'node:path';
import { type BlobStore, isFinal, type JobRecord, type JobState, type JobStore } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { jobTransitions, suggest } from '@platen/core/internal';
import { jobMessages } from '@platen/webhooks';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { describeJob, jobLine, jobToJson, summaryToJson } from '../job-text.ts';
import { countFlag } from '../options/number-flag.ts';
import { type ActionCommand, parseAction } from '../options/parse-action.ts';
import { readServer, serverFlags } from '../options/server-flags.ts';
import { type RecordsPlace, readRecordsPlace, recordsFlags } from '../options/store-flags.ts';
import { manageRemotely } from '../remote-jobs.ts';
import { openRecords } from '../service/open-records.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `platen jobs list [options]
platen jobs show <id> [--data <folder>] [--json]
platen jobs cancel <id>… [--data <folder>] [--json]
platen jobs retry <id>… [--data <folder>] [--json]

Shows the jobs of a server, newest first, and cancels or retries them, also while the server runs. retry needs the files of
failed and cancelled jobs, which a server keeps with --keep-failed-inputs. The server starts such jobs within a minute.

  --data <folder>      Data folder of the server (default: ./platen-data)
  --store <url>        Use the store that several machines share instead of --data: postgres://… (PLATEN_STORE)
  --server <url>       Ask a server that runs with --manage instead; it shows the jobs of the key's owner
  --key <key>          API key for --server (default: the variable PLATEN_KEY)
  --state <state>      list: queued, processing, completed, failed or cancelled; may be repeated
  --owner <id>         list: only the jobs of this owner
  --limit <number>     list: largest number of jobs (default: 20)
  --json               Print JSON; with --server, as the server answers`;

const flags = {
  ...recordsFlags,
  ...serverFlags,
  state: { type: 'string', multiple: true },
  owner: { type: 'string' },
  limit: { type: 'string', default: '20' },
} as const;

const command: ActionCommand<typeof flags, 'list' | 'show' | 'cancel' | 'retry'> = {
  name: 'jobs',
  help,
  flags,
  actions: {
    list: { flags: ['state', 'owner', 'limit'] },
    show: { takes: '<id>' },
    cancel: { takes: '<id>…' },
    retry: { takes: '<id>…' },
  },
};
/** How long the record of a cancelled job is kept: as long as a server keeps jobs by default. */
const retentionMs = 24 * 3_600_000;

/** `platen jobs list | show | cancel | retry`. */
export async function jobs(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseAction(command, args, terminal);
  if (typeof parsed === 'number') return parsed;
  const { action, given: ids, values } = parsed;
  const filter = { states: readStates(values.state), owner: values.owner, limit: countFlag('limit', values.limit) };
  const server = readServer(values.server, values.key);
  if (server !== null) {
    const local = (['data', 'store'] as const).find((flag) => values[flag] !== undefined);
    if (local !== undefined)
      throw new UsageError(`--${local} is for the jobs of this machine: leave out either --${local} or --server`);
    if (values.owner !== undefined)
      throw new UsageError('--owner does not work with --server, which shows the jobs of the owner of the key');
    return manageRemotely(server, { action, ids, ...filter, asJson: values.json }, terminal);
  }
  const place = readRecordsPlace(values);
  await using store = await openRecords(place);

  // Awaited here, while the store is open.
  if (action === 'list') return await list(store.jobs, filter, values.json, terminal);
  if (action === 'show') return await show(store.jobs, ids[0] ?? '', values.json, terminal);
  if (action === 'retry') return await retry(store.jobs, blobsOf(place), ids, values.json, terminal);
  return await cancel(store.jobs, ids, values.json, terminal);
}

/** Where the files of a data folder are. Those that machines share are somewhere else: their servers retry. */
function blobsOf({ data, urls }: RecordsPlace): BlobStore {
  if (urls === null) return createFsBlobStore({ folder: join(resolve(data), 'blobs') });
  throw new UsageError('jobs of a shared store are retried by its servers: POST /api/manage/jobs/{jobId}/retry');
}

function readStates(states: readonly string[] = []): readonly JobState[] {
  const known = Object.keys(jobTransitions);
  const unknown = states.find((state) => !known.includes(state));
  if (unknown === undefined) return states as readonly JobState[];
  throw new UsageError(`--state is ${known.join(', ')}, not "${unknown}"${suggest(unknown, known)}`);
}

interface ListFilter {
  readonly states: readonly JobState[];
  readonly owner: string | undefined;
  readonly limit: number | undefined;
}

async function list(store: JobStore, wanted: ListFilter, asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const { states, owner, limit = 20 } = wanted;
  const filter = {
    ...(states.length === 0 ? {} : { states }),
    ...(owner === undefined ? {} : { ownerId: owner }),
  };
  const page = await store.list(filter, { limit });
  if (asJson) terminal.print(JSON.stringify(page.jobs.map(summaryToJson)));
  else for (const job of page.jobs) terminal.print(jobLine(job));
  if (page.jobs.length === 0 && !asJson) terminal.note('There are no such jobs.');
  return exitCodes.success;
}

async function show(store: JobStore, id: string, asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const job = await find(store, id);
  terminal.print(asJson ? JSON.stringify(jobToJson(job)) : describeJob(job));
  return exitCodes.success;
}

/** A worker that runs one of them learns it when it next extends its lease, and stops within seconds. */
async function cancel(store: JobStore, ids: readonly string[], asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const ended: JobRecord[] = [];
  for (const id of ids) {
    const job = await find(store, id);
    const outcome = { state: 'cancelled', warnings: job.warnings } as const;
    await store.close(id, { outcome, durationMs: 0, retentionMs, messages: jobMessages(job, outcome) });
    ended.push(await find(store, id));
  }
  if (asJson) terminal.print(JSON.stringify(ended.map(jobToJson)));
  for (const { id, state } of asJson ? [] : ended) {
    terminal.note(state === 'cancelled' ? `${id} is cancelled.` : `${id} had already ended: ${state}.`);
  }
  return ended.every(({ state }) => state === 'cancelled' || !isFinal(state)) ? exitCodes.success : exitCodes.usage;
}

/** An operator's retry passes no bound; it takes a quota unit all the same. */
async function retry(
  store: JobStore,
  blobs: BlobStore,
  ids: readonly string[],
  asJson: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const unbounded = { quotaPerMonth: null, maxQueued: null, maxQueuedPerOwner: null };
  const results = [];
  for (const id of ids) {
    const { inputs, state } = await find(store, id);
    const files = await Promise.all(inputs.map(({ key }) => blobs.stat(key)));
    // The store says of a job that did not fail that it did not.
    const areGone = state !== 'completed' && files.includes(null);
    const kind = areGone ? 'files_gone' : (await store.retry(id, unbounded, null)).kind;
    results.push({ id, kind });
  }
  if (asJson) terminal.print(JSON.stringify(results));
  for (const { id, kind } of asJson ? [] : results) {
    const why = kind === 'files_gone' ? 'its files were removed when it ended' : 'it has not failed';
    terminal.note(kind === 'queued' ? `${id} waits again.` : `${id} cannot be retried: ${why}.`);
  }
  return results.every(({ kind }) => kind === 'queued') ? exitCodes.success : exitCodes.usage;
}

async function find(store: JobStore, id: string): Promise<JobRecord> {
  const job = await store.get(id);
  if (job === null) throw new UsageError(`there is no job with the id "${id}"`);
  return job;
}
