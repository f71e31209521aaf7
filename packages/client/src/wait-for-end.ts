import type { CompletedJob } from './api-types.ts';
import type { ResolvedOptions } from './client-options.ts';
import { pause } from './pause.ts';
import { PlatenError } from './platen-error.ts';
import { poll } from './poll-job.ts';

/** When the server does not say: as often as a key may ask by default. */
const pollIntervalMs = 1_000;

/** Polls until a job has completed. Rejects with its error when it failed, and with `CANCELLED` or `TIMEOUT`. */
export async function waitForEnd(
  options: ResolvedOptions,
  jobId: string,
  signal: AbortSignal | undefined,
  onPercent: (percent: number) => void,
): Promise<CompletedJob> {
  const deadline = performance.now() + options.waitTimeoutMs;
  for (;;) {
    const { job, retryAfterMs = pollIntervalMs } = await poll(options, jobId, signal);
    onPercent(job.progress);
    if (job.status === 'completed') return job;
    if (job.status === 'cancelled') throw new PlatenError('CANCELLED', 'The job was cancelled', { jobId });
    if (job.status === 'failed') {
      const { code, message, correlationId, details } = job.error;
      throw new PlatenError(code, message, { jobId, correlationId, details });
    }
    if (performance.now() + retryAfterMs > deadline) {
      throw new PlatenError('TIMEOUT', `The job did not end within ${options.waitTimeoutMs} ms`, { jobId });
    }
    await pause(retryAfterMs, signal);
  }
}
