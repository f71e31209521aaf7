import type { Job } from './api-types.ts';
import { keyHeaders, type ResolvedOptions } from './client-options.ts';
import { withRetries } from './retry.ts';
import { retryAfterMs, sendRequest } from './send-request.ts';

/** Reads one address of the surface, with retries. */
export function get<Result>(
  options: ResolvedOptions,
  path: string,
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const init = { headers: keyHeaders(options) };
  const settings = { signal, timeoutMs: options.requestTimeoutMs };
  return withRetries(options, signal, () => sendRequest(options, options.url + path, init, settings, read));
}

/** The job as it is, and after how long the server wants to be asked again, where it says so. */
export function poll(options: ResolvedOptions, jobId: string, signal: AbortSignal | undefined) {
  return get(options, `/api/v1/jobs/${encodeURIComponent(jobId)}`, signal, async (response) => ({
    job: (await response.json()) as Job,
    retryAfterMs: retryAfterMs(response.headers),
  }));
}
