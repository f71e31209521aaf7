import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../blobs/s3/test/s3-server.ts';

/** Debian's; null where it is not installed, and the tests that need it are reported as skipped. */
export const pgbouncerProgram: string | null =
  ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) => existsSync(path)) ?? null;

/** A pooler in front of a database. */
export interface PgBouncer {
  /** As `DATABASE_URL`. */
  readonly url: string;
  end(): Promise<void>;
}

/** Starts a PgBouncer with its defaults but for the mode, in front of the server of this URL. */
export async function startPgBouncer(server: URL, mode: 'session' | 'transaction'): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-pgbouncer-'));
  // It refuses to run as root, and drops to a user that must read its settings.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const { searchParams } = server;
  writeFileSync(
    settings,
    `[databases]
* = host=${searchParams.get('host')} user=${searchParams.get('user')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
    { mode: 0o644 },
  );
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(pgbouncerProgram ?? '', ['-q', ...asUser, settings], { stdio: 'ignore' });
  const url = `postgres://platen@127.0.0.1:${port}${server.pathname}`;
  while (!(await answers(url)) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    async end() {
      const exit = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
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
