import type pg from 'pg';

/** A statement as the server knows it. */
export interface StatementCost {
  readonly text: string;
  readonly calls: number;
  /** Planning and execution together, waiting for locks included. */
  readonly totalMs: number;
  readonly leastMs: number;
}

/** What the server has done since the statistics were forgotten. */
export async function statementCosts(pool: pg.Pool): Promise<readonly StatementCost[]> {
  const { rows } = await pool.query<{ query: string; calls: number; total: number; least: number }>(
    `SELECT query, sum(calls)::float8 AS calls, sum(total_exec_time + total_plan_time) AS total, min(min_exec_time) AS least
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_%' GROUP BY query ORDER BY 3 DESC`,
  );
  return rows.map(({ query, calls, total, least }) => ({
    text: nameOf(query),
    calls,
    totalMs: total,
    leastMs: least,
  }));
}

/** Short enough for a table. */
function nameOf(query: string): string {
  const text = query.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
  return text.length > 110 ? `${text.slice(0, 110)} …` : text;
}

/** Looks at what connections wait for, again and again. */
export function watchWaits(pool: pg.Pool) {
  const seen = new Map<string, number>();
  let looks = 0;
  let most = 0;
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const { rows } = await pool.query<{ waits: string; backends: number; connections: number }>(
        `SELECT coalesce(wait_event_type || ': ' || wait_event, 'runs') AS waits, count(*)::int AS backends,
           (SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'node-%')::int AS connections
         FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend' GROUP BY 1`,
      );
      looks += 1;
      for (const { waits, backends, connections } of rows) {
        seen.set(waits, (seen.get(waits) ?? 0) + backends);
        most = Math.max(most, connections);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    /** Connections in each state, on average, the most first; and the most connections that nodes had. */
    async stop() {
      isWatching = false;
      await watching;
      const waits = [...seen].map(([what, backends]) => [what, backends / looks] as const);
      return { waits: waits.toSorted((a, b) => b[1] - a[1]), mostConnections: most };
    },
  };
}
