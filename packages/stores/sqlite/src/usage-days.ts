import type { DatabaseSync } from 'node:sqlite';
import { type JobRecord, type UsageFilter, type UsageRow, usageOf } from '@platen/core';
import { fromOwnerKey, ownerKey } from '@platen/core/sql';

/** Sums of the jobs that ended, by day, owner and operation. */
export interface UsageDays {
  add(job: JobRecord): void;
  list(filter: UsageFilter): readonly UsageRow[];
}

export function createUsageDays(database: DatabaseSync): UsageDays {
  const insert = database.prepare(`
    INSERT INTO usage_days VALUES (
      :day, :owner, :operation, :completed, :failed, :cancelled, :processingMs, :inputBytes, :outputBytes
    ) ON CONFLICT DO UPDATE SET completed = completed + :completed, failed = failed + :failed,
      cancelled = cancelled + :cancelled, processing_ms = processing_ms + :processingMs,
      input_bytes = input_bytes + :inputBytes, output_bytes = output_bytes + :outputBytes`);
  const select = database.prepare(`
    SELECT * FROM usage_days WHERE day BETWEEN :fromDay AND :toDay AND (:owner IS NULL OR owner = :owner)
    ORDER BY day, owner, operation`);

  return {
    add(job) {
      const { ownerId, ...row } = usageOf(job);
      insert.run({ ...row, owner: ownerKey(ownerId) });
    },
    list({ fromDay, toDay, ownerId }) {
      const owner = ownerId === undefined ? null : ownerKey(ownerId);
      return select.all({ fromDay, toDay, owner }).map((row) => ({
        day: String(row.day),
        ownerId: fromOwnerKey(String(row.owner)),
        operation: String(row.operation),
        completed: Number(row.completed),
        failed: Number(row.failed),
        cancelled: Number(row.cancelled),
        processingMs: Number(row.processing_ms),
        inputBytes: Number(row.input_bytes),
        outputBytes: Number(row.output_bytes),
      }));
    },
  };
}
