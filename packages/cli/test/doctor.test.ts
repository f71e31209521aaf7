import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

test('the doctor tells of confinement, fonts, leftovers, and merges in a thread and in a process', async () => {
  const data = await mkdtemp(join(tmpdir(), 'platen-cli-doctor-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await mkdir(join(data, 'staging', 'run-1-left'), { recursive: true });
  const { terminal, printed } = createRecordingTerminal();
  expect(await main(['doctor', '--data', data, '--port', '0'], terminal)).toBe(0);
  const report = printed.join('\n');
  expect(report).toMatch(/ok +temporary leftovers +1 staging folder:/);
  expect(report).toMatch(/ok +server +none runs on this data folder/);
  expect(report).toMatch(/ok +internal failures +none yet/);
  expect(report).toMatch(/ok +fonts +\d+ faces/);
  expect(report).toMatch(/ok +confinement +heap bound, permission model, deadline/);
  expect(report).toMatch(/ok +a merge in a thread +\d+ ms/);
  expect(report).toMatch(/ok +a merge in a process +\d+ ms/);
  // Loading all operations from the sources takes long where no compiled code is kept, as on another Node.
});

test.skipIf(process.platform === 'win32')(
  'the doctor says why a worker process cannot be started',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-cli-doctor-'));
    const { execPath } = process;
    onTestFinished(async () => {
      process.execPath = execPath;
      await rm(folder, { recursive: true, force: true });
    });
    process.execPath = join(folder, 'node');
    await writeFile(process.execPath, '#!/bin/sh\necho "Error: Access to this API has been restricted" >&2\nexit 1\n');
    await chmod(process.execPath, 0o755);
    const { terminal, printed } = createRecordingTerminal();
    expect(await main(['doctor', '--data', folder, '--port', '0'], terminal)).toBe(4);
    const report = printed.join('\n');
    expect(report).toMatch(/ok +a merge in a thread/);
    expect(report).toMatch(/FAIL +a merge in a process .*: Error: Access to this API has been restricted$/m);
  },
  60_000,
);

test('the doctor’s findings come as JSON', async () => {
  const data = await mkdtemp(join(tmpdir(), 'platen-cli-doctor-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await writeFile(join(data, 'file'), '');
  const { terminal, printed } = createRecordingTerminal();
  expect(await main(['doctor', '--data', join(data, 'file'), '--port', '0', '--json'], terminal)).toBe(4);
  const { ok, checks } = JSON.parse(printed.join('')) as {
    readonly ok: boolean;
    readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly text: string }[];
  };
  expect(ok).toBe(false);
  expect(checks.find(({ name }) => name === 'data folder')?.ok).toBe(false);
  expect(checks.find(({ name }) => name === 'fonts')).toMatchObject({ ok: true, text: expect.stringMatching(/faces/) });
});
