import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, silentLogger } from '@platen/core';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStorageHealth } from '../src/storage-health.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-storage-'));
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

function recordingLogger() {
  const messages: string[] = [];
  const log = (_: unknown, message: string) => void messages.push(message);
  return { messages, logger: { ...silentLogger, warn: log, error: log } satisfies Logger };
}

/** A disk of 1 MB; null where this user may not mount one. */
async function mountSmallDisk(): Promise<string | null> {
  const disk = await mkdtemp(join(tmpdir(), 'platen-small-disk-'));
  onTestFinished(() => rm(disk, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return null;
  }
  // The last one added runs first.
  onTestFinished(() => void execFileSync('umount', [disk]));
  return disk;
}

test('a disk with room is fine, and no probe stays on it', async () => {
  expect(await createStorageHealth(folder, 1, silentLogger).check()).toBe('ok');
  expect(await readdir(folder)).toEqual([]);
});

test('a disk with less room than wanted is full before a write fails', async () => {
  const { bavail, bsize } = await statfs(folder);
  const { logger, messages } = recordingLogger();
  expect(await createStorageHealth(folder, 2 * bavail * bsize, logger).check()).toBe('full');
  expect(messages).toEqual(['the disk for staging is full']);
});

test('a folder that is gone is unavailable until it is back, and each change is told once', async () => {
  const staging = join(folder, 'staging');
  const { logger, messages } = recordingLogger();
  const health = createStorageHealth(staging, 1, logger);
  for (let look = 0; look < 3; look += 1) {
    vi.advanceTimersByTime(1_001);
    expect(await health.check()).toBe('unavailable');
  }
  await mkdir(staging);
  expect(await health.check()).toBe('unavailable'); // Looked at within the last second.
  vi.advanceTimersByTime(1_001);
  expect(await health.check()).toBe('ok');
  expect(messages).toEqual(['the disk for staging is unavailable', 'the disk for staging can be used again']);
});

test('nobody waits for a probe of a disk that was well in the last two seconds', async () => {
  const health = createStorageHealth(folder, 1, silentLogger);
  expect(await health.check()).toBe('ok');
  vi.advanceTimersByTime(1_001);
  await rm(folder, { recursive: true });
  expect(await health.check()).toBe('ok');
  vi.advanceTimersByTime(1_001);
  expect(await health.check()).toBe('unavailable');
});

test('a disk without a byte left is full, and fine once there is room', async ({ skip }) => {
  const disk = await mountSmallDisk();
  if (disk === null) return skip('needs the right to mount a disk');
  const health = createStorageHealth(disk, 0, silentLogger);
  await writeFile(join(disk, 'filler'), new Uint8Array(2 * 1024 * 1024)).catch(() => {});
  expect(await health.check()).toBe('full');
  await rm(join(disk, 'filler'));
  vi.advanceTimersByTime(1_001);
  expect(await health.check()).toBe('ok');
});
