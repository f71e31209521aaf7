import type { Pool } from 'pg';
import { setting } from './cluster-settings.ts';
import { copyOperation } from './copy-operation.ts';

/** What a database has before anything is measured: `PLATEN_CLUSTER_ENDED=2000000`, `_WAITING` and `_DELIVERIES`. */
export const history = {
  ended: setting('ENDED', 200_000),
  waiting: setting('WAITING', 5_000),
  deliveries: setting('DELIVERIES', 10_000),
};

/** Whose jobs these are, in turn. */
const historyOwners = 50;

const columns = `id, owner_id, operation, options, limits, state, progress, attempts, releases, fence, available_at,
  created_at, updated_at, started_at, finished_at, correlation_id, inputs, input_count, input_bytes, outputs, output_count,
  output_bytes, warnings, runs, file_name, purge_at`;
const retentionMs = 86_400_000;
/** A few dozen jobs a second. */
const betweenMs = 40;

/**
 * Statements that both databases understand: jobs that ended one after the other until now, jobs of `operation` that wait, and
 * deliveries that are due to an endpoint that nothing listens at. `from` gives a table of one column `n`, from 1 on.
 */
export function historyStatements(operation: string, from: (last: number) => string): readonly string[] {
  const { ended, waiting, deliveries } = history;
  const now = Date.now();
  const rows = (state: string, last: number, at: string, end: string, outputs: string) => {
    const finishedAt = end === 'NULL' ? 'NULL' : at;
    return `INSERT INTO jobs (${columns})
      SELECT 'history-${state}-' || n, 'owner-' || n % ${historyOwners}, '${operation}', '{}', '{}', '${state}', 0, 0, 0, 0, 0,
        ${at}, ${at}, ${finishedAt}, ${finishedAt}, 'c' || n,
        '[{"key":"history/' || n || '/in/0","fileName":"report.pdf","mediaType":"application/pdf","sizeBytes":100000}]', 1, 100000,
        ${outputs}, '[]', '[]', 'report.pdf', ${end} FROM ${from(last)}`;
  };
  const output = `'[{"key":"history/' || n || '/out/0","fileName":"report.pdf","mediaType":"application/pdf","sizeBytes":90000}]', 1, 90000`;
  const endedAt = `${now - ended * betweenMs} + n * ${betweenMs}`;
  return [
    rows('completed', ended, endedAt, `${endedAt} + ${retentionMs + ended * betweenMs}`, output),
    rows('queued', waiting, `${now - waiting} + n`, 'NULL', `'[]', 0, 0`),
    `INSERT INTO webhook_endpoints (id, owner_id, created_at, endpoint) VALUES ('dead', 'owner-1', 1,
      '{"id":"dead","ownerId":"owner-1","url":"http://127.0.0.1:9/","events":null,"secrets":[],"createdAt":1}')`,
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, job_id, event, body, created_at, state, attempts, begun_at, updated_at, available_at)
      SELECT 'history-' || n, 'dead', 'j', 'job.completed', '{}', ${now}, 'pending', 0, ${now}, ${now}, ${now - deliveries} + n FROM ${from(deliveries)}`,
  ];
}

/** Fills the tables of a store. The jobs that wait are in the queue as well where the nodes have their operation. */
export async function fillHistory(pool: Pool, operation: string): Promise<void> {
  await pool.query(`SET search_path = platen;
    ${historyStatements(operation, (last) => `generate_series(1::bigint, ${last}) AS numbers (n)`).join(';\n')};
    RESET search_path`);
  if (operation === copyOperation.name) await enqueueWaiting(pool);
  await pool.query('VACUUM ANALYZE');
}

/** Puts every job that waits into the queue, in the order in which a leader does it meanwhile. */
export async function enqueueWaiting(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO platen_queue.job (name, data, singleton_key, policy)
     SELECT operation, json_build_object('jobId', id, 'operation', operation, 'ownerId', owner_id, 'rank', 0), id, 'short'
     FROM platen.jobs WHERE state = 'queued' ORDER BY created_at, id ON CONFLICT DO NOTHING`,
  );
}
