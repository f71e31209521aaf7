import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtCli } from './built-cli.ts';

test.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends a conversion with %i, and what came through the pipe is removed', async (signal, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-cli-signal-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [builtCli, 'convert', 'pdf/compress', '-', '-o', '-'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write('%PDF-1.7\n');
  const files = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('stdin'));
  await expect.poll(files).toHaveLength(1);
  child.kill(signal);
  const [code] = await once(child, 'exit');
  expect(code).toBe(expected);
  expect(await files()).toEqual([]);
});
