import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const debianFolder = '/usr/lib/postgresql';

/** What is written survives the end of the processes, if not of the machine, and costs as little time as can be. */
const settings = [
  'listen_addresses=',
  'max_connections=200',
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

/** The folder of the server's programs; null when there is none, and the tests that need one are reported as skipped. */
export const postgresPrograms: string | null = findPrograms();

export interface PostgresCluster {
  /** As `DATABASE_URL`. */
  readonly url: string;
  /** For TLS; 0 where there is none. */
  readonly port: number;
  /** A new pool of connections to it. `end` closes those that are open. */
  connect(options?: pg.PoolConfig): pg.Pool;
  start(): Promise<void>;
  /** At once, as a crash would. */
  stop(): Promise<void>;
  end(): Promise<void>;
}

export interface PostgresSettings {
  /** Where its own folder is made, such as a small disk. */
  readonly within?: string;
  readonly password?: string;
  /** Listens at a port of 127.0.0.1 as well, for TLS alone, by the `server.crt` and `server.key` of a folder. */
  readonly tls?: { readonly folder: string; readonly port: number };
}

/**
 * Starts a private PostgreSQL in a temporary folder, which listens on a Unix socket in it and nowhere else. Whoever may
 * open the folder is trusted, unless a password is wanted.
 */
export async function startPostgres({
  within = tmpdir(),
  password,
  tls,
}: PostgresSettings = {}): Promise<PostgresCluster> {
  const programs = postgresPrograms ?? '';
  const folder = await mkdtemp(join(within, 'platen-postgres-'));
  // PostgreSQL refuses to run as root.
  const identity = process.getuid?.() === 0 ? identityOf('postgres') : null;
  if (identity !== null) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password ?? 'unused');
  if (identity !== null) chownSync(passwordFile, identity.uid, identity.gid);
  const access = password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const initialise = ['-D', data, '-U', 'platen', ...access, '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), initialise, { ...identity, cwd: folder, stdio: 'ignore' });

  const overTls = tls === undefined ? [] : tlsSettings(tls, data, identity);
  const own = {
    host: folder,
    port: tls?.port ?? 5432,
    user: 'platen',
    database: 'postgres',
    ...(password === undefined ? {} : { password }),
  };
  const pools: pg.Pool[] = [];
  let server: ReturnType<typeof spawn> | null = null;

  function connect(options: pg.PoolConfig = {}): pg.Pool {
    const pool = new pg.Pool({ ...own, ...options });
    pools.push(pool);
    return pool;
  }

  async function start(): Promise<void> {
    const options = [...settings, ...overTls].flatMap((setting) => ['-c', setting]);
    server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...options], {
      ...identity,
      cwd: folder,
      stdio: 'ignore',
    });
    const client = () => new pg.Client(own);
    while (!(await answers(client()))) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async function stop(): Promise<void> {
    if (server === null || server.exitCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGQUIT');
    await exit;
  }

  await start();
  return {
    url: `postgres:///postgres?host=${encodeURIComponent(folder)}&user=platen`,
    port: tls?.port ?? 0,
    connect,
    start,
    stop,
    async end() {
      await Promise.all(pools.filter(({ ended }) => !ended).map((pool) => pool.end()));
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(client: pg.Client): Promise<boolean> {
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The key must be the server's own; nobody gets in from the network without TLS. */
function tlsSettings(
  { folder, port }: { readonly folder: string; readonly port: number },
  data: string,
  identity: { readonly uid: number; readonly gid: number } | null,
): readonly string[] {
  for (const name of ['server.crt', 'server.key']) {
    const file = join(data, name);
    copyFileSync(join(folder, name), file);
    chmodSync(file, 0o600);
    if (identity !== null) chownSync(file, identity.uid, identity.gid);
  }
  const access = join(data, 'pg_hba.conf');
  writeFileSync(access, 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n');
  return ['listen_addresses=127.0.0.1', `port=${port}`, 'ssl=on'];
}

function identityOf(user: string): { readonly uid: number; readonly gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function findPrograms(): string | null {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin'));
  const onPath = (process.env.PATH ?? '').split(':');
  return [...folders, ...onPath].find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}
