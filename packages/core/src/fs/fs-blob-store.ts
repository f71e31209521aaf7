import { constants, createWriteStream } from 'node:fs';
import { copyFile, link, open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertBlobKey, blobChanged, blobKeyTaken, blobNotFound } from '../blob-key.ts';
import type { BlobEntry, BlobInfo, BlobStore, BlobWriteOptions } from '../blob-store.ts';
import { type ConversionError, hostShortage, storageUnavailable } from '../errors.ts';
import { checkHash } from './check-hash.ts';
import {
  errorCode,
  flushFile,
  makeFolder,
  makeFolderInside,
  privateFileMode,
  publishFile,
  removeEmptyFolders,
} from './durable-files.ts';
import { prepareTemporaryFolder, temporaryPath } from './temporary-folder.ts';
import { nullWhenAbsent, walkBlobs } from './walk-blobs.ts';

/** Where the files are kept. */
export interface FsBlobStoreOptions {
  /** Where the blobs live. Created when missing, for its owner alone. Several processes of one machine may share it. */
  readonly folder: string;
}

/** Outside the grammar of keys, so no key can point into it. */
const temporaryFolderName = '~temporary';
const maxPage = 1_000;

/** How often a write first looks for what dead processes that share the folder left half written. */
const sweepIntervalMs = 10 * 60_000;

/**
 * A `BlobStore` in a local folder: the key is the path below it. A blob is written under a temporary name, flushed,
 * and linked to its own name, so it is there whole or not at all, even after `kill -9` or a power cut.
 */
