import type { BlobEntry, JobRecord } from '@platen/core';
import { keepsInputs } from './end-files.ts';
import type { ResolvedOptions } from './engine-options.ts';
import { jobKeys, type ParsedKey, parseJobKey } from './job-keys.ts';

/** How long files of a live node may belong to a submission whose record is yet to be stored. */
const submissionMs = 3_600_000;

/**
 * Nodes whose submissions may be in progress, and how long others must have been silent before their files are removed.
 */
export interface LivingNodes {
  readonly ids: ReadonlySet<string>;
  readonly deadAfterMs: number;
}

/**
 * Removes what dead nodes left behind: files of jobs that were never recorded, of lost runs, and everything an ended
 * job has besides its outputs.
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
    // Read anew for each page: blobs stored since the last one belong to runs that began since.
    records.clear();
    for (const blob of page.blobs) {
      const parsed = parseJobKey(blob.key);
      if (parsed === null) continue;
      const { jobId } = parsed;
      if (!records.has(jobId)) {
        // The blobs of a job are listed together: one record at a time is enough.
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
  // Written by the run that holds the job now, or by one that lost it and removes its own files unless it died.
  if (job?.state === 'processing' && parsed.kind === 'output' && parsed.fence === job.fence) return false;
  return ageMs >= deadAfterMs || job?.finishedAt != null;
}
