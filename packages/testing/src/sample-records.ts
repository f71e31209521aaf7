import type { ApiKeyRecord, JobOutcome, NewJob, StoredFile } from '@platen/core';

export function sampleFile(key: string): StoredFile {
  return { key, fileName: 'report – Grüße.pdf', mediaType: 'application/pdf', sizeBytes: 1234 };
}

export function sampleJob(id: string, changes: Partial<NewJob> = {}): NewJob {
  return {
    id,
    owner: 'owner-1',
    operation: 'pdf/merge',
    options: { bookmarks: true, pages: '1-3' },
    secrets: { password: 'open sesame' },
    limits: { maxPages: 7 },
    createdAt: 1_000,
    correlationId: `request-${id}`,
    requestHash: 'f00d',
    inputs: [sampleFile(`jobs/${id}/in/0`), sampleFile(`jobs/${id}/in/1`)],
    warnings: [{ code: 'UNKNOWN_FIELD', message: 'The field "foo" was ignored' }],
    ...changes,
  };
}

export function sampleKey(id: string, changes: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id,
    name: `key ${id}`,
    prefix: 'platen_AbCdEf',
    hash: `hash-of-${id}`,
    scopes: ['pdf/merge'],
    limits: { quotaPerMonth: 10, requestsPerMinute: null },
    createdAt: 1_000,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...changes,
  };
}

export const completedOutcome = {
  state: 'completed',
  outputs: [sampleFile('jobs/x/out/1/0')],
  warnings: [{ code: 'SIGNATURE_BROKEN', message: 'A signature is no longer valid' }],
} as const satisfies JobOutcome;

export const failedOutcome = {
  state: 'failed',
  error: { code: 'PROCESSING_FAILED', message: 'The file is damaged', details: { reason: 'damaged_file' } },
  warnings: [],
} as const satisfies JobOutcome;

export const cancelledOutcome = { state: 'cancelled', warnings: [] } as const satisfies JobOutcome;
