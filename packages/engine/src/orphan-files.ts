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

/** Where files are, and the records that say which are needed. */
export type OrphanParts = Pick<ResolvedOptions, 'jobs' | 'blobs' | 'keepFailedInputs' | 'logger'>;

/**
 * Removes what dead nodes left behind, among a page of all files: files of jobs that were never recorded, of lost runs, and
 * everything an ended job has besides its outputs. Returns where the next page begins; null after the last one.
 */
export async function removeOrphanFiles(
  parts: OrphanParts,
  living: LivingNodes,
  cursor: string | null,
): Promise<string | null> {
  const { blobs, logger } = parts;
  if (cursor === null) await blobs.removeUnfinished();
  const page = await blobs.list(jobKeys.root, cursor === null ? {} : { cursor });
  const needless = await needlessAmong(parts, living, page.blobs);
  if (needless.length > 0) {
    await blobs.removeKeys(needless);
    logger.info({ files: needless.length, first: needless[0] }, 'removed files that no job needs');
  }
  return page.nextCursor;
}

/** Reads the record of each job once: its files are listed together. */
async function needlessAmong(
  parts: Pick<OrphanParts, 'jobs' | 'keepFailedInputs'>,
  living: LivingNodes,
  blobs: readonly BlobEntry[],
): Promise<readonly string[]> {
  const needless: string[] = [];
  let known: { readonly jobId: string; readonly job: JobRecord | null } = { jobId: '', job: null };
  for (const blob of blobs) {
    const parsed = parseJobKey(blob.key);
    if (parsed === null) continue;
    const { jobId } = parsed;
    if (known.jobId !== jobId) known = { jobId, job: await parts.jobs.get(jobId) };
    if (isNeedless(parts, known.job, blob, parsed, living)) needless.push(blob.key);
  }
  return needless;
}

function isNeedless(
  parts: Pick<OrphanParts, 'keepFailedInputs'>,
  job: JobRecord | null,
  { key, ageMs }: BlobEntry,
  parsed: ParsedKey,
  { ids, deadAfterMs }: LivingNodes,
): boolean {
  const isIn = (files: JobRecord['inputs']) => files.some((file) => file.key === key);
  if (job !== null && isIn(job.outputs)) return false;
  if (job !== null && isIn(job.inputs)) return job.finishedAt !== null && !keepsInputs(parts, job);
  if (parsed.kind === 'input') return ageMs >= (ids.has(parsed.nodeId) ? submissionMs : deadAfterMs);
  // Written by the run that holds the job now, or by one that lost it and removes its own files unless it died.
  if (job?.state === 'processing' && parsed.kind === 'output' && parsed.fence === job.fence) return false;
  return ageMs >= deadAfterMs || job?.finishedAt != null;
}
