import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Logger, type StagingFolder, storageUnavailable } from '@platen/core';
import { makeFolder } from '@platen/core/fs';
import { errorCode, hostShortage } from '@platen/core/internal';

/** Folders for uploads and tasks in progress: all inside one folder of this process, each removed when disposed. */
export interface StagingArea {
  /** Where this process keeps its folders. */
  readonly path: string;
  /**
   * Removes what dead processes left behind, and keeps this one's folder marked as alive. Rejects with
   * `SERVICE_UNAVAILABLE` when the folder cannot be made; a later call tries again.
   */
  open(): Promise<void>;
  /**
   * Rejects with `SERVICE_UNAVAILABLE` when the disk refuses it, or when the folder of this process was moved or
   * removed together with the data beside it: recreating it would hide that.
   */
  create(): Promise<StagingFolder>;
  /** Removes the folders of processes that have died since. */
  removeOrphans(): Promise<void>;
  /** True for a path inside this area: such a file may be moved away instead of copied. */
  owns(path: string): boolean;
  /** Removes the folder of this process, and its parent if that is empty and was created here or is Platen's own. */
  close(): Promise<void>;
}

/**
 * A live process touches its folder this often; one that was observed untouched for `orphanAfterMs` has no live owner.
 * The modification time alone does not show it: after a machine was suspended or its clock set forward, all folders
 * look old.
 */
const touchIntervalMs = 60_000;
const orphanAfterMs = 10 * 60_000;
const ownFolderPattern = /^run-(\d+)-[0-9a-f-]+$/;

/** Folders of live engines in this process, which share its pid. */
const livingHere = new Set<string>();

/** `isOurs`: whether the parent folder is Platen's own rather than one chosen by the host; false. */
export function createStagingArea(root: string, logger: Logger, { isOurs = false } = {}): StagingArea {
  const name = `run-${process.pid}-${randomUUID()}`;
  const path = join(root, name);
  let timer: NodeJS.Timeout | undefined;
  let hasMadeRoot = false;
  const foreign = createSightings();

  /** Folders that could not be removed, for example because the process had no descriptors left. */
  const leftovers = new Set<string>();

  /**
   * Never rejects: a folder that cannot be removed must not hide why its task failed. The next removal tries again.
   * Only one removal works on a folder at a time: two racing ones would query the disk thousands of times a second.
   */
  const dispose = async (folder: string) => {
    const folders = [folder, ...leftovers];
    leftovers.clear();
    for (const [index, each] of folders.entries()) {
      try {
        await removeFolder(each);
      } catch (error) {
        for (const left of folders.slice(index)) leftovers.add(left);
        logger.warn({ err: error }, 'a task folder cannot be removed now; trying again later');
        return;
      }
    }
  };

  const touch = () => {
    const now = new Date();
    utimes(path, now, now).catch((error: unknown) =>
      logger.warn({ err: error }, 'the staging folder cannot be touched'),
    );
  };

  return {
    path,
    async open() {
      if (timer !== undefined) return;
      livingHere.add(name);
      try {
        hasMadeRoot ||= !(await exists(root));
        await makeFolder(path);
        await refuseForeign(root);
      } catch (error) {
        throw hostShortage(error) ?? storageUnavailable(error);
      }
      timer ??= setInterval(touch, touchIntervalMs).unref();
      await removeOrphans(root, foreign, logger).catch((error: unknown) =>
        logger.warn({ err: error }, 'staging folders of ended processes cannot be removed now; trying again later'),
      );
    },
    async create() {
      const folder = join(path, randomUUID());
      await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
        throw hostShortage(error) ?? storageUnavailable(error);
      });
      return { path: folder, [Symbol.asyncDispose]: () => dispose(folder) };
    },
    removeOrphans: () => removeOrphans(root, foreign, logger),
    owns: (file) => file.startsWith(`${path}/`) || file.startsWith(`${path}\\`),
    async close() {
      clearInterval(timer);
      timer = undefined;
      livingHere.delete(name);
      await removeFolder(path);
      // Other processes may have folders in it: the last one removes it, whoever created it.
      if (hasMadeRoot || isOurs) await rmdir(root).catch(() => {});
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false; // Where it cannot be inspected, it cannot be created either.
  }
}

/**
 * In a shared folder such as /tmp another user may have created this one beforehand, and would control whatever is in
 * it.
 */
async function refuseForeign(root: string): Promise<void> {
  const uid = process.getuid?.();
  const [above, own] = [await stat(dirname(root)), await lstat(root)];
  const isShared = (above.mode & 0o002) !== 0;
  if (uid === undefined || !isShared || own.uid === uid || own.uid === 0) return;
  throw new Error(`the staging folder ${root} belongs to another user`);
}

/** A worker that was just killed may still have a write in progress: retry for a moment. */
async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch (error) {
    // There is a file where a folder should be: nothing was created below it.
    if (errorCode(error) !== 'ENOTDIR') throw error;
  }
}

async function removeOrphans(root: string, foreign: Sightings, logger: Logger): Promise<void> {
  for (const entry of await readdir(root)) {
    const match = ownFolderPattern.exec(entry);
    if (match === null || livingHere.has(entry)) continue;
    const folder = join(root, entry);
    if (isAlive(Number(match[1])) && !foreign.isStale(folder, (await stat(folder)).mtimeMs)) continue;
    await removeFolder(folder);
    logger.info({ folder: entry }, 'removed the staging folder of an ended process');
  }
}

/** A folder with this process's pid that is not one of its own is from an earlier process (pid 1 in a container). */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** What is known about folders whose pid is in use: the pid may belong to another program by now. */
interface Sightings {
  /** Whether the folder has been observed with this modification time for long enough. */
  isStale(folder: string, mtimeMs: number): boolean;
}

function createSightings(): Sightings {
  const sightings = new Map<string, { readonly mtimeMs: number; readonly since: number }>();
  return {
    isStale(folder, mtimeMs) {
      const now = performance.now();
      const known = sightings.get(folder);
      if (known?.mtimeMs === mtimeMs) return now - known.since > orphanAfterMs;
      sightings.set(folder, { mtimeMs, since: now });
      return false;
    },
  };
}
