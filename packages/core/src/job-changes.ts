import { counted } from './counted.ts';
import type { JobRecord, JobRun, JobWarning, NewJob, RunEnd, StoredFile } from './job.ts';
import { isFinal } from './job-state.ts';
import type { FinishRequest, ReleaseRequest, Renewal } from './job-store.ts';

/**
 * Each change of a job as a pure function of the record, the request and the store's own clock. A store reads the
 * record, changes it by one of these and writes it, all in one transaction; null says that the change is not allowed.
 */

/** Number of attempts that a record keeps: as many as an isolated executor makes by default. */
export const maxRuns = 20;

/** The record of a new job. */
export function queuedJob({ secrets: _, webhookUrl: __, ...job }: NewJob, now: number): JobRecord {
  return {
    ...job,
    traceparent: job.traceparent ?? null,
    state: 'queued',
    progress: 0,
    attempts: 0,
    releases: 0,
    fence: 0,
    nodeId: null,
    leaseUntil: null,
    availableAt: now,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    finishedAt: null,
    durationMs: 0,
    purgeAt: null,
    outputs: [],
    error: null,
    runs: [],
  };
}

/**
 * Milliseconds until a queued job may be claimed; 0 if it may be claimed now. If the last change of a job is in the future,
 * the clock was set back since, perhaps by hours. How much of the delay is left is then unknown, so the job need not wait.
 */
export function claimWaitMs({ availableAt, updatedAt }: JobRecord, now: number): number {
  return updatedAt > now ? 0 : Math.max(0, availableAt - now);
}

/**
 * `queued → processing`. The store has already checked that the delay is over and that the owner may have another running
 * job.
 */
export function claimedJob(job: JobRecord, nodeId: string, leaseMs: number, now: number): JobRecord {
  const fence = job.fence + 1;
  return {
    ...job,
    state: 'processing',
    attempts: job.attempts + 1,
    fence,
    nodeId,
    leaseUntil: now + leaseMs,
    updatedAt: now,
    startedAt: job.startedAt ?? now,
    runs: [...job.runs, { fence, nodeId, startedAt: now, endedAt: null, end: null }].slice(-maxRuns),
  };
}

/** True if the job runs under this fence. Only the holder of the fence may write. */
export function isHeld(job: JobRecord | null | undefined, fence: number): job is JobRecord {
  return job?.state === 'processing' && job.fence === fence;
}

/** The record with a longer lease and the new progress. Progress is monotonic, and reaches 100 only in completed jobs. */
export function renewedJob(
  job: JobRecord,
  { progress, durationMs }: Pick<Renewal, 'progress' | 'durationMs'>,
  leaseMs: number,
  now: number,
): JobRecord {
  const next = Math.min(99, Math.max(job.progress, Math.floor(progress)));
  const updatedAt = next > job.progress ? now : job.updatedAt;
  return { ...job, leaseUntil: now + leaseMs, progress: next, durationMs: longer(job, durationMs), updatedAt };
}

/**
 * A clock set back by less than this cannot be distinguished from two clocks that differ slightly: its leases are
 * waited for.
 */
export const clockStepMs = 60_000;

/**
 * True if the node of a processing job is presumed to have ended: its lease has expired, or the lease was made before the
 * clock was set back and was not renewed since. After such a change of the clock, a live node that has not renewed its lease
 * yet can lose the job to another node, once.
 */
export function hasLostLease({ leaseUntil, updatedAt }: JobRecord, now: number): boolean {
  if (leaseUntil === null) return false;
  return leaseUntil <= now || (updatedAt > now + clockStepMs && leaseUntil > updatedAt);
}

/** `processing → queued`, because the node releases the job. */
export function releasedJob(
  job: JobRecord,
  { durationMs, delayMs, countAttempt }: ReleaseRequest,
  now: number,
): JobRecord {
  const uncounted = countAttempt ? 0 : 1;
  const changed = {
    ...job,
    durationMs: longer(job, durationMs),
    attempts: job.attempts - uncounted,
    releases: job.releases + uncounted,
  };
  return requeued(changed, 'released', delayMs, now);
}

