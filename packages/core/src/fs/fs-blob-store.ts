import { constants, createWriteStream } from 'node:fs';
import { copyFile, link, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertBlobKey, blobKeyTaken, blobNotFound } from '../blob-key.ts';
import type { BlobInfo, BlobStore } from '../blob-store.ts';
import { ConversionError } from '../errors.ts';
import { errorCode, flushFile, publishFile, removeEmptyFolders } from './durable-files.ts';
import { prepareTemporaryFolder, temporaryPath } from './temporary-folder.ts';

export interface FsBlobStoreOptions {
  /** Where the blobs live. Created when missing. Several processes of one machine may share it. */
  readonly folder: string;
}

/** Outside the grammar of keys, so no key can point into it. */
const temporaryFolderName = '~temporary';

/**
 * A `BlobStore` in a local folder: the key is the path below it. A blob is written under a temporary name, flushed,
 * and linked to its own name, so it is there whole or not at all, even after `kill -9` or a power cut.
 */
export function createFsBlobStore(options: FsBlobStoreOptions): BlobStore {
  const root = resolve(options.folder);
  const temporaryFolder = join(root, temporaryFolderName);
  let prepared: Promise<void> | undefined;

  function pathOf(key: string): string {
    assertBlobKey(key);
    return join(root, key);
  }

  /** Runs a write with a temporary path of its own, which is gone afterwards whatever happens. */
  async function withTemporary<Result>(write: (temporary: string) => Promise<Result>): Promise<Result> {
    prepared ??= prepareTemporaryFolder(temporaryFolder);
    try {
      await prepared;
    } catch (error) {
      prepared = undefined;
      throw error;
    }
    const temporary = temporaryPath(temporaryFolder);
    try {
      return await write(temporary);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async function publish(key: string, path: string): Promise<BlobInfo> {
    const info = await flushFile(path);
    if (!(await publishFile(path, pathOf(key)))) throw blobKeyTaken(key);
    return info;
  }

  return withStorageErrors({
    async put(key, body) {
      assertBlobKey(key);
      return withTemporary(async (temporary) => {
        await pipeline(body, createWriteStream(temporary, { flags: 'wx' }));
        return publish(key, temporary);
      });
    },

    async adopt(key, path) {
      assertBlobKey(key);
      try {
        return await publish(key, path);
      } catch (error) {
        if (errorCode(error) !== 'EXDEV') throw error;
      }
      return withTemporary(async (temporary) => {
        await copyFile(path, temporary);
        const info = await publish(key, temporary);
        await rm(path);
        return info;
      });
    },

    async stat(key) {
      return statFile(pathOf(key));
    },

    async read(key, range) {
      const path = pathOf(key);
      // Opened before it is handed out: an absent blob rejects here, and a removal meanwhile does not cut the reader off.
      const handle = (await statFile(path)) === null ? null : await open(path, 'r').catch(nullWhenAbsent);
      if (handle === null) throw blobNotFound(key);
      return handle.createReadStream(range === undefined ? {} : { start: range.start, end: range.end });
    },

    async stage(key, path) {
      const source = pathOf(key);
      try {
        await link(source, path);
      } catch (error) {
        const code = errorCode(error);
        if (code === 'EEXIST') throw error;
        if ((await statFile(source)) === null) throw blobNotFound(key);
        // Another device, or a file system without hard links.
        await copyFile(source, path, constants.COPYFILE_EXCL);
      }
    },

    async remove(prefix) {
      const path = pathOf(prefix);
      await rm(path, { recursive: true, force: true });
      await removeEmptyFolders(dirname(path), root);
    },

    async list(prefix) {
      const names = await readdir(prefix === '' ? root : pathOf(prefix)).catch(nullWhenAbsent);
      return (names ?? []).filter((name) => name !== temporaryFolderName);
    },
  });
}

async function statFile(path: string): Promise<BlobInfo | null> {
  const info = await stat(path).catch(nullWhenAbsent);
  return info?.isFile() ? { sizeBytes: info.size } : null;
}

function nullWhenAbsent(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return null;
  throw error;
}

/** What the operating system says when the disk, and not the caller, is to blame. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const downCodes = ['EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ENXIO', 'ESTALE'];

function withStorageErrors(store: BlobStore): BlobStore {
  const guard =
    <Arguments extends readonly unknown[], Result>(method: (...args: Arguments) => Promise<Result>) =>
    (...args: Arguments): Promise<Result> =>
      method(...args).catch((error: unknown) => {
        throw toStorageError(error);
      });
  return {
    put: guard(store.put),
    adopt: guard(store.adopt),
    stat: guard(store.stat),
    read: guard(store.read),
    stage: guard(store.stage),
    remove: guard(store.remove),
    list: guard(store.list),
  };
}

function toStorageError(error: unknown): unknown {
  const code = errorCode(error) ?? '';
  if (fullCodes.includes(code)) {
    return new ConversionError('SERVICE_UNAVAILABLE', 'The storage is full', {
      details: { reason: 'storage_full' },
      cause: error,
    });
  }
  if (downCodes.includes(code)) {
    return new ConversionError('SERVICE_UNAVAILABLE', 'The storage is not available', {
      details: { reason: 'storage_unavailable' },
      cause: error,
    });
  }
  return error;
}
