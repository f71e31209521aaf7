import { type JobRecord, type UsageFilter, type UsageRow, usageOf } from '@platen/core';
import { fromOwnerKey, ownerKey } from '@platen/core/sql';
import { type Sql, toRecordset } from './transactions.ts';

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

/**
 * Adds jobs that ended to the sums of their day, owner and operation: one row for many of them, in one order, so that no
 * two transactions wait for each other's rows.
 */
export function addUsage(sql: Sql, jobs: readonly JobRecord[]): void {
  if (jobs.length === 0) return;
  const rows = jobs.map((job) => {
    const { ownerId, processingMs, inputBytes, outputBytes, ...usage } = usageOf(job);
    const sums = { processing_ms: processingMs, input_bytes: inputBytes, output_bytes: outputBytes };
    return { ...usage, ...sums, owner: ownerKey(ownerId) };
  });
  sql.send(
    `INSERT INTO usage_days AS sums
       (day, owner, operation, completed, failed, cancelled, processing_ms, input_bytes, output_bytes)
     SELECT day, owner, operation, sum(completed), sum(failed), sum(cancelled), sum(processing_ms), sum(input_bytes),
       sum(output_bytes)
     FROM json_populate_recordset(NULL::usage_days, $1) GROUP BY day, owner, operation ORDER BY day, owner, operation
     ON CONFLICT (day, owner, operation) DO UPDATE SET completed = sums.completed + excluded.completed,
       failed = sums.failed + excluded.failed, cancelled = sums.cancelled + excluded.cancelled,
       processing_ms = sums.processing_ms + excluded.processing_ms,
       input_bytes = sums.input_bytes + excluded.input_bytes, output_bytes = sums.output_bytes + excluded.output_bytes`,
    [toRecordset(rows)],
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
