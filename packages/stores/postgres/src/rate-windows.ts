import { type RateLimiter, type RateRule, type RateState, rateState, spanMs } from '@platen/core';
import { nowMs, type Sql, type Transact } from './transactions.ts';

interface WindowRow {
  /** The spans still in the window, oldest first. */
  readonly allowed_at: readonly string[];
  readonly counts: readonly number[];
  /** Whether the latest request was allowed. */
  readonly allowed: boolean;
  /** When the row was written or read. */
  readonly at: number;
}

/** How often this process removes keys whose window is empty. */
const sweepIntervalMs = 60_000;

/**
 * A sliding window in one row a key, whose size does not depend on the limit (`spanMs`), changed by one statement: racing
 * nodes take turns at the row. The table is
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
          `SELECT ${spansOf('recent')}, true AS allowed, now.at
           FROM (SELECT ${nowMs} AS at OFFSET 0) now LEFT JOIN rate_windows AS held ON key = $1
             CROSS JOIN LATERAL (${recentSpans('$2')}) AS recent GROUP BY now.at`,
          [key, rule.windowMs],
        ),
      );
      return stateOf(row ?? { allowed_at: [], counts: [], allowed: true, at: 0 }, rule);
    },
  };
}

/** The spans of the held row that are in the window at `now.at`. Without a number a time is of one request. */
function recentSpans(windowMs: string): string {
  return `SELECT t, coalesce(n, 1) AS n FROM unnest(held.allowed_at, held.counts) AS spans (t, n)
    WHERE t > now.at - ${windowMs} AND t <= now.at`;
}

/** The two arrays of a row. */
function spansOf(spans: string): string {
  return `coalesce(array_agg(${spans}.t ORDER BY ${spans}.t), '{}') AS allowed_at,
    coalesce(array_agg(${spans}.n ORDER BY ${spans}.t), '{}') AS counts`;
}

/**
 * The time is read once the row is locked: while it was waited for, others may have been allowed. A request that is allowed
 * is counted with those of its span, whose time becomes its own, or begins one.
 */
async function takeRow(sql: Sql, key: string, rule: RateRule): Promise<WindowRow> {
  const { limit, windowMs } = rule;
  const row = await sql.first<WindowRow>(
    `INSERT INTO rate_windows AS held (key, allowed_at, counts, allowed, at, expires_at)
     SELECT $1, CASE WHEN $2 > 0 THEN ARRAY[now.at] ELSE '{}' END, CASE WHEN $2 > 0 THEN ARRAY[1] ELSE '{}' END,
       $2 > 0, now.at, now.at + $3
     FROM (SELECT ${nowMs} AS at OFFSET 0) now
     ON CONFLICT (key) DO UPDATE SET (allowed_at, counts, allowed, at, expires_at) = (
       SELECT ${spansOf('kept')}, log.allowed, log.at, log.at + $3
       FROM (
         SELECT now.at, coalesce(sum(n), 0) < $2 AS allowed, array_agg(t) AS times, array_agg(n) AS numbers
         FROM (SELECT ${nowMs} AS at OFFSET 0) now LEFT JOIN LATERAL (${recentSpans('$3')}) AS recent ON true GROUP BY now.at
       ) AS log
       LEFT JOIN LATERAL (
         SELECT max(t) AS t, sum(n)::integer AS n FROM (
           SELECT t, n FROM unnest(log.times, log.numbers) AS spans (t, n) WHERE t IS NOT NULL
           UNION ALL SELECT log.at, 1 WHERE log.allowed
         ) AS all_spans GROUP BY t / greatest($4::bigint, 1)
       ) AS kept ON true
       GROUP BY log.allowed, log.at
     ) RETURNING allowed_at, counts, allowed, at`,
    [key, limit, windowMs, spanMs(rule)],
  );
  if (row === undefined) throw new Error('an upsert returned no row');
  return row;
}

function stateOf({ allowed_at, counts, at }: WindowRow, rule: RateRule): RateState {
  const spans = allowed_at.map((time, index) => ({ at: Number(time), count: counts[index] ?? 1 }));
  return rateState(spans, rule, at);
}
