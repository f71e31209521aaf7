import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Distinguishes this process from an earlier one with the same pid, which is the rule in containers. */
const processToken = randomUUID().slice(0, 8);
const host = hostname().replace(/[^\w.-]/g, '');
const foreignAgeMs = 24 * 60 * 60 * 1000;

/** A fresh path for a file that is not whole yet, named after the process that writes it. */
export function temporaryPath(folder: string): string {
  return join(folder, `${host}~${process.pid}~${processToken}~${randomUUID()}`);
}

/**
 * Makes the folder and removes what dead processes left in it. What another machine wrote to a shared folder cannot
 * be known to be abandoned, so it goes only when a day old.
 */
export async function prepareTemporaryFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (await isOrphan(name, path)) await rm(path, { force: true, recursive: true });
  }
}

async function isOrphan(name: string, path: string): Promise<boolean> {
  const [writerHost, pid = '', token] = name.split('~');
  if (writerHost !== host) {
    // It may vanish at any moment: its writer is at work.
    const info = await stat(path).catch(() => null);
    return info !== null && Date.now() - info.mtimeMs > foreignAgeMs;
  }
  return Number(pid) === process.pid ? token !== processToken : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
