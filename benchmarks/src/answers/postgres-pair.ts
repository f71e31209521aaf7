import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiKeyRecord } from '@platen/core';
import { createPostgresStore } from '@platen/postgres';
import pg from 'pg';
import { copyOperation } from '../cluster/copy-operation.ts';
import { startDatabase } from '../cluster/database-server.ts';
import { fillHistory } from '../cluster/fill-history.ts';
import type { AnsweringNode, NodePair } from './node-pair.ts';
import { cpuMsOf, startNode } from './start-node.ts';

/** Two databases of one server, with pg-boss in each. */
export async function openPostgresPair(parent: string, key: ApiKeyRecord): Promise<NodePair> {
  const folder = join(parent, 'postgres');
  mkdirSync(folder);
  const server = await startDatabase(folder);
  const addressOf = (name: string) => `postgres://platen@127.0.0.1:${server.port}/${name}`;
  const start = (name: string) => startNode('postgres', addressOf(name), join(parent, `postgres-${name}`));
  const pools = new Map<string, pg.Pool>();
  for (const name of ['empty_jobs', 'full_jobs']) {
    await server.pool.query(`CREATE DATABASE ${name}`);
    const pool = new pg.Pool({ connectionString: addressOf(name), max: 2 });
    pool.on('error', () => {}); // Each query tells of its own.
    pools.set(name, pool);
    const { keys } = await createPostgresStore({ pool });
    await keys.create(key);
  }
  const full = pools.get('full_jobs') as pg.Pool;
  // It makes the tables of the queue.
  await (await start('full_jobs')).end();
  await fillHistory(full, copyOperation.name);
  const nodes = { empty: await start('empty_jobs'), full: await start('full_jobs') };
  const toAnswering = (node: typeof nodes.full, name: string): AnsweringNode => ({
    ...node,
    async cpuMs() {
      const { rows } = await server.pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = $1', [
        name,
      ]);
      return node.cpuMs() + rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
    },
  });
  return {
    name: 'PostgreSQL',
    empty: toAnswering(nodes.empty, 'empty_jobs'),
    full: toAnswering(nodes.full, 'full_jobs'),
    async restartWithDue(jobs) {
      await nodes.full.end();
      await full.query(
        `UPDATE platen.jobs SET purge_at = 1 WHERE id IN (SELECT id FROM platen.jobs WHERE state = 'completed' LIMIT ${jobs})`,
      );
      nodes.full = await start('full_jobs');
      return toAnswering(nodes.full, 'full_jobs');
    },
    async leftDue() {
      const { rows } = await full.query<{ jobs: number }>(
        'SELECT count(*)::int AS jobs FROM platen.jobs WHERE purge_at = 1',
      );
      return rows[0]?.jobs ?? 0;
    },
    async end() {
      await nodes.empty.end();
      await nodes.full.end();
      await Promise.all([...pools.values()].map((pool) => pool.end()));
      await server.stop();
    },
  };
}
