import type { ApiKeyRecord, InsertBounds, JobOutcome, JobStore, NewJob, QueueItem, StoredFile } from '@platen/core';

/** A stored PDF of 1234 bytes whose name is not plain ASCII. */
export function sampleFile(key: string): StoredFile {
  return { key, fileName: 'report – Grüße.pdf', mediaType: 'application/pdf', sizeBytes: 1234 };
}

/**
 * A job with two inputs, a secret, its own limit and a warning, so that every field is used; `changes` replace fields.
 */
export function sampleJob(id: string, changes: Partial<NewJob> = {}): NewJob {
  return {
    id,
    ownerId: 'owner-1',
    keyId: 'key-1',
    operation: 'pdf/merge',
    options: { bookmarks: true, pages: '1-3' },
    secrets: { password: 'open sesame' },
    webhookUrl: null,
    limits: { maxPages: 7 },
    correlationId: `request-${id}`,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    requestHash: 'f00d',
    inputs: [sampleFile(`jobs/${id}/in/0`), sampleFile(`jobs/${id}/in/1`)],
    warnings: [{ code: 'UNKNOWN_FIELD', message: 'The field "foo" was ignored' }],
    ...changes,
  };
}

/** A key with its own owner, a scope and limits, neither expired nor revoked; `changes` replace fields. */
export function sampleKey(id: string, changes: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id,
    ownerId: `owner of ${id}`,
    name: `key ${id}`,
    prefix: 'platen_AbCdEf',
    hash: `hash-of-${id}`,
    scopes: ['pdf/merge'],
    limits: { quotaPerMonth: 10, requestsPerMinute: null },
    createdAt: 1_000,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    successorId: null,
    ...changes,
  };
}

/** The end of a job with one output and one warning. */
export const completedOutcome = {
  state: 'completed',
  outputs: [sampleFile('jobs/x/out/1/0')],
  warnings: [{ code: 'SIGNATURE_BROKEN', message: 'A signature is no longer valid' }],
} as const satisfies JobOutcome;

/** The end of a job over a damaged file. */
export const failedOutcome = {
  state: 'failed',
  error: { code: 'PROCESSING_FAILED', message: 'The file is damaged', details: { reason: 'damaged_file' } },
  warnings: [],
} as const satisfies JobOutcome;

/** The end of a cancelled job. */
export const cancelledOutcome = { state: 'cancelled', warnings: [] } as const satisfies JobOutcome;

/** Bounds that nothing exceeds. */
export const unbounded: InsertBounds = { quotaPerMonth: null, maxQueued: null, maxQueuedPerOwner: null };

/** A claim that only the state of the job can prevent, with a lease longer than any test. */
export const sampleClaim = { nodeId: 'node-1', leaseMs: 600_000, maxRunningPerOwner: null } as const;

const ending = { durationMs: 0, retentionMs: 600_000, messages: [] } as const;
export const completion = { ...ending, outcome: completedOutcome } as const;
export const failing = { ...ending, outcome: failedOutcome } as const;
export const cancelling = { ...ending, outcome: cancelledOutcome } as const;

/** Inserts sample jobs in this order. */
export async function insertJobs(
  store: JobStore,
  ids: readonly string[],
  changes: Partial<NewJob> = {},
): Promise<void> {
  for (const id of ids) await store.insert(sampleJob(id, changes), unbounded);
}

/** A queue item of a job of the owner `a` that may be taken at once; `changes` replace fields. */
export function sampleItem(jobId: string, changes: Partial<QueueItem> = {}): QueueItem {
  return { jobId, operation: 'pdf/merge', ownerId: 'a', rank: 0, delayMs: 0, ...changes };
}
