import { type JobRecord, type UsageFilter, type UsageRow, usageOf } from '@platen/core';
import { fromOwnerKey, ownerKey } from '@platen/core/sql';
import type { Sql } from './transactions.ts';

interface UsageDayRow {
  readonly day: string;
  readonly owner: string;
  readonly operation: string;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly processing_ms: number;
  readonly input_bytes: number;
  readonly output_bytes: number;
}

/** Adds a job that ended to the sums of its day, owner and operation. */
export async function addUsage(sql: Sql, job: JobRecord): Promise<void> {
  const row = usageOf(job);
  await sql.run(
    `INSERT INTO usage_days AS sums VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (day, owner, operation) DO UPDATE SET completed = sums.completed + excluded.completed,
       failed = sums.failed + excluded.failed, cancelled = sums.cancelled + excluded.cancelled,
       processing_ms = sums.processing_ms + excluded.processing_ms,
       input_bytes = sums.input_bytes + excluded.input_bytes, output_bytes = sums.output_bytes + excluded.output_bytes`,
    [
      row.day,
      ownerKey(row.ownerId),
      row.operation,
      row.completed,
      row.failed,
      row.cancelled,
      row.processingMs,
      row.inputBytes,
      row.outputBytes,
    ],
  );
}

export async function listUsage(sql: Sql, { fromDay, toDay, ownerId }: UsageFilter): Promise<readonly UsageRow[]> {
  const rows = await sql.all<UsageDayRow>(
    `SELECT * FROM usage_days WHERE day BETWEEN $1 AND $2 AND ($3::text IS NULL OR owner = $3)
     ORDER BY day, owner, operation`,
    [fromDay, toDay, ownerId === undefined ? null : ownerKey(ownerId)],
  );
  return rows.map((row) => ({
    day: row.day,
    ownerId: fromOwnerKey(row.owner),
    operation: row.operation,
    completed: row.completed,
    failed: row.failed,
    cancelled: row.cancelled,
    processingMs: row.processing_ms,
    inputBytes: row.input_bytes,
    outputBytes: row.output_bytes,
  }));
}
