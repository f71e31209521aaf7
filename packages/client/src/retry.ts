import type { ResolvedOptions } from './client-options.ts';
import { pause } from './pause.ts';
import { PlatenError } from './platen-error.ts';

/** Statuses of proxies and servers that another attempt can help: a bad gateway, one that waits in vain, a full queue. */
const passingStatuses: readonly number[] = [429, 502, 503, 504];
/** Longer than a rate limit's window: a server that asks for more is not waited for. */
const maxPauseMs = 70_000;

/**
 * Calls `attempt` until it succeeds or `maxRetries` are used up, with exponential backoff and full jitter
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), never sooner than the server asks for.
 */
export async function withRetries<Result>(
  { maxRetries, retryDelayMs }: Pick<ResolvedOptions, 'maxRetries' | 'retryDelayMs'>,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result>,
  canRepeat: (error: PlatenError) => boolean = canRetry,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= maxRetries || !PlatenError.is(error) || !canRepeat(error)) throw error;
      const backoffMs = Math.random() * retryDelayMs * 2 ** failures;
      const pauseMs = Math.max(backoffMs, error.retryAfterMs ?? 0);
      if (pauseMs > maxPauseMs) throw error;
      await pause(pauseMs, signal);
    }
  }
}

/** Whether the same request may succeed a moment later. It carries an idempotency key where it changes anything. */
function canRetry(error: PlatenError): boolean {
  if (error.code === 'NETWORK_ERROR' || error.code === 'TIMEOUT') return true;
  // Keys are random: the conflict is with an earlier attempt that the server is still receiving.
  if (error.code === 'IDEMPOTENCY_CONFLICT') return true;
  return passingStatuses.includes(error.status ?? 0);
}

/** Whether the server did nothing: another attempt does not do it twice. */
export function isRefusal({ status }: PlatenError): boolean {
  return status === 429 || status === 503;
}
