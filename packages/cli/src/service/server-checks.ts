import { existsSync } from 'node:fs';
import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Check } from '@platen/cluster';
import { counted } from '@platen/core/internal';
import { databaseFileOf, lockDataFolder, openStore } from '@platen/host/data-folder';
import { ensureWritableFolder, folderProblem, StartError } from '@platen/host/folder-problem';
import { checkDatabase } from '@platen/sqlite';
import { choosePort, defaultPort, isInstead } from './listen.ts';
import { describeFailures } from './recent-failures.ts';

const gigabyte = 1024 ** 3;

interface WantedAddress {
  readonly host: string;
  /** Null where none is named: a server takes the first that is free. */
  readonly port: number | null;
}

/** What `platen serve` needs on this machine to start, found without starting one and without making anything. */
export function createServerChecks(dataFolder: string, address: WantedAddress): readonly Check[] {
  const folder = resolve(dataFolder);
  return [
    { name: 'data folder', run: () => checkFolder(folder) },
    {
      name: 'server',
      run: async () => (isServed(folder) ? 'runs on this data folder' : 'none runs on this data folder'),
    },
    { name: 'address', run: () => checkAddress(folder, address) },
    { name: 'temporary leftovers', run: () => describeLeftovers(folder) },
  ];
}

/** The records in the data folder. Servers with a shared store keep none there. */
export function createRecordChecks(dataFolder: string): readonly Check[] {
  const file = databaseFileOf(resolve(dataFolder));
  return [
    { name: 'database', run: () => describeDatabase(file) },
    { name: 'internal failures', run: () => describeRecent(file) },
  ];
}

async function checkFolder(folder: string): Promise<string> {
  const there = await findExisting(folder);
  const isThere = there === folder;
  if (isThere) await ensureWritableFolder(folder);
  else await checkParent(folder, there);
  const { bavail, bsize } = await statfs(there);
  const freeBytes = bavail * bsize;
  if (freeBytes < gigabyte) throw new StartError(`only ${Math.round(freeBytes / 1024 ** 2)} MB free in ${folder}`);
  const state = isThere ? 'can be written' : 'will be created by the first start';
  return `${folder} ${state}, ${Math.round(freeBytes / gigabyte)} GB free`;
}

/** The folder itself, or the nearest above it that is there. */
async function findExisting(folder: string): Promise<string> {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(current) || current === dirname(current)) return current;
  }
}

async function checkParent(folder: string, parent: string): Promise<void> {
  try {
    if (!(await stat(parent)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    await access(parent, constants.W_OK);
  } catch (error) {
    throw folderProblem(folder, error);
  }
}

async function describeDatabase(file: string): Promise<string> {
  if (!existsSync(file)) return 'none yet: the first start creates it';
  checkDatabase(file, true);
  return `${file} is whole and can be written`;
}

async function describeRecent(file: string): Promise<string> {
  if (!existsSync(file)) return 'none yet: nothing was converted here';
  try {
    checkDatabase(file, true);
  } catch {
    return 'they cannot be read: the check of the database says why';
  }
  await using store = openStore(file);
  return await describeFailures(store.jobs); // Before the store is closed.
}

function isServed(folder: string): boolean {
  if (!existsSync(join(folder, 'platen.lock'))) return false;
  const lock = lockDataFolder(folder);
  lock?.release();
  return lock === null;
}

/** A server that runs on the folder probably has the port. */
async function checkAddress(folder: string, { host, port: named }: WantedAddress): Promise<string> {
  try {
    const port = await choosePort(host, named);
    if (!isInstead(port, named)) return `a server can listen on ${host}:${port}`;
    if (!isServed(folder)) return `${host}:${defaultPort} is in use: a server would listen on port ${port}`;
  } catch (error) {
    if (!isServed(folder)) throw error;
  }
  return `${host}:${named ?? defaultPort} is in use, by the server that runs`;
}

/** Folders of uploads and tasks: of a server that runs now, or left by one that was killed. */
async function describeLeftovers(folder: string): Promise<string> {
  const left = await readdir(join(folder, 'staging')).catch(() => []); // No server has run here yet.
  if (left.length === 1 && isServed(folder)) return 'none: the one staging folder is that of the server that runs';
  return left.length === 0
    ? 'none'
    : `${counted(left.length, 'staging folder')}: the next start removes those of ended processes`;
}
