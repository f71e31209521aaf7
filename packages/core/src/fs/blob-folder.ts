import { rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { assertBlobKey, blobChanged, blobKeyTaken, blobNotFound } from '../blob-key.ts';
import type { BlobInfo, BlobWriteOptions } from '../blob-store.ts';
import { errorCode } from '../error-code.ts';
import { type ConversionError, storageUnavailable } from '../errors.ts';
import { removeAbandonedFolders } from './abandoned-folders.ts';
import { flushFile, makeDurableFolder, makeFolderInside, publishFile, removeEmptyFolders } from './durable-files.ts';
import { prepareTemporaryFolder, temporaryPath } from './temporary-folder.ts';
import { nullWhenAbsent } from './walk-blobs.ts';

/** The folder of a blob store: files by key, and temporary ones before they get their key. */
export interface BlobFolder {
  readonly root: string;
  /** Where the file of a key is. Throws on what is no key. */
  pathOf(key: string): string;
  /** Why a blob is not there: it was removed, or all of them are gone. */
  absent(key: string): Promise<ConversionError>;
  /** Runs a write with a temporary path of its own, which is gone afterwards whatever happens. */
  withTemporary<Result>(write: (temporary: string) => Promise<Result>): Promise<Result>;
  /** Gives a file the name of its key. It must be as large as announced: what it holds was compared before. */
  publish(key: string, path: string, options?: BlobWriteOptions): Promise<BlobInfo>;
  /** Removes what dead processes left half written, and folders in which they wrote nothing. */
  sweep(): Promise<void>;
}

/** Outside the grammar of keys, so no key can point into it. */
export const temporaryFolderName = '~temporary';

/** How often a write first looks for what dead processes that share the folder left half written. */
const sweepIntervalMs = 10 * 60_000;

/** Nothing is made before the first write. */
export function openBlobFolder(folder: string): BlobFolder {
  const root = resolve(folder);
  const temporaryFolder = join(root, temporaryFolderName);
  let isOpen = false;
  let prepared: Promise<void> | undefined;
  let preparedAt = 0;

  /**
   * Creates the root once. If it is gone later, it was moved or unmounted with its content: recreating it would hide
   * that, and collect files that nobody finds again.
   */
  async function openRoot(): Promise<void> {
    if (isOpen) return expectFolder(root);
    await makeDurableFolder(root);
    isOpen = true;
  }

  /** Removes unfinished files now and then; a failure is not remembered. */
  async function prepareTemporary(): Promise<void> {
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
  }

  async function openFolderOf(path: string): Promise<void> {
    if (path !== root && (await makeFolderInside(path))) {
      isOpen = true;
      return;
    }
    await openRoot();
    await makeDurableFolder(path);
  }

  function pathOf(key: string): string {
    assertBlobKey(key);
    return join(root, key);
  }

  return {
    root,
    pathOf,
    async absent(key) {
      if (isOpen) await expectFolder(root);
      return blobNotFound(key);
    },
    async withTemporary(write) {
      await openRoot();
      await prepareTemporary();
      const temporary = temporaryPath(temporaryFolder);
      try {
        return await write(temporary);
      } finally {
        await rm(temporary, { force: true, recursive: true });
      }
    },
    publish: (key, path, options) => publishAs({ key, target: pathOf(key), root, openFolderOf }, path, options),
    async sweep() {
      await openRoot();
      await prepareTemporaryFolder(temporaryFolder);
      await removeAbandonedFolders(root, temporaryFolderName);
    },
  };
}

interface Target {
  readonly key: string;
  readonly target: string;
  readonly root: string;
  readonly openFolderOf: (path: string) => Promise<void>;
}

async function publishAs(
  { key, target, root, openFolderOf }: Target,
  path: string,
  { sizeBytes }: BlobWriteOptions = {},
): Promise<BlobInfo> {
  const folder = dirname(target);
  // Concurrently: most of a flush is waiting for the disk.
  const [file, made] = await Promise.allSettled([flushFile(path), openFolderOf(folder)]);
  if (made.status === 'rejected') throw isFileInTheWay(made.reason) ? blobKeyTaken(key) : made.reason;
  const isAnnounced = file.status === 'fulfilled' && file.value.sizeBytes === (sizeBytes ?? file.value.sizeBytes);
  if (!isAnnounced) {
    await removeEmptyFolders(folder, root);
    throw file.status === 'rejected' ? file.reason : blobChanged(key);
  }
  if (!(await publishFile(path, target))) throw blobKeyTaken(key);
  return file.value;
}

async function expectFolder(root: string): Promise<void> {
  const found = await stat(root).catch(nullWhenAbsent);
  if (found === null) throw storageUnavailable(new Error(`the folder of the blobs is gone: ${root}`));
}

/** A blob whose key is the beginning of this one. */
function isFileInTheWay(error: unknown): boolean {
  return ['EEXIST', 'ENOTDIR'].includes(errorCode(error));
}
