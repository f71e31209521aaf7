import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '@platen/sqlite';
import { completedOutcome, sampleClaim, sampleJob, unbounded } from '@platen/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createRecordChecks } from '../src/service/server-checks.ts';

test('the jobs of a data folder are read before its database is closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-cli-checks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
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
