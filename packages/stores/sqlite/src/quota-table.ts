import type { DatabaseSync } from 'node:sqlite';
import type { QuotaStore } from '@platen/core';
import type { Table } from './table.ts';

/** A count for each owner and month, and the unit of each job, so that it is taken and given back only once. */
export function createQuotaTable(database: DatabaseSync): Table<QuotaStore> {
  const selectUsed = database.prepare('SELECT used FROM quota_counts WHERE owner = ? AND period = ?');
  const count = database.prepare(`
    INSERT INTO quota_counts VALUES (?, ?, 1) ON CONFLICT (owner, period) DO UPDATE SET used = used + 1`);
  const uncount = database.prepare('UPDATE quota_counts SET used = used - 1 WHERE owner = ? AND period = ?');
  const selectUnit = database.prepare('SELECT 1 FROM quota_units WHERE job_id = ?');
  const insertUnit = database.prepare('INSERT INTO quota_units VALUES (?, ?, ?)');
  const deleteUnit = database.prepare('DELETE FROM quota_units WHERE job_id = ? RETURNING owner, period');
  const deleteOldUnits = database.prepare('DELETE FROM quota_units WHERE owner = ? AND period < ?');

  function used(owner: string, period: string): number {
    return Number(selectUsed.get(owner, period)?.used ?? 0);
  }

  return {
    used,

    reserve({ owner, period, limit, jobId }) {
      const usedBefore = used(owner, period);
      if (selectUnit.get(jobId) !== undefined) return { reserved: true, used: usedBefore };
      if (limit !== null && usedBefore >= limit) return { reserved: false, used: usedBefore };
      if (usedBefore === 0) deleteOldUnits.run(owner, monthBefore(period));
      insertUnit.run(jobId, owner, period);
      count.run(owner, period);
      return { reserved: true, used: usedBefore + 1 };
    },

    release(jobId) {
      const unit = deleteUnit.get(jobId);
      if (unit !== undefined) uncount.run(String(unit.owner), String(unit.period));
    },
  };
}

/** Units of the month before may still be given back; those older than that cannot. */
function monthBefore(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 'yyyy-mm'.length);
}
