import type { JobRecord, StoredFile } from '@platen/core';
import type { ResolvedOptions } from './engine-options.ts';
import { jobKeys } from './job-keys.ts';

/** Where files are removed, and which stay. */
export type EndParts = Pick<ResolvedOptions, 'blobs' | 'logger' | 'keepFailedInputs'>;
/** Where files are removed. */
type FileParts = Pick<ResolvedOptions, 'blobs' | 'logger'>;

/** Removes what an ended job no longer needs: its inputs, and the outputs of a run that did not complete. */
export async function endFiles(parts: EndParts, job: JobRecord): Promise<void> {
  if (job.state !== 'completed' && job.fence > 0) await removeAll(parts, [jobKeys.run(job.id, job.fence)]);
  if (!keepsInputs(parts, job)) await removeFiles(parts, job.inputs);
}

/** True for a final job whose inputs stay, so that it can be tried again. */
export function keepsInputs(
  { keepFailedInputs }: Pick<ResolvedOptions, 'keepFailedInputs'>,
  { state }: JobRecord,
): boolean {
  return keepFailedInputs && (state === 'failed' || state === 'cancelled');
}

/** Never rejects: the sweep finds what is left. */
export async function removeFiles(parts: FileParts, files: readonly StoredFile[]): Promise<void> {
  await removeAll(
    parts,
    files.map(({ key }) => key),
  );
}

async function removeAll({ blobs, logger }: FileParts, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await blobs.remove(key).catch((error: unknown) => {
      logger.warn({ err: error, key }, 'a file was not removed; the sweep will remove it');
    });
  }
}
