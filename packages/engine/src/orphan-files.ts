import type { BlobEntry, JobRecord } from '@platen/core';
import { keepsInputs } from './end-files.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { jobKeys, type ParsedKey, parseJobKey } from './job-keys.ts';

/** A submission stores its files before its record: files of a node that lives may be of one for so long. */
const submissionMs = 3_600_000;

/** Nodes whose submissions may be under way, and how long others have been silent before their files go. */
export interface LivingNodes {
  readonly ids: ReadonlySet<string>;
  readonly deadAfterMs: number;
}

/**
 * Removes what a node that died left behind: files of a job that was never recorded, of runs that were lost, and
 * whatever an ended job has besides its outputs.
 */
export async function removeOrphanFiles(options: ResolvedOptions, living: LivingNodes): Promise<void> {
  const { blobs, jobs, logger } = options;
  await blobs.removeUnfinished();
  const records = new Map<string, JobRecord | null>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof blobs.list>> = await blobs.list(
      jobKeys.root,
      cursor === null ? {} : { cursor },
    );
    // Read again for each page: what was stored since the last one belongs to a run that began since.
    records.clear();
    for (const blob of page.blobs) {
      const parsed = parseJobKey(blob.key);
      if (parsed === null) continue;
      const { jobId } = parsed;
      if (!records.has(jobId)) {
        // The blobs of one job come one after the other: one record at a time is enough.
        records.clear();
        records.set(jobId, await jobs.get(jobId));
      }
      if (!isNeedless(options, records.get(jobId) ?? null, blob, parsed, living)) continue;
      await blobs.remove(blob.key);
      logger.info({ jobId, key: blob.key }, 'removed a file that no job needs');
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function isNeedless(
  options: ResolvedOptions,
  job: JobRecord | null,
  { key, ageMs }: BlobEntry,
  parsed: ParsedKey,
  { ids, deadAfterMs }: LivingNodes,
): boolean {
  const isIn = (files: JobRecord['inputs']) => files.some((file) => file.key === key);
  if (job !== null && isIn(job.outputs)) return false;
  if (job !== null && isIn(job.inputs)) return job.finishedAt !== null && !keepsInputs(options, job);
  if (parsed.kind === 'input') return ageMs >= (ids.has(parsed.nodeId) ? submissionMs : deadAfterMs);
  // Written by the run that holds the job now, or by one that lost it and will remove it itself unless it died.
  if (job?.state === 'processing' && parsed.kind === 'output' && parsed.fence === job.fence) return false;
  return ageMs >= deadAfterMs || job?.finishedAt != null;
}
