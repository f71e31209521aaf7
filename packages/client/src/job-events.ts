import type { ManagedJob } from './api-types.ts';
import { keyHeaders, type ResolvedOptions } from './client-options.ts';
import { pause } from './pause.ts';
import { PlatenError } from './platen-error.ts';
import { readEvents } from './read-events.ts';
import { withRetries } from './retry.ts';
import { sendRequest } from './send-request.ts';

/** Changes of a job as a stream names them. */
type JobChange =
  | 'job.queued'
  | 'job.started'
  | 'job.progress'
  | 'job.completed'
  | 'job.failed'
  | 'job.cancelled'
  | 'job.deleted';

/** An event of a stream: the state at its beginning (`job` for one job, `jobs` with the newest jobs), or a change. */
export type JobEvent =
  | { readonly type: 'job' | JobChange; readonly job: ManagedJob }
  | { readonly type: 'jobs'; readonly jobs: readonly ManagedJob[] };

const finalStates: readonly string[] = ['completed', 'failed', 'cancelled'];

/** Events of one job until it has ended, or of all until `signal` aborts. Connects again whenever a stream ends. */
export async function* watch(
  options: ResolvedOptions,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobEvent, void> {
  const isOfOneJob = path !== 'events';
  for (;;) {
    if (signal?.aborted) return;
    try {
      const body = await withRetries(options, signal, () => connect(options, path, signal));
      for await (const { name, data } of readEvents(body)) {
        const event = eventOf(name, JSON.parse(data) as ManagedJob & { readonly jobs?: readonly ManagedJob[] });
        yield event;
        if (isOfOneJob && 'job' in event && hasEnded(event)) return;
      }
      // A server that ends each stream at once is not asked without a pause.
      await pause(options.retryDelayMs, signal);
    } catch (error) {
      if (signal?.aborted) return;
      throw error;
    }
  }
}

function connect(options: ResolvedOptions, path: string, signal: AbortSignal | undefined) {
  const init = { headers: { ...keyHeaders(options), Accept: 'text/event-stream' } };
  const settings = { signal, timeoutMs: options.requestTimeoutMs };
  return sendRequest(options, `${options.url}/api/manage/${path}`, init, settings, ({ body, headers }) => {
    if (body !== null && headers.get('Content-Type')?.startsWith('text/event-stream')) return body;
    throw new PlatenError('UNEXPECTED_ANSWER', 'The server did not answer with events');
  });
}

function eventOf(name: string, data: ManagedJob & { readonly jobs?: readonly ManagedJob[] }): JobEvent {
  return name === 'jobs' ? { type: 'jobs', jobs: data.jobs ?? [] } : { type: name as JobChange, job: data };
}

function hasEnded({ type, job }: Extract<JobEvent, { readonly job: ManagedJob }>): boolean {
  return type === 'job.deleted' || finalStates.includes(job.status);
}
