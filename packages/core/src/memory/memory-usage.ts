import type { JobRecord } from '../job.ts';
import type { UsageFilter, UsageRow } from '../job-store.ts';
import { usageOf } from '../job-usage.ts';

/** Sums of the jobs that ended, by day, owner and operation. */
export interface MemoryUsage {
  add(job: JobRecord): void;
  list(filter: UsageFilter): readonly UsageRow[];
}

export function createMemoryUsage(): MemoryUsage {
  const rows = new Map<string, UsageRow>();
  return {
    add(job) {
      const ended = usageOf(job);
      const key = JSON.stringify([ended.day, ended.ownerId, ended.operation]);
      const row = rows.get(key);
      rows.set(key, row === undefined ? ended : sum(row, ended));
    },
    list({ ownerId, fromDay, toDay }) {
      const inside = [...rows.values()].filter(
        (row) => row.day >= fromDay && row.day <= toDay && (ownerId === undefined || row.ownerId === ownerId),
      );
      const place = (row: UsageRow) => `${row.day} ${row.ownerId === null ? '' : `=${row.ownerId}`} ${row.operation}`;
      return inside.sort((a, b) => (place(a) < place(b) ? -1 : 1));
    },
  };
}

function sum(a: UsageRow, b: UsageRow): UsageRow {
  return {
    ...a,
    completed: a.completed + b.completed,
    failed: a.failed + b.failed,
    cancelled: a.cancelled + b.cancelled,
    processingMs: a.processingMs + b.processingMs,
    inputBytes: a.inputBytes + b.inputBytes,
    outputBytes: a.outputBytes + b.outputBytes,
  };
}
