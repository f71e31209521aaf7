import type { JobPage, ManagedJob, WebhookSecret } from './api-types.ts';
import { keyHeaders, type ResolvedOptions } from './client-options.ts';
import { type JobEvent, watch } from './job-events.ts';
import { isRefusal, withRetries } from './retry.ts';
import { sendRequest } from './send-request.ts';

/** Selects the jobs of a listing. */
export interface JobFilter {
  /** Any of these. */
  readonly status?: ManagedJob['status'] | readonly ManagedJob['status'][];
  /** Any of these. */
  readonly operation?: string | readonly string[];
  /** Created at this time or later. */
  readonly createdFrom?: Date;
  /** Created before this time. */
  readonly createdBefore?: Date;
  /** A part of the name of the first file, a whole job id, or a whole correlation id. */
  readonly text?: string;
  /** `newest` by default. */
  readonly order?: 'newest' | 'oldest';
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string;
  /** Number of jobs on a page, 1 to 1 000; 100 by default. */
  readonly limit?: number;
}

interface Settings {
  readonly signal?: AbortSignal;
}

/**
 * The jobs of the owner of the key, on a server that serves the routes to manage jobs (`manage: true`). Other servers
 * answer with `NOT_FOUND`. All calls reject like those of the client, and with `JOB_NOT_FOUND` for an unknown job.
 */
export interface ManagedJobs {
  /** Returns one page of a listing. */
  list(filter?: JobFilter, settings?: Settings): Promise<JobPage>;
  /** Every job of a listing, page after page. */
  all(filter?: Omit<JobFilter, 'cursor'>, settings?: Settings): AsyncIterable<ManagedJob>;
  get(jobId: string, settings?: Settings): Promise<ManagedJob>;
  /** Resolves to the job afterwards. A job that had already ended is unchanged. */
  cancel(jobId: string, settings?: Settings): Promise<ManagedJob>;
  /**
   * Queues a failed or cancelled job again. Rejects with `NOT_RETRYABLE` if that is not possible. The request is repeated
   * only if the server refused it.
   */
  retry(jobId: string, settings?: Settings): Promise<ManagedJob>;
  /** Removes the record and the files at once. The request is repeated only if the server refused it. */
  delete(jobId: string, settings?: Settings): Promise<void>;
  /** All outputs of a completed job as one ZIP archive. */
  zip(jobId: string, settings?: Settings): Promise<ReadableStream<Uint8Array>>;
  /**
   * Yields changes as they happen: of one job until it ends, or of all jobs until `signal` aborts. The first event has the
   * current state, also after each reconnection.
   */
  watch(jobId: string | null, settings?: Settings): AsyncIterable<JobEvent>;
  /** The secrets that sign webhooks to the `webhookUrl` of jobs, newest first. */
  webhookSecrets(settings?: Settings): Promise<readonly WebhookSecret[]>;
}

/** The calls that manage jobs. */
export function manageJobs(options: ResolvedOptions): ManagedJobs {
  const call = <Result>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    signal: AbortSignal | undefined,
    read: (response: Response) => Result | Promise<Result>,
    canRepeat?: typeof isRefusal,
  ) => {
    const init = { method, headers: keyHeaders(options) };
    const settings = { signal, timeoutMs: options.requestTimeoutMs };
    const attempt = () => sendRequest(options, `${options.url}/api/manage/${path}`, init, settings, read);
    return withRetries(options, signal, attempt, canRepeat);
  };
  const readJob = (response: Response) => response.json() as Promise<ManagedJob>;
  const list: ManagedJobs['list'] = (filter = {}, { signal } = {}) =>
    call('GET', `jobs?${queryOf(filter)}`, signal, (response) => response.json() as Promise<JobPage>);

  return {
    list,
    async *all(filter = {}, settings = {}) {
      let cursor: string | null = null;
      do {
        const page: JobPage = await list(cursor === null ? filter : { ...filter, cursor }, settings);
        yield* page.jobs;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
    get: (jobId, { signal } = {}) => call('GET', pathOf(jobId), signal, readJob),
    cancel: (jobId, { signal } = {}) => call('POST', `${pathOf(jobId)}/cancel`, signal, readJob),
    retry: (jobId, { signal } = {}) => call('POST', `${pathOf(jobId)}/retry`, signal, readJob, isRefusal),
    delete: (jobId, { signal } = {}) => call('DELETE', pathOf(jobId), signal, () => undefined, isRefusal),
    zip: (jobId, { signal } = {}) =>
      call('GET', `${pathOf(jobId)}/outputs.zip`, signal, ({ body }) => body ?? new Blob([]).stream()),
    watch: (jobId, { signal } = {}) => watch(options, jobId === null ? 'events' : `${pathOf(jobId)}/events`, signal),
    async webhookSecrets({ signal } = {}) {
      const read = (response: Response) => response.json() as Promise<{ secrets: readonly WebhookSecret[] }>;
      return (await call('GET', 'webhook-secret', signal, read)).secrets;
    },
  };
}

function pathOf(jobId: string): string {
  return `jobs/${encodeURIComponent(jobId)}`;
}

function queryOf({ createdFrom, createdBefore, ...filter }: JobFilter): URLSearchParams {
  const query = new URLSearchParams();
  const times = { createdFrom: createdFrom?.toISOString(), createdBefore: createdBefore?.toISOString() };
  for (const [name, given] of Object.entries({ ...filter, ...times })) {
    const values: readonly unknown[] = Array.isArray(given) ? given : [given];
    for (const value of values) if (value !== undefined) query.append(name, String(value));
  }
  return query;
}
