import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder } from '@platen/host/data-folder';
import { createSqliteStore } from '@platen/sqlite';
import { completedOutcome, sampleClaim, sampleJob, unbounded } from '@platen/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createRecordChecks, createServerChecks } from '../src/service/server-checks.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-cli-checks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('the jobs of a data folder are read before its database is closed', async () => {
  const folder = await makeFolder();
  {
    await using store = createSqliteStore({ file: join(folder, 'platen.db') });
    for (const id of ['a', 'b']) {
      await store.jobs.insert(sampleJob(id), unbounded);
      await store.jobs.claim(id, sampleClaim);
      await store.jobs.finish(id, 1, { outcome: completedOutcome, durationMs: 0, retentionMs: 600_000, messages: [] });
    }
  }
  const checks = createRecordChecks(folder).map(async ({ name, run }) => [name, await run()] as const);
  expect(Object.fromEntries(await Promise.all(checks))).toEqual({
    database: `${join(folder, 'platen.db')} is whole and can be written`,
    'internal failures': 'none in the newest 2 jobs',
  });
});

test('the staging folder of the server that runs is no leftover, and a second one is', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'staging', 'run-1'), { recursive: true });
  const [check] = createServerChecks(folder, { host: '127.0.0.1', port: 0 }).filter(({ name }) =>
    /leftovers/.test(name),
  );
  expect(await check?.run()).toMatch(/^1 staging folder: /);
  const lock = lockDataFolder(folder);
  onTestFinished(() => lock?.release());
  expect(await check?.run()).toMatch(/^none: /);
  await mkdir(join(folder, 'staging', 'run-2'));
  expect(await check?.run()).toMatch(/^2 staging folders: /);
});
