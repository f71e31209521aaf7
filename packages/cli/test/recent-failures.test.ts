import type { JobRecord, JobStore } from '@platen/core';
import { expect, test } from 'vitest';
import { describeFailures } from '../src/service/recent-failures.ts';

const finishedAt = Date.UTC(2026, 10, 29, 12);

/** A store of these jobs, the newest first. */
function storeOf(...jobs: readonly Partial<JobRecord>[]): Pick<JobStore, 'list' | 'get'> {
  const records = jobs.map((job, index) => ({ id: `j${index}`, error: null, warnings: [], finishedAt, ...job }));
  return {
    list: async () => ({ jobs: records as never, nextCursor: null }),
    get: async (id) => (records.find((job) => job.id === id) as JobRecord | undefined) ?? null,
  };
}

const fine = { operation: 'pdf/merge' };
const damaged = {
  operation: 'pdf/to-word',
  error: { code: 'PROCESSING_FAILED', message: 'cut off', details: { reason: 'damaged_file' } },
} as const;
const failed = {
  operation: 'pdf/to-word',
  error: { code: 'INTERNAL_ERROR', message: 'It failed', details: {} },
} as const;
const caught = {
  operation: 'pdf/to-excel',
  warnings: [{ code: 'INTERNAL_ERROR', message: 'A table on page 3 is left out' }],
};

test('jobs that failed or lost a part by a fault of the software are counted, and the newest is named', async () => {
  expect(await describeFailures(storeOf(fine, damaged, caught, failed))).toBe(
    'in 2 of the newest 4 jobs, the last: 2026-11-29T12:00:00.000Z, pdf/to-excel, job j2: A table on page 3 is left out; the log has its stack',
  );
});

test('a damaged file is no fault of the software', async () => {
  expect(await describeFailures(storeOf(fine, damaged))).toBe('none in the newest 2 jobs');
});
