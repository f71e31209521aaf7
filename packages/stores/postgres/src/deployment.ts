import { randomUUID } from 'node:crypto';
import type { Sql, Transact } from './transactions.ts';

/** The identity of a deployment and of its database. */
export interface Deployment {
  /** Id of the deployment, created with the schema. A restored dump has the same id. */
  readonly id: string;
  /**
   * Identity of the database: the system identifier of its server, and the number of the database there. A restored dump has
   * a different identity; a copy of the disk of the server has the same.
   */
  readonly database: string;
}

/** The deployment of this database, made by whoever asks first. */
export function readDeployment(transact: Transact): Promise<Deployment> {
  return transact(async (sql) => {
    const read = async () => (await sql.first<{ id: string }>('SELECT id FROM deployment'))?.id;
    let id = await read();
    if (id === undefined) {
      await sql.run('INSERT INTO deployment (id) VALUES ($1) ON CONFLICT DO NOTHING', [randomUUID()]);
      id = await read();
    }
    if (id === undefined) throw new Error('the deployment has no row');
    return { id, database: await databaseIdentity(sql) };
  });
}

async function databaseIdentity(sql: Sql): Promise<string> {
  const known = await sql.first<{ number: string; allowed: boolean }>(
    `SELECT oid::text AS number, has_function_privilege('pg_control_system()', 'EXECUTE') AS allowed
     FROM pg_database WHERE datname = current_database()`,
  );
  // Where its providers keep it to themselves, the number of the database has to do.
  const server = known?.allowed
    ? await sql.first<{ system: string }>('SELECT system_identifier::text AS system FROM pg_control_system()')
    : undefined;
  return `${server?.system ?? 'unknown'}/${known?.number ?? ''}`;
}
