import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readProblem } from '../../src/fs/read-problem.ts';

test('tells why a file cannot be read, and null for one that can', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-read-problem-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'a');
  await writeFile(file, '');
  expect(await readProblem(file)).toBeNull();
  expect(await readProblem(join(folder, 'b'))).toBe('there is no such file');
  expect(await readProblem(join(file, 'b'))).toBe('there is no such file');
  expect(await readProblem(join(folder, 'b'.repeat(300)))).toBe('there is no such file');
  expect(await readProblem(folder)).toBe('it is a folder');
});

test.skipIf(process.platform === 'win32')('tells what is no file, or not for this user', async () => {
  expect(await readProblem('/dev/null')).toBe('it is a pipe or a device');
  if (process.getuid?.() === 0) return; // Root may read everything.
  const folder = await mkdtemp(join(tmpdir(), 'platen-read-problem-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a'), '');
  await chmod(join(folder, 'a'), 0);
  expect(await readProblem(join(folder, 'a'))).toBe('this user may not read it');
});
