import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger, StagingFolder } from '@platen/core';

/** Folders for uploads and tasks under way: all inside one folder of this process, each removed when disposed. */
export interface StagingArea {
  /** Where this process keeps its folders. */
  readonly path: string;
  /** Removes what processes that died left behind, and keeps this one's folder marked as alive. */
  open(): Promise<void>;
  create(): Promise<StagingFolder>;
  /** True for a path inside this area: such a file may be moved away instead of copied. */
  owns(path: string): boolean;
  close(): Promise<void>;
}

/** A live process touches its folder this often; one untouched for `orphanAfterMs` has no living owner. */
const touchIntervalMs = 60_000;
const orphanAfterMs = 10 * 60_000;
const ownFolderPattern = /^run-(\d+)-[0-9a-f-]+$/;

/** Folders of engines alive in this very process, which share its pid. */
const livingHere = new Set<string>();

export function createStagingArea(root: string, logger: Logger): StagingArea {
  const name = `run-${process.pid}-${randomUUID()}`;
  const path = join(root, name);
  let timer: NodeJS.Timeout | undefined;

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
      timer = setInterval(touch, touchIntervalMs);
      timer.unref();
      livingHere.add(name);
      await mkdir(path, { recursive: true, mode: 0o700 });
      await removeOrphans(root, logger);
    },
    async create() {
      const folder = join(path, randomUUID());
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return { path: folder, [Symbol.asyncDispose]: () => removeFolder(folder) };
    },
    owns: (file) => file.startsWith(`${path}/`) || file.startsWith(`${path}\\`),
    async close() {
      clearInterval(timer);
      timer = undefined;
      livingHere.delete(name);
      await removeFolder(path);
    },
  };
}

/** A worker that was just killed may still have a write under way: try again for a moment. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

async function removeOrphans(root: string, logger: Logger): Promise<void> {
  for (const entry of await readdir(root)) {
    const match = ownFolderPattern.exec(entry);
    if (match === null || livingHere.has(entry)) continue;
    const folder = join(root, entry);
    if (isAlive(Number(match[1])) && !(await isStale(folder))) continue;
    await removeFolder(folder);
    logger.info({ folder: entry }, 'removed the staging folder of a process that died');
  }
}

/** A folder with this process's own pid that is not one of its own is left from an earlier process (pid 1 in a container). */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Guards against a pid that was given to another program since. */
async function isStale(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(folder);
  return Date.now() - mtimeMs > orphanAfterMs;
}
