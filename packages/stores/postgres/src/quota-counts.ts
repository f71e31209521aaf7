import type { Sql } from './transactions.ts';

/** Quota units taken, by owner and month. Who holds a unit is written in the row of the job. */
export async function quotaUsed(sql: Sql, ownerId: string, period: string): Promise<number> {
  const row = await sql.first<{ used: number }>('SELECT used FROM quota_counts WHERE owner_id = $1 AND period = $2', [
    ownerId,
    period,
  ]);
  return row?.used ?? 0;
}

/** As `quotaUsed`, of several owners; those who have used nothing are not in it. */
export async function quotasUsed(
  sql: Sql,
  owners: readonly string[],
  period: string,
): Promise<ReadonlyMap<string, number>> {
  if (owners.length === 0) return new Map();
  const rows = await sql.all<{ owner_id: string; used: number }>(
    'SELECT owner_id, used FROM quota_counts WHERE owner_id = ANY ($1) AND period = $2',
    [owners, period],
  );
  return new Map(rows.map(({ owner_id, used }) => [owner_id, used]));
}

/** The month that an owner takes a unit of, or gives one back to. */
export interface QuotaUnit {
  readonly ownerId: string;
  readonly period: string;
}

export function takeQuotaUnits(sql: Sql, units: readonly QuotaUnit[]): void {
  addUnits(sql, units, 1);
}

export function giveBackQuotaUnits(sql: Sql, units: readonly QuotaUnit[]): void {
  addUnits(sql, units, -1);
}

/** In one order, so that no two transactions wait for each other's rows. */
function addUnits(sql: Sql, units: readonly QuotaUnit[], sign: 1 | -1): void {
  if (units.length === 0) return;
  sql.send(
    `INSERT INTO quota_counts
     SELECT owner_id, period, $1 * count(*) FROM unnest($2::text[], $3::text[]) AS units (owner_id, period)
     GROUP BY owner_id, period ORDER BY owner_id, period
     ON CONFLICT (owner_id, period) DO UPDATE SET used = quota_counts.used + excluded.used`,
    [sign, units.map(({ ownerId }) => ownerId), units.map(({ period }) => period)],
  );
}
