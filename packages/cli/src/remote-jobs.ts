import { type ManagedJob, type ManagedJobs, PlatenError } from '@platen/client';
import { isFinal, type JobState } from '@platen/core';
import { type ExitCode, exitCodes } from './exit-code.ts';
import { openClient, type ServerAddress, toLocalError } from './remote-client.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What `platen jobs` is to do on a server. */
export interface RemoteRequest {
  readonly action: string;
  readonly ids: readonly string[];
  readonly states: readonly JobState[];
  readonly limit: number | undefined;
  readonly asJson: boolean;
}

/** `platen jobs --server`: the jobs of the key's owner, as the server's routes to manage them show them. */
export async function manageRemotely(
  server: ServerAddress,
  request: RemoteRequest,
  terminal: Terminal,
): Promise<ExitCode> {
  const { jobs } = openClient(server);
  try {
    if (request.action === 'list') return await list(jobs, request, terminal);
    if (request.action === 'show') return await show(jobs, request, terminal);
    if (request.action === 'retry') return await retry(jobs, request, terminal);
    return await cancel(jobs, request, terminal);
  } catch (error) {
    if (PlatenError.is(error, 'NOT_FOUND')) {
      throw new UsageError(`${server.url} has no routes to manage jobs: platen serve --manage`, { cause: error });
    }
    throw toLocalError(error);
  }
}

async function list(jobs: ManagedJobs, request: RemoteRequest, terminal: Terminal): Promise<ExitCode> {
  const { states, limit = 20, asJson } = request;
  const page = await jobs.list({ ...(states.length === 0 ? {} : { status: states }), limit });
  if (asJson) terminal.print(JSON.stringify(page.jobs));
  else for (const job of page.jobs) terminal.print(lineOf(job));
  if (page.jobs.length === 0 && !asJson) terminal.note('There are no such jobs.');
  return exitCodes.success;
}

async function show(jobs: ManagedJobs, { ids, asJson }: RemoteRequest, terminal: Terminal): Promise<ExitCode> {
  const [id = ''] = ids;
  if (ids.length > 1) throw new UsageError('jobs are shown one at a time');
  const job = await known(id, jobs.get(id));
  terminal.print(asJson ? JSON.stringify(job) : describe(job));
  return exitCodes.success;
}

async function cancel(jobs: ManagedJobs, { ids, asJson }: RemoteRequest, terminal: Terminal): Promise<ExitCode> {
  const ended: ManagedJob[] = [];
  for (const id of ids) ended.push(await known(id, jobs.cancel(id)));
  if (asJson) terminal.print(JSON.stringify(ended));
  for (const { jobId, status } of asJson ? [] : ended) {
    terminal.note(status === 'cancelled' ? `${jobId} is cancelled.` : `${jobId} had already ended: ${status}.`);
  }
  return ended.every(({ status }) => status === 'cancelled' || !isFinal(status)) ? exitCodes.success : exitCodes.usage;
}

async function retry(jobs: ManagedJobs, { ids, asJson }: RemoteRequest, terminal: Terminal): Promise<ExitCode> {
  const results: { readonly id: string; readonly kind: 'queued' | 'refused'; readonly reason: string | null }[] = [];
  for (const id of ids) {
    try {
      await known(id, jobs.retry(id));
      results.push({ id, kind: 'queued', reason: null });
    } catch (error) {
      if (!PlatenError.is(error, 'NOT_RETRYABLE')) throw error;
      results.push({ id, kind: 'refused', reason: error.message });
    }
  }
  if (asJson) terminal.print(JSON.stringify(results));
  for (const { id, reason } of asJson ? [] : results) {
    terminal.note(reason === null ? `${id} waits again.` : `${id} cannot be retried: ${reason}.`);
  }
  return results.every(({ kind }) => kind === 'queued') ? exitCodes.success : exitCodes.usage;
}

async function known<Result>(id: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!PlatenError.is(error, 'JOB_NOT_FOUND')) throw error;
    throw new UsageError(`there is no job with the id "${id}"`, { cause: error });
  }
}

function lineOf({ jobId, operation, status, progress, createdAt, error, fileName }: ManagedJob): string {
  const how = status === 'processing' ? `${progress} %` : (error?.message ?? fileName ?? '');
  return `${jobId}  ${createdAt}  ${operation.padEnd(12)}  ${status.padEnd(10)}  ${how}`.trimEnd();
}

/** A line for each thing the server says. */
function describe({ error, ...job }: ManagedJob): string {
  const rows = Object.entries({ ...job, error: error === null ? null : `${error.message} (${error.code})` });
  return rows.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(14)} ${value}`])).join('\n');
}
