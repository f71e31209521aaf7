import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of this run, with its defaults for durability. */
export interface DatabaseServer {
  readonly port: number;
  /** A pool of the benchmark itself, past every proxy. */
  readonly pool: pg.Pool;
  /** Ends it as a crash would and starts it again; resolves once it answers. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabase(
  folder: string,
  { maxConnections = 200 }: { readonly maxConnections?: number } = {},
): Promise<DatabaseServer> {
  const programs = findPrograms();
  const data = join(folder, 'database');
  mkdirSync(data);
  // PostgreSQL refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (identity.uid !== undefined) {
    chownSync(folder, identity.uid, identity.gid);
    chownSync(data, identity.uid, identity.gid);
  }
  const initialise = ['-D', data, '-U', 'platen', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), initialise, { ...identity, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `max_connections=${maxConnections}`]
    .concat(['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=top'])
    .flatMap((setting) => ['-c', setting]);
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'platen', database: 'postgres', max: 4 });
  pool.on('error', () => {}); // Each query tells of its own.
  let server: ChildProcess;

  async function start(): Promise<void> {
    server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...settings], {
      ...identity,
      cwd: folder,
      stdio: 'ignore',
    });
    server.on('error', () => {}); // It does not answer then.
    while (!(await answers(pool))) await delay(20);
  }

  async function kill(): Promise<void> {
    const exit = once(server, 'exit');
    server.kill('SIGQUIT');
    await exit;
  }

  await start();
  await pool.query('CREATE EXTENSION pg_stat_statements');
  return {
    port,
    pool,
    async restart() {
      await kill();
      await start();
    },
    async stop() {
      await pool.end();
      await kill();
    },
  };
}

function answers(pool: pg.Pool): Promise<boolean> {
  return pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
}

function idOf(option: string): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
}

function findPrograms(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return found;
}
