import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createFsBlobStore } from '@platen/core/fs';
import { blobStoreSuite } from '@platen/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-fs-blobs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

blobStoreSuite(() => ({ subject: createFsBlobStore({ folder: join(folder, 'blobs') }) }));

test('blobs are there after a restart', async () => {
  await createFsBlobStore({ folder }).put('jobs/1/in/0', Readable.from(['kept']));
  expect(await text(await createFsBlobStore({ folder }).read('jobs/1/in/0'))).toBe('kept');
});

test('no temporary file is left, whatever happens', async () => {
  const store = createFsBlobStore({ folder });
  await store.put('a', Readable.from(['one']));
  await store.put('a', Readable.from(['two'])).catch(() => {});
  const broken = new Readable({ read() {} });
  const put = store.put('b', broken);
  broken.push('half');
  broken.destroy(new Error('the line went dead'));
  await expect(put).rejects.toThrow('the line went dead');
  expect(await readdir(join(folder, '~temporary'))).toEqual([]);
});

test('temporary files of dead processes are removed, those of living ones stay', async () => {
  const temporary = join(folder, '~temporary');
  await mkdir(temporary);
  const host = hostname().replace(/[^\w.-]/g, '');
  const deadPid = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
  const names = {
    dead: `${host}~${deadPid}~token~1`,
    earlierWithOurId: `${host}~${process.pid}~token~2`,
    alive: `${host}~${process.ppid}~token~3`,
    elsewhere: `another-machine~1~token~4`,
  };
  for (const name of Object.values(names)) await writeFile(join(temporary, name), 'half');
  await createFsBlobStore({ folder }).put('a', Readable.from(['x']));
  expect((await readdir(temporary)).sort()).toEqual([names.alive, names.elsewhere].sort());
});

test('a folder in which a process that died wrote nothing is removed once it is an hour old', async () => {
  const store = createFsBlobStore({ folder });
  await store.put('jobs/1/in/0', Readable.from(['x']));
  const [abandoned, fresh] = [join(folder, 'jobs', '1', 'out-1'), join(folder, 'jobs', '2')];
  for (const empty of [abandoned, fresh]) await mkdir(empty);
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const old of [abandoned, join(folder, 'jobs', '1', 'in'), join(folder, '~temporary')]) {
    await utimes(old, twoHoursAgo, twoHoursAgo);
  }
  await store.removeUnfinished();
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(
    ['jobs', 'jobs/1', 'jobs/1/in', 'jobs/1/in/0', 'jobs/2', '~temporary'].map((path) => join(path)),
  );
});

test('staging links rather than copies where it can', async () => {
  const store = createFsBlobStore({ folder });
  await store.put('a', Readable.from(['x']));
  await store.stage('a', join(folder, 'staged'));
  expect((await stat(join(folder, 'staged'))).ino).toBe((await stat(join(folder, 'a'))).ino);
});

test('a prefix is removed while results are still stored under it', async () => {
  const store = createFsBlobStore({ folder });
  let isOver = false;
  const storing = [0, 1, 2].map(async (writer) => {
    for (let index = 0; !isOver; index += 1) {
      const put = store.put(`jobs/1/out/${writer}-${index}`, Readable.from(['x']));
      // A folder that goes away under it is a blob that is not stored.
      await put.catch(() => {});
    }
  });
  try {
    for (let round = 0; round < 200; round += 1) await store.remove('jobs/1');
  } finally {
    isOver = true;
    await Promise.all(storing);
  }
});

test('a symbolic link is not adopted', async () => {
  const store = createFsBlobStore({ folder });
  await symlink('/etc/hostname', join(folder, 'link'));
  await expect(store.adopt('a', join(folder, 'link'))).rejects.toThrow();
  expect(await store.stat('a')).toBeNull();
});

const sharedMemory = '/dev/shm';
const otherDevice = await stat(sharedMemory).then(
  async ({ dev }) => dev !== (await stat(tmpdir())).dev,
  () => false,
);

test.skipIf(!otherDevice)('adopting from and staging to another device copies (needs /dev/shm)', async () => {
  const elsewhere = await mkdtemp(join(sharedMemory, 'platen-'));
  try {
    const store = createFsBlobStore({ folder });
    await writeFile(join(elsewhere, 'output'), 'from afar');
    await store.adopt('a', join(elsewhere, 'output'));
    expect(await readdir(elsewhere)).toEqual([]);
    await store.stage('a', join(elsewhere, 'staged'));
    expect(await text(await store.read('a'))).toBe('from afar');
    expect(await readdir(elsewhere)).toEqual(['staged']);
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
  }
});

test.each([
  ['ENOSPC', 'storage_full'],
  ['EDQUOT', 'storage_full'],
  ['EIO', 'storage_unavailable'],
])('a write that meets %s is SERVICE_UNAVAILABLE, and leaves nothing', async (code, reason) => {
  const store = createFsBlobStore({ folder });
  const body = new Readable({
    read() {
      this.destroy(Object.assign(new Error('write failed'), { code }));
    },
  });
  await expect(store.put('a', body)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { reason } });
  expect(await readdir(join(folder, '~temporary'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'only their owner may read blobs and folders, whoever wrote them',
  async () => {
    const root = join(folder, 'blobs');
    const store = createFsBlobStore({ folder: root });
    await store.put('jobs/1/in/0', Readable.from(['x']));
    const written = join(folder, 'written');
    await writeFile(written, 'y', { mode: 0o644 });
    await store.adopt('jobs/1/out/0', written);
    for (const entry of [root, ...(await readdir(root, { recursive: true })).map((name) => join(root, name))]) {
      const info = await stat(entry);
      expect(`${entry} ${(info.mode & 0o777).toString(8)}`).toBe(`${entry} ${info.isDirectory() ? '700' : '600'}`);
    }
  },
);

test('a folder that is moved away is not made anew: nothing is stored or missed until it is back', async () => {
  const root = join(folder, 'blobs');
  const store = createFsBlobStore({ folder: root });
  await store.put('a', Readable.from(['one']));
  await rename(root, join(folder, 'elsewhere'));
  const file = join(folder, 'file');
  await writeFile(file, 'two');
  for (const attempt of [
    () => store.put('b', Readable.from(['two'])),
    () => store.adopt('b', file),
    () => store.read('a'),
    () => store.stage('a', join(folder, 'staged')),
  ]) {
    const refusal = { code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage_unavailable' } };
    await expect(attempt()).rejects.toMatchObject(refusal);
  }
  expect(await readdir(folder)).not.toContain('blobs');
  await rename(join(folder, 'elsewhere'), root);
  expect(await text(await store.read('a'))).toBe('one');
  expect(await store.adopt('b', file)).toEqual({ sizeBytes: 3 });
});
