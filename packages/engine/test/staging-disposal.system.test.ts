import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@platen/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStagingArea } from '../src/staging-area.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  return { ...original, rm: vi.fn(original.rm) };
});

test('folders that are disposed of together are each removed once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'platen-staging-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const staging = createStagingArea(root, silentLogger);
  await staging.open();
  const folders = await Promise.all(Array.from({ length: 50 }, () => staging.create()));
  await Promise.all(folders.map((folder) => folder[Symbol.asyncDispose]()));
  expect(await readdir(staging.path)).toEqual([]);
  expect(vi.mocked(rm)).toHaveBeenCalledTimes(50);
  await staging.close();
});
