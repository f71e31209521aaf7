import type { DatabaseSync } from 'node:sqlite';

/** Quota units taken, by owner and month. Who holds a unit is written in the row of the job. */
export interface QuotaCounts {
  used(ownerId: string, period: string): number;
  take(ownerId: string, period: string): void;
  giveBack(ownerId: string, period: string): void;
}

export function createQuotaCounts(database: DatabaseSync): QuotaCounts {
  const select = database.prepare('SELECT used FROM quota_counts WHERE owner_id = ? AND period = ?');
  const add = database.prepare(`
    INSERT INTO quota_counts VALUES (?, ?, 1) ON CONFLICT (owner_id, period) DO UPDATE SET used = used + 1`);
  const subtract = database.prepare('UPDATE quota_counts SET used = used - 1 WHERE owner_id = ? AND period = ?');
  return {
    used: (ownerId, period) => Number(select.get(ownerId, period)?.used ?? 0),
    take: (ownerId, period) => void add.run(ownerId, period),
    giveBack: (ownerId, period) => void subtract.run(ownerId, period),
  };
}
