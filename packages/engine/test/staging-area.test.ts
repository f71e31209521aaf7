import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@platen/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStagingArea } from '../src/staging-area.ts';

async function emptyFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'platen-staging-test-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

const token = '00000000-0000-0000-0000-000000000000';

test('the folder of a process that died goes when the next one opens', async () => {
  const root = await emptyFolder();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await mkdir(join(root, `run-${pid}-${token}`, 'task'), { recursive: true });
  await mkdir(join(root, `run-${process.pid}-${token}`), { recursive: true });
  const area = createStagingArea(root, silentLogger);
  await area.open();
  expect(await readdir(root)).toEqual([area.path.slice(root.length + 1)]);
  await area.close();
});

test('a staging folder that was made by the first to open it goes with the last to close it, another stays', async () => {
  const above = await emptyFolder();
  const root = join(above, 'made');
  const [first, second] = [createStagingArea(root, silentLogger), createStagingArea(root, silentLogger)];
  await first.open();
  await second.open();
  await second.close();
  expect(await readdir(above)).toEqual(['made']);
  await first.close();
  expect(await readdir(above)).toEqual([]);
  const given = createStagingArea(above, silentLogger);
  await given.open();
  await given.close();
  expect(await readdir(above)).toEqual([]);
});

test('the folder of a living process stays, unless it was seen untouched for long', async () => {
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  const root = await emptyFolder();
  const living = join(root, `run-${process.ppid}-${token}`);
  await mkdir(living);
  // As after a suspension of the machine, before that process gets round to touching it.
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(living, longAgo, longAgo);
  const area = createStagingArea(root, silentLogger);
  const foldersAfter = async (ms: number) => {
    clock.mockReturnValue(ms);
    await area.removeOrphans();
    return (await readdir(root)).length;
  };
  clock.mockReturnValue(0);
  await area.open();
  expect(await foldersAfter(590_000)).toBe(2);
  await utimes(living, new Date(), new Date());
  expect(await foldersAfter(610_000)).toBe(2);
  expect(await foldersAfter(1_200_000)).toBe(2);
  expect(await foldersAfter(1_220_000)).toBe(1);
  await area.close();
});

test('what is not a staging folder is left alone', async () => {
  const root = await emptyFolder();
  await mkdir(join(root, 'mine'));
  const area = createStagingArea(root, silentLogger);
  await area.open();
  await area.close();
  expect(await readdir(root)).toEqual(['mine']);
});

test('two engines in one process leave each other alone', async () => {
  const root = await emptyFolder();
  const [first, second] = [createStagingArea(root, silentLogger), createStagingArea(root, silentLogger)];
  await first.open();
  await second.open();
  expect(await readdir(root)).toHaveLength(2);
  await first.close();
  await second.close();
  expect(await readdir(root)).toEqual([]);
});

test('a staging folder that is moved away with all around it is not made anew', async () => {
  const root = join(await emptyFolder(), 'staging');
  const area = createStagingArea(root, silentLogger);
  await area.open();
  await rename(root, `${root}-elsewhere`);
  const refusal = { code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage_unavailable' } };
  await expect(area.create()).rejects.toMatchObject(refusal);
  await expect(readdir(root)).rejects.toMatchObject({ code: 'ENOENT' });
  await rename(`${root}-elsewhere`, root);
  await using folder = await area.create();
  expect(await readdir(folder.path)).toEqual([]);
  await area.close();
});

test('the folder of all of them goes with the last of several engines, whichever made it', async () => {
  const root = join(await emptyFolder(), 'shared');
  const [maker, other] = [0, 1].map(() => createStagingArea(root, silentLogger, { isOurs: true }));
  await maker?.open();
  await other?.open();
  await maker?.close();
  expect(await readdir(root)).toHaveLength(1);
  await other?.close();
  await expect(readdir(root)).rejects.toMatchObject({ code: 'ENOENT' });
});

test.skipIf(process.getuid?.() !== 0)(
  'a folder that another user made beforehand, where everybody may, is not used (needs root)',
  async () => {
    const shared = await emptyFolder();
    const root = join(shared, 'platen-0');
    await mkdir(root);
    await chown(root, 54_321, 54_321);
    const area = createStagingArea(root, silentLogger);
    await area.open(); // The folder above it is ours alone.
    await area.close();
    await chmod(shared, 0o1777);
    await expect(area.open()).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      cause: { message: `the staging folder ${root} belongs to another user` },
    });
  },
);