/**
 * `processing → queued`, because the lease expired. `delaysMs` has the wait in milliseconds after each attempt; the last
 * value repeats.
 */
export function expiredJob(job: JobRecord, delaysMs: readonly number[], now: number): JobRecord {
  const delayMs = delaysMs[Math.min(job.attempts, delaysMs.length) - 1] ?? 0;
  return requeued(job, 'expired', delayMs, now);
}

/** From a state that is not final to a final one; null if the job has already ended. */
export function endedJob(
  job: JobRecord,
  { outcome, durationMs, retentionMs }: Pick<FinishRequest, 'outcome' | 'durationMs' | 'retentionMs'>,
  now: number,
): JobRecord | null {
  if (isFinal(job.state)) return null;
  return {
    ...job,
    ...outcome,
    progress: outcome.state === 'completed' ? 100 : job.progress,
    nodeId: null,
    leaseUntil: null,
    updatedAt: now,
    finishedAt: now,
    durationMs: longer(job, durationMs),
    purgeAt: now + retentionMs,
    runs: endRun(job.runs, outcome.state, now),
  };
}

/**
 * `failed | cancelled → queued`, on request. Null for a job in another state, and for one past its `purgeAt`, which a sweep
 * may be removing. The fence keeps increasing.
 */
export function retriedJob(job: JobRecord, now: number): JobRecord | null {
  if (job.state !== 'failed' && job.state !== 'cancelled') return null;
  if (job.purgeAt !== null && job.purgeAt <= now) return null;
  return {
    ...job,
    state: 'queued',
    progress: 0,
    attempts: 0,
    releases: 0,
    availableAt: now,
    updatedAt: now,
    finishedAt: null,
    durationMs: 0,
    purgeAt: null,
    outputs: [],
    error: null,
  };
}

/**
 * Marks an output of a completed job whose stored bytes are missing or different. A single warning `OUTPUT_DAMAGED` names
 * all such outputs. Null if there is no such job or output, or if the output is marked already.
 */
export function damagedJob(job: JobRecord, outputIndex: number, now: number): JobRecord | null {
  const output = job.outputs[outputIndex];
  if (job.state !== 'completed' || output === undefined || output.isDamaged === true) return null;
  const outputs = job.outputs.with(outputIndex, { ...output, isDamaged: true });
  const others = job.warnings.filter(({ code }) => code !== 'OUTPUT_DAMAGED');
  return { ...job, outputs, warnings: [...others, damageWarning(outputs)], updatedAt: now };
}

/** Names in the warning; a job may have thousands of outputs. */
const maxNamedOutputs = 5;

function damageWarning(outputs: readonly StoredFile[]): JobWarning {
  const names = outputs.filter(({ isDamaged }) => isDamaged === true).map(({ fileName }) => `"${fileName}"`);
  const rest = names.length > maxNamedOutputs ? ` and ${counted(names.length - maxNamedOutputs, 'other file')}` : '';
  const listed = names.slice(0, maxNamedOutputs).join(', ') + rest;
  const verb = names.length === 1 ? 'was' : 'were';
  return {
    code: 'OUTPUT_DAMAGED',
    message: `${listed} ${verb} damaged in storage and cannot be downloaded: send the request again`,
  };
}

/** Never less than recorded: a node may not know of earlier attempts. */
function longer(job: JobRecord, durationMs: number): number {
  return Math.max(job.durationMs, Math.round(durationMs));
}

function requeued(job: JobRecord, end: RunEnd, delayMs: number, now: number): JobRecord {
  return {
    ...job,
    state: 'queued',
    nodeId: null,
    leaseUntil: null,
    availableAt: now + delayMs,
    updatedAt: now,
    runs: endRun(job.runs, end, now),
  };
}

function endRun(runs: readonly JobRun[], end: RunEnd, now: number): readonly JobRun[] {
  return runs.map((run) => (run.endedAt === null ? { ...run, endedAt: now, end } : run));
}
