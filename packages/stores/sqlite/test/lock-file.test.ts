import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { lockFile } from '@platen/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('./hold-lock.ts', import.meta.url));

const children: ChildProcess[] = [];
let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-lock-'));
  file = join(folder, 'platen.lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process that tries to take the lock and keeps it; resolves to whether it did. */
async function startHolder(): Promise<{ readonly child: ChildProcess; readonly holds: boolean }> {
  const child = spawn(process.execPath, ['--conditions=@platen/source', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, holds: line === 'held' };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

test('only one process holds the lock, and kill -9 frees it at once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const first = await startHolder();
    const second = await startHolder();
    expect([first.holds, second.holds]).toEqual([true, false]);
    expect(lockFile(file)).toBeNull();
    await kill(first.child);
    await kill(second.child);
  }
  const lock = lockFile(file);
  expect(lock).not.toBeNull();
  lock?.release();
});

test('of processes that start together exactly one gets the lock', async () => {
  const holders = await Promise.all(Array.from({ length: 4 }, startHolder));
  expect(holders.filter(({ holds }) => holds)).toHaveLength(1);
  for (const { child } of holders) await kill(child);
});

test('within a process the lock is held once, and trying again does not lose it', async () => {
  const lock = lockFile(file);
  expect(lockFile(file)).toBeNull();
  const other = await startHolder();
  expect(other.holds).toBe(false);
  await kill(other.child);
  lock?.release();
  const again = lockFile(file);
  expect(again).not.toBeNull();
  again?.release();
});
