import { constants, createWriteStream } from 'node:fs';
import { copyFile, link, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertBlobKey } from '../blob-key.ts';
import type { BlobEntry, BlobInfo, BlobListOptions, BlobPage, BlobStore } from '../blob-store.ts';
import { withTranslatedErrors } from '../blob-store-errors.ts';
import { errorCode } from '../error-code.ts';
import { hostShortage, storageUnavailable } from '../errors.ts';
import { mapBounded } from '../map-bounded.ts';
import { checkOptionNames, type OptionNames } from '../option-names.ts';
import { openBlobFolder, temporaryFolderName } from './blob-folder.ts';
import { checkHash } from './check-hash.ts';
import { privateFileMode, removeEmptyFolders } from './durable-files.ts';
import { nullWhenAbsent, walkBlobs } from './walk-blobs.ts';

/** The options of a blob store in a folder. */
export interface FsBlobStoreOptions {
  /**
   * The folder of the blobs. It is created if it is missing, readable only by its owner. Several processes of one machine
   * may share it.
   */
  readonly folder: string;
}

const optionNames: OptionNames<FsBlobStoreOptions> = { folder: true };

const maxPage = 1_000;
/** Files removed at a time: no more than the threads that files share, so that uploads go on. */
const removalConcurrency = 2;

/**
 * Creates a `BlobStore` in a local folder, where the key is the path. A blob is written under a temporary name, flushed and
 * then linked to its own name. So it is complete or absent, even after `kill -9` or a power cut.
 */
// Long: the methods of one store.
export function createFsBlobStore(options: FsBlobStoreOptions): BlobStore {
  checkOptionNames('createFsBlobStore', options, optionNames);
  const { root, pathOf, absent, withTemporary, publish, sweep } = openBlobFolder(options.folder);
  const store: BlobStore = {
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
      const info = await statFile(pathOf(key));
      // Rejects when it is the whole folder that is gone: its blobs may come back.
      if (info === null) await absent(key);
      return info;
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
      if (!(await linkOrCopy(source, path))) throw await absent(key);
    },

    async remove(prefix, options) {
      options?.signal?.throwIfAborted();
      const path = pathOf(prefix);
      const isThere = (await stat(path).catch(nullWhenAbsent)) !== null;
      // Renamed in one step, then removed piece by piece, so that results still being stored under the prefix do not
      // interfere. One whose folder was found just before may get into it, which is tried again then.
      const takeAway = async (temporary: string) => {
        if ((await rename(path, temporary).catch(nullWhenAbsent)) === null) return;
        await rm(temporary, { recursive: true, maxRetries: 5, retryDelay: 10 });
      };
      if (isThere) await withTemporary(takeAway);
      await removeEmptyFolders(dirname(path), root);
    },

    async removeKeys(keys, options) {
      const folders = new Set<string>();
      await mapBounded(keys, removalConcurrency, async (key) => {
        options?.signal?.throwIfAborted();
        const path = pathOf(key);
        // A folder is no blob.
        await unlink(path).catch((error: unknown) => (errorCode(error) === 'EISDIR' ? null : nullWhenAbsent(error)));
        folders.add(dirname(path));
      });
      for (const folder of folders) await removeEmptyFolders(folder, root);
    },

    list: (prefix, options) => listBlobs(root, prefix, options),

    async removeUnfinished(options) {
      options?.signal?.throwIfAborted();
      await sweep();
    },

    directLink: async () => null,
  };
  return withTranslatedErrors(store, toStorageError);
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

/** Gives a file a second name, or copies it; false when it is not there. */
async function linkOrCopy(source: string, path: string): Promise<boolean> {
  try {
    await link(source, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    if ((await statFile(source)) === null) return false;
    // Another device, or a file system without hard links.
    await copyFile(source, path, constants.COPYFILE_EXCL);
  }
  return true;
}

async function listBlobs(
  root: string,
  prefix: string,
  { cursor, limit = maxPage, signal }: BlobListOptions = {},
): Promise<BlobPage> {
  if (prefix !== '') assertBlobKey(prefix);
  const blobs: BlobEntry[] = [];
  const now = Date.now();
  for await (const { key, sizeBytes, changedAtMs } of walkBlobs(root, prefix, cursor ?? null, temporaryFolderName)) {
    signal?.throwIfAborted();
    const last = blobs.at(-1);
    if (last !== undefined && blobs.length >= Math.min(limit, maxPage)) return { blobs, nextCursor: last.key };
    blobs.push({ key, sizeBytes, ageMs: Math.max(0, now - changedAtMs) });
  }
  return { blobs, nextCursor: null };
}

async function statFile(path: string): Promise<BlobInfo | null> {
  const info = await stat(path).catch(nullWhenAbsent);
  return info?.isFile() ? { sizeBytes: info.size } : null;
}

/** Error codes for which the disk, not the caller, is to blame, besides those that `hostShortage` knows. */
const downCodes = ['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENXIO', 'ESTALE', 'EFBIG'];

function toStorageError(error: unknown): unknown {
  const shortage = hostShortage(error);
  if (shortage !== null) return shortage;
  return downCodes.includes(errorCode(error)) ? storageUnavailable(error) : error;
}