// Long: the methods of one store over one folder.
export function createFsBlobStore(options: FsBlobStoreOptions): BlobStore {
  const root = resolve(options.folder);
  const temporaryFolder = join(root, temporaryFolderName);
  let isOpen = false;
  let prepared: Promise<void> | undefined;
  let preparedAt = 0;

  function pathOf(key: string): string {
    assertBlobKey(key);
    return join(root, key);
  }

  /**
   * Makes the root once. One that is gone later was moved or unmounted with everything in it: another in its place would
   * hide that, and take files that nobody finds again.
   */
  async function openRoot(): Promise<void> {
    if (isOpen) return expectRoot();
    await makeFolder(root);
    isOpen = true;
  }

  async function expectRoot(): Promise<void> {
    const found = await stat(root).catch(nullWhenAbsent);
    if (found === null) throw storageUnavailable(new Error(`the folder of the blobs is gone: ${root}`));
  }

  /** Why a blob is not there: it was removed, or all of them are gone. */
  async function absent(key: string): Promise<ConversionError> {
    if (isOpen) await expectRoot();
    return blobNotFound(key);
  }

  /** Runs a write with a temporary path of its own, which is gone afterwards whatever happens. */
  async function withTemporary<Result>(write: (temporary: string) => Promise<Result>): Promise<Result> {
    await openRoot();
    if (prepared === undefined || performance.now() - preparedAt > sweepIntervalMs) {
      prepared = prepareTemporaryFolder(temporaryFolder);
      preparedAt = performance.now();
    }
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

  async function openFolder(folder: string): Promise<void> {
    if (folder !== root && (await makeFolderInside(folder))) {
      isOpen = true;
      return;
    }
    await openRoot();
    await makeFolder(folder);
  }

  /** Gives a file the name of its key. It must be as large as announced: what it holds was compared before. */
  async function publish(key: string, path: string, { sizeBytes }: BlobWriteOptions = {}): Promise<BlobInfo> {
    const target = pathOf(key);
    const folder = dirname(target);
    // Side by side: most of a flush is waiting for the disk.
    const [file, made] = await Promise.allSettled([flushFile(path), openFolder(folder)]);
    if (made.status === 'rejected') throw isFileInTheWay(made.reason) ? blobKeyTaken(key) : made.reason;
    const isAnnounced = file.status === 'fulfilled' && file.value.sizeBytes === (sizeBytes ?? file.value.sizeBytes);
    if (!isAnnounced) {
      await removeEmptyFolders(folder, root);
      throw file.status === 'rejected' ? file.reason : blobChanged(key);
    }
    if (!(await publishFile(path, target))) throw blobKeyTaken(key);
    return file.value;
  }

  return withStorageErrors({
    durable: true,
    async put(key, body, options = {}) {
      assertBlobKey(key);
      body.on('error', () => {}); // It may fail before it is read: `pipeline` reports it then.
      return withTemporary(async (temporary) => {
        await writeStream(body, temporary, options.signal);
        await checkHash(temporary, key, options);
        return publish(key, temporary, options);
      });
    },

    async adopt(key, path, options = {}) {
      assertBlobKey(key);
      await checkHash(path, key, options);
      try {
        return await publish(key, path, options);
      } catch (error) {
        if (errorCode(error) !== 'EXDEV') throw error;
      }
      return withTemporary(async (temporary) => {
        await copyFile(path, temporary);
        const info = await publish(key, temporary, options);
        await rm(path);
        return info;
      });
    },

    async stat(key, options) {
      options?.signal?.throwIfAborted();
      return statFile(pathOf(key));
    },

    async read(key, { range, signal } = {}) {
      signal?.throwIfAborted();
      const path = pathOf(key);
      // Opened before it is handed out: an absent blob rejects here, and a removal meanwhile does not cut the reader off.
      const handle = (await statFile(path)) === null ? null : await open(path, 'r').catch(nullWhenAbsent);
      if (handle === null) throw await absent(key);
      const body = handle.createReadStream(range === undefined ? {} : { start: range.start, end: range.end });
      return signal === undefined ? body : addAbortSignal(signal, body);
    },

    async stage(key, path, options) {
      options?.signal?.throwIfAborted();
      const source = pathOf(key);
      try {
        await link(source, path);
      } catch (error) {
        const code = errorCode(error);
        if (code === 'EEXIST') throw error;
        if ((await statFile(source)) === null) throw await absent(key);
        // Another device, or a file system without hard links.
        await copyFile(source, path, constants.COPYFILE_EXCL);
      }
    },

    async remove(prefix, options) {
      options?.signal?.throwIfAborted();
      const path = pathOf(prefix);
      await rm(path, { recursive: true, force: true });
      await removeEmptyFolders(dirname(path), root);
    },

    async list(prefix, { cursor, limit = maxPage, signal } = {}) {
      if (prefix !== '') assertBlobKey(prefix);
      const blobs: BlobEntry[] = [];
      const now = Date.now();
      for await (const { key, sizeBytes, changedAtMs } of walkBlobs(
        root,
        prefix,
        cursor ?? null,
        temporaryFolderName,
      )) {
        signal?.throwIfAborted();
        const last = blobs.at(-1);
        if (last !== undefined && blobs.length >= Math.min(limit, maxPage)) return { blobs, nextCursor: last.key };
        blobs.push({ key, sizeBytes, ageMs: Math.max(0, now - changedAtMs) });
      }
      return { blobs, nextCursor: null };
    },

    async removeUnfinished(options) {
      options?.signal?.throwIfAborted();
      await openRoot();
      await prepareTemporaryFolder(temporaryFolder);
    },

    async directLink() {
      return null;
    },
  });
}

async function writeStream(body: Readable, path: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await pipeline(
      body,
      createWriteStream(path, { flags: 'wx', mode: privateFileMode }),
      signal === undefined ? {} : { signal },
    );
  } catch (error) {
    // An aborted pipeline fails with an error of its own; the caller is to see the reason of its signal.
    signal?.throwIfAborted();
    throw error;
  }
}

/** A blob whose key is the beginning of this one. */
function isFileInTheWay(error: unknown): boolean {
  return ['EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '');
}

async function statFile(path: string): Promise<BlobInfo | null> {
  const info = await stat(path).catch(nullWhenAbsent);
  return info?.isFile() ? { sizeBytes: info.size } : null;
}

/** What the operating system says when the disk, and not the caller, is to blame, besides what `hostShortage` knows. */
const downCodes = ['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENXIO', 'ESTALE', 'EFBIG'];

function withStorageErrors(store: BlobStore): BlobStore {
  const guard =
    <Arguments extends readonly unknown[], Result>(method: (...args: Arguments) => Promise<Result>) =>
    (...args: Arguments): Promise<Result> =>
      method(...args).catch((error: unknown) => {
        throw toStorageError(error);
      });
  return {
    durable: store.durable,
    put: guard(store.put),
    adopt: guard(store.adopt),
    stat: guard(store.stat),
    read: guard(store.read),
    stage: guard(store.stage),
    remove: guard(store.remove),
    list: guard(store.list),
    removeUnfinished: guard(store.removeUnfinished),
    directLink: guard(store.directLink),
  };
}

function toStorageError(error: unknown): unknown {
  const shortage = hostShortage(error);
  if (shortage !== null) return shortage;
  return downCodes.includes(errorCode(error) ?? '') ? storageUnavailable(error) : error;
}
