import type { Sql } from './transactions.ts';

/** Quota units taken, by owner and month. Who holds a unit is written in the row of the job. */
export async function quotaUsed(sql: Sql, ownerId: string, period: string): Promise<number> {
  const row = await sql.first<{ used: number }>('SELECT used FROM quota_counts WHERE owner_id = $1 AND period = $2', [
    ownerId,
    period,
  ]);
  return row?.used ?? 0;
}

export async function takeQuotaUnit(sql: Sql, ownerId: string, period: string): Promise<void> {
  await sql.run(
    `INSERT INTO quota_counts VALUES ($1, $2, 1)
     ON CONFLICT (owner_id, period) DO UPDATE SET used = quota_counts.used + 1`,
    [ownerId, period],
  );
}

export async function giveBackQuotaUnit(sql: Sql, ownerId: string, period: string): Promise<void> {
  await sql.run('UPDATE quota_counts SET used = used - 1 WHERE owner_id = $1 AND period = $2', [ownerId, period]);
}
