import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { BlobPage, BlobStore } from '@platen/core';
import { afterAll, beforeAll, expect } from 'vitest';
import { createRule, type Make, type Subject, type SuiteRunner, vitestRunner } from './subject.ts';

/** Every rule of the `BlobStore` contract. `make` returns an empty store. */
export function blobStoreSuite(make: Make<Subject<BlobStore>>, runner: SuiteRunner = vitestRunner): void {
  const rule = createRule<BlobStore, Subject<BlobStore>>(make, runner);
  let folder = '';
  let files = 0;
  const freshPath = () => join(folder, `file-${files++}`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-blob-suite-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  runner.describe('BlobStore: put and adopt', () => {
    rule('what was put reads back byte for byte', async (store) => {
      const bytes = randomBytes(3_000_001);
      const chunks = Array.from({ length: 47 }, (_, index) => bytes.subarray(index * 64_000, (index + 1) * 64_000));
      expect(await store.put('jobs/1/in/0', Readable.from(chunks))).toEqual({ sizeBytes: bytes.length });
      expect(await store.stat('jobs/1/in/0')).toEqual({ sizeBytes: bytes.length });
      expect(hash(await buffer(await store.read('jobs/1/in/0')))).toBe(hash(bytes));
    });

    rule('an empty blob is a blob', async (store) => {
      await store.put('empty', bytesOf(''));
      expect(await store.stat('empty')).toEqual({ sizeBytes: 0 });
      expect(await text(await store.read('empty'))).toBe('');
    });

    rule('a key that is taken keeps its bytes', async (store) => {
      await store.put('a/b', bytesOf('first'));
      await expect(store.put('a/b', bytesOf('second'))).rejects.toThrow();
      const path = freshPath();
      await writeFile(path, 'third');
      await expect(store.adopt('a/b', path)).rejects.toThrow();
      expect(await text(await store.read('a/b'))).toBe('first');
    });

    rule('of racing puts under one key only one is kept', async (store) => {
      const puts = ['one', 'two', 'three'].map((body) => store.put('a', bytesOf(body)).then(() => body));
      const kept = (await Promise.allSettled(puts)).filter((result) => result.status === 'fulfilled');
      expect(kept).toHaveLength(1);
      expect(await text(await store.read('a'))).toBe(kept[0]?.value);
    });

    rule('a stream that breaks leaves nothing', async (store) => {
      const broken = Readable.from(brokenBody());
      await expect(store.put('jobs/1/in/0', broken)).rejects.toThrow('the line went dead');
      expect(await store.stat('jobs/1/in/0')).toBeNull();
      expect(await keysOf(store, '')).toEqual([]);
      await store.put('jobs/1/in/0', bytesOf('again'));
      expect(await text(await store.read('jobs/1/in/0'))).toBe('again');
    });

    rule('an adopted file is the store’s and no longer where it was', async (store) => {
      const path = freshPath();
      await writeFile(path, 'given away');
      expect(await store.adopt('jobs/1/out/1/0', path)).toEqual({ sizeBytes: 10 });
      expect(await text(await store.read('jobs/1/out/1/0'))).toBe('given away');
      await expect(stat(path)).rejects.toThrow();
    });

    rule('bytes that are not those announced are refused, and nothing is stored', async (store) => {
      const sha256 = hash(Buffer.from('announced'));
      expect(await store.put('right', bytesOf('announced'), { sizeBytes: 9, sha256 })).toEqual({ sizeBytes: 9 });
      await expect(store.put('a', bytesOf('announceD'), { sha256 })).rejects.toThrow();
      await expect(store.put('b', bytesOf('announced'), { sizeBytes: 8 })).rejects.toThrow();
      await expect(store.put('c', bytesOf('announced'), { sizeBytes: 10, sha256 })).rejects.toThrow();
      const path = freshPath();
      await writeFile(path, 'announceD');
      await expect(store.adopt('d', path, { sha256 })).rejects.toThrow();
      await expect(store.adopt('e', path, { sizeBytes: 1 })).rejects.toThrow();
      await store.adopt('right-too', path, { sizeBytes: 9, sha256: hash(Buffer.from('announceD')) });
      expect((await keysOf(store, '')).toSorted()).toEqual(['right', 'right-too']);
    });

    rule('a write that is aborted rejects with the reason, and leaves nothing', async (store) => {
      const abort = new AbortController();
      const reason = new Error('no longer wanted');
      // Errors: the store hears them.
      const endless = new Readable({ read() {} });
      endless.push('half of it');
      const put = store.put('a', endless, { signal: abort.signal });
      abort.abort(reason);
      await expect(put).rejects.toBe(reason);
      const path = freshPath();
      await writeFile(path, 'x');
      const { signal } = abort;
      await expect(store.put('a', bytesOf('x'), { signal })).rejects.toBe(reason);
      await expect(store.adopt('a', path, { signal })).rejects.toBe(reason);
      expect(await keysOf(store, '')).toEqual([]);
    });

    rule('reading, staging, removing and listing can be aborted', async (store) => {
      await store.put('a', bytesOf('kept'));
      const reason = new Error('no longer wanted');
      const signal = AbortSignal.abort(reason);
      await expect(store.stat('a', { signal })).rejects.toBe(reason);
      await expect(store.read('a', { signal })).rejects.toBe(reason);
      await expect(store.stage('a', freshPath(), { signal })).rejects.toBe(reason);
      await expect(store.remove('a', { signal })).rejects.toBe(reason);
      await expect(store.list('', { signal })).rejects.toBe(reason);
      expect(await text(await store.read('a'))).toBe('kept');
    });

    for (const key of [
      '',
      '/',
      '/etc/passwd',
      '../up',
      'a/../../up',
      'a//b',
      'a/',
      './a',
      '.',
      '..',
      'a\0b',
      'a\\b',
      'ä',
    ]) {
      rule(`the key ${JSON.stringify(key)} is refused`, async (store) => {
        await expect(store.put(key, bytesOf('x'))).rejects.toThrow();
        const path = freshPath();
        await writeFile(path, 'x');
        await expect(store.adopt(key, path)).rejects.toThrow();
      });
    }
  });

  runner.describe('BlobStore: reading', () => {
    rule('a range has both its ends in it', async (store) => {
      await store.put('a', bytesOf('0123456789'));
      expect(await text(await store.read('a', { range: { start: 2, end: 4 } }))).toBe('234');
      expect(await text(await store.read('a', { range: { start: 0, end: 0 } }))).toBe('0');
      expect(await text(await store.read('a', { range: { start: 9, end: 9 } }))).toBe('9');
    });

    rule('an absent blob has no stat, and reading or staging it rejects with NOT_FOUND', async (store) => {
      await store.put('a/b', bytesOf('x'));
      for (const key of ['nothing', 'a', 'a/b/c', 'nothing/at/all']) {
        expect(await store.stat(key)).toBeNull();
        await expect(store.read(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(store.stage(key, freshPath())).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    });

    rule('a staged file has the bytes, and removing it leaves the blob', async (store) => {
      await store.put('a', bytesOf('for a worker'));
      const path = freshPath();
      await store.stage('a', path);
      expect(await readFile(path, 'utf8')).toBe('for a worker');
      await rm(path);
      expect(await text(await store.read('a'))).toBe('for a worker');
    });

    rule('staging does not replace a file', async (store) => {
      await store.put('a', bytesOf('blob'));
      const path = freshPath();
      await writeFile(path, 'mine');
      await expect(store.stage('a', path)).rejects.toThrow();
      expect(await readFile(path, 'utf8')).toBe('mine');
    });

    rule('a reader under way still gets every byte when the blob is removed', async (store) => {
      await store.put('a', bytesOf('x'.repeat(300_000)));
      const body = await store.read('a');
      await store.remove('a');
      expect(await text(body)).toHaveLength(300_000);
    });
  });

  runner.describe('BlobStore: remove and list', () => {
    rule('removes what is under a prefix, and nothing that only begins alike', async (store) => {
      for (const key of ['jobs/1/in/0', 'jobs/1/out/1/0', 'jobs/10/in/0', 'jobs/2']) await store.put(key, bytesOf(key));
      await store.remove('jobs/1');
      expect(await store.stat('jobs/1/in/0')).toBeNull();
      expect(await store.stat('jobs/1/out/1/0')).toBeNull();
      expect(await store.stat('jobs/10/in/0')).not.toBeNull();
      await store.remove('jobs/2');
      expect(await store.stat('jobs/2')).toBeNull();
      await store.remove('jobs/nothing');
    });

    rule('removes the blobs of given keys, and no others', async (store) => {
      for (const key of ['jobs/1/in/0', 'jobs/1/out/0', 'jobs/1/out/01', 'jobs/2/in/0'])
        await store.put(key, bytesOf(key));
      await store.removeKeys(['jobs/1/out/0', 'jobs/2/in/0', 'jobs/3/nothing', 'jobs/1']);
      expect((await store.list('')).blobs.map(({ key }) => key)).toEqual(['jobs/1/in/0', 'jobs/1/out/01']);
      await store.removeKeys([]);
    });

    rule('lists what is under a prefix, with size and age', async (store) => {
      for (const key of ['jobs/1/in/0', 'jobs/1/in/1', 'jobs/10/out', 'jobs/3', 'other']) {
        await store.put(key, bytesOf(key));
      }
      const { blobs, nextCursor } = await store.list('jobs');
      expect(nextCursor).toBeNull();
      expect(blobs.map(({ key }) => key).toSorted()).toEqual(['jobs/1/in/0', 'jobs/1/in/1', 'jobs/10/out', 'jobs/3']);
      for (const { key, sizeBytes, ageMs } of blobs) {
        expect(sizeBytes).toBe(key.length);
        expect(ageMs).toBeGreaterThanOrEqual(0);
        expect(ageMs).toBeLessThan(10 * 60_000);
      }
      expect((await keysOf(store, 'jobs/1')).toSorted()).toEqual(['jobs/1/in/0', 'jobs/1/in/1']);
      expect(await keysOf(store, '')).toHaveLength(5);
      expect(await keysOf(store, 'nothing')).toEqual([]);
    });

    rule('pages leave out no blob and show none twice, those of one folder next to each other', async (store) => {
      const keys = ['a-b/x', 'a/1/x', 'a/1/y', 'a/10/x', 'a/2', 'a.c/x', 'b/1/x'];
      for (const key of keys) await store.put(key, bytesOf(key));
      for (const limit of [1, 2, 3, 7, 8]) {
        const listed = await keysOf(store, '', limit);
        expect(listed.toSorted()).toEqual(keys.toSorted());
        const folders = listed.map((key) => key.split('/')[0] ?? '');
        expect(folders.filter((folder, index) => folder !== folders[index - 1])).toHaveLength(4);
      }
      expect((await store.list('', { limit: 2 })).blobs).toHaveLength(2);
    });

    rule('blobs that go between two pages shift none of the others', async (store) => {
      for (const key of ['a/1', 'a/2', 'a/3', 'a/4']) await store.put(key, bytesOf(key));
      const { blobs, nextCursor } = await store.list('a', { limit: 2 });
      for (const { key } of blobs) await store.remove(key);
      const rest = await store.list('a', { limit: 2, cursor: nextCursor ?? '' });
      expect(rest.blobs.map(({ key }) => key)).toEqual(['a/3', 'a/4']);
    });

    rule('removing what is unfinished leaves what is whole', async (store) => {
      await store.put('a', bytesOf('whole'));
      await store.removeUnfinished();
      expect(await text(await store.read('a'))).toBe('whole');
    });

    rule('storing and removing side by side do not disturb each other', async (store) => {
      const rounds = Array.from({ length: 30 }, async (_, round) => {
        await store.put(`jobs/${round}/in/0`, bytesOf('x'));
        await store.remove(`jobs/${round}`);
      });
      await Promise.all(rounds);
      expect(await keysOf(store, 'jobs')).toEqual([]);
    });
  });
}

/** The keys of all pages. */
async function keysOf(store: BlobStore, prefix: string, limit?: number): Promise<readonly string[]> {
  const keys: string[] = [];
  let cursor: string | null = null;
  do {
    const page: BlobPage = await store.list(prefix, {
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === null ? {} : { cursor }),
    });
    keys.push(...page.blobs.map(({ key }) => key));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return keys;
}

function bytesOf(content: string): Readable {
  return Readable.from(content === '' ? [] : [Buffer.from(content)]);
}

async function* brokenBody(): AsyncGenerator<Buffer> {
  yield Buffer.from('half of it');
  throw new Error('the line went dead');
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
