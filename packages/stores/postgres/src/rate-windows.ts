import { type RateLimiter, type RateRule, type RateState, rateState } from '@platen/core';
import { nowMs, type Sql, type Transact } from './transactions.ts';

interface WindowRow {
  /** When each request still in the window was allowed, oldest first. */
  readonly allowed_at: readonly string[];
  /** Whether the latest request was allowed. */
  readonly allowed: boolean;
  /** When the row was written or read. */
  readonly at: number;
}

/** How often this process removes keys whose window is empty. */
const sweepIntervalMs = 60_000;

/**
 * A sliding-window log in one row a key, changed by one statement: racing nodes take turns at the row. The table is
 * unlogged: a crash of the server empties it, which lets one more window of requests through and loses nothing else.
 */
export function createRateWindows(transact: Transact): RateLimiter {
  let sweptAt = performance.now();

  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < sweepIntervalMs) return;
    sweptAt = performance.now();
    await transact((sql) =>
      sql.run(
        `DELETE FROM rate_windows WHERE key IN (
           SELECT key FROM rate_windows WHERE expires_at <= ${nowMs} FOR UPDATE SKIP LOCKED
         )`,
      ),
    );
  }

  return {
    async take(key, rule) {
      const row = await transact((sql) => takeRow(sql, key, rule));
      // Not what the request is about: should it fail, the next one that is due tries again.
      await sweep().catch(() => {});
      return { ...stateOf(row, rule), allowed: row.allowed };
    },

    async peek(key, rule) {
      const row = await transact((sql) =>
        sql.first<WindowRow>(
          `SELECT array(SELECT t FROM unnest(allowed_at) t WHERE t > now.at - $2 AND t <= now.at) AS allowed_at,
             true AS allowed, now.at
           FROM (SELECT ${nowMs} AS at OFFSET 0) now LEFT JOIN rate_windows ON key = $1`,
          [key, rule.windowMs],
        ),
      );
      return stateOf(row ?? { allowed_at: [], allowed: true, at: 0 }, rule);
    },
  };
}

/** The time is read once the row is locked: while it was waited for, others may have been allowed. */
async function takeRow(sql: Sql, key: string, { limit, windowMs }: RateRule): Promise<WindowRow> {
  const row = await sql.first<WindowRow>(
    `INSERT INTO rate_windows AS held (key, allowed_at, allowed, at, expires_at)
     SELECT $1, CASE WHEN $2 > 0 THEN ARRAY[now.at] ELSE '{}' END, $2 > 0, now.at, now.at + $3
     FROM (SELECT ${nowMs} AS at OFFSET 0) now
     ON CONFLICT (key) DO UPDATE SET (allowed_at, allowed, at, expires_at) = (
       SELECT CASE WHEN cardinality(recent) < $2 THEN recent || at ELSE recent END, cardinality(recent) < $2, at, at + $3
       FROM (
         SELECT at, array(SELECT t FROM unnest(held.allowed_at) t WHERE t > at - $3 AND t <= at ORDER BY t) AS recent
         FROM (SELECT ${nowMs} AS at OFFSET 0) now
       ) log
     ) RETURNING allowed_at, allowed, at`,
    [key, limit, windowMs],
  );
  if (row === undefined) throw new Error('an upsert returned no row');
  return row;
}

function stateOf({ allowed_at, at }: WindowRow, rule: RateRule): RateState {
  return rateState(allowed_at.map(Number), rule, at);
}
