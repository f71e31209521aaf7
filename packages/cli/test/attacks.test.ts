import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttackTarget, httpAttackSuite } from '@platen/testing';
import { startServer } from './server-process.ts';

/** `platen serve` as anybody starts it, but for the rate limit. */
async function startTarget(): Promise<AttackTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-cli-attacks-'));
  const server = await startServer(folder, '--requests-per-minute', '10000000');
  const staging = join(folder, 'data', 'staging');
  return {
    baseUrl: server.url,
    key: server.key,
    operation: 'pdf/split',
    pid: server.pid,
    isAlive: server.isAlive,
    ownsServer: true,
    async stagedFiles() {
      const entries = await readdir(staging, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    faults: async () => server.errors,
    async stop() {
      await server.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

httpAttackSuite({ startTarget });
