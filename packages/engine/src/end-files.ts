import type { JobRecord, StoredFile } from '@platen/core';
import type { ResolvedOptions } from './engine-options.ts';
import { jobKeys } from './job-keys.ts';

/** Removes what an ended job no longer needs: its inputs, and the outputs of a run that did not complete. */
export async function endFiles(options: ResolvedOptions, job: JobRecord): Promise<void> {
  if (job.state !== 'completed' && job.fence > 0) await removeAll(options, [jobKeys.run(job.id, job.fence)]);
  if (!keepsInputs(options, job)) await removeFiles(options, job.inputs);
}

/** True for a final job whose inputs stay, so that it can be tried again. */
export function keepsInputs({ keepFailedInputs }: ResolvedOptions, { state }: JobRecord): boolean {
  return keepFailedInputs && (state === 'failed' || state === 'cancelled');
}

/** Never rejects: the sweep finds what is left. */
export async function removeFiles(options: ResolvedOptions, files: readonly StoredFile[]): Promise<void> {
  await removeAll(
    options,
    files.map(({ key }) => key),
  );
}

async function removeAll({ blobs, logger }: ResolvedOptions, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await blobs.remove(key).catch((error: unknown) => {
      logger.warn({ err: error, key }, 'a file was not removed; the sweep will');
    });
  }
}
