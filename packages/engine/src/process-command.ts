import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConversionError } from '@platen/core';
import { type Confinement, confine, findConfinement } from './confinement.ts';
import { hasNetworkPermission } from './describe-confinement.ts';
import type { ProcessFolder } from './process-folder.ts';
import { noOpensslConfiguration, systemRules } from './sandbox/sandbox.ts';

/** How a worker process is started: the program and what it is allowed. */
export interface ProcessCommand {
  readonly env: Readonly<Record<string, string>>;
  /** JavaScript heap it may use. */
  readonly heapBytes: number;
  /** What confines the processes in addition to Node. */
  readonly confinement: Confinement;
  /**
   * Program and arguments for a process that reads one folder, writes in another, and cannot reach the files of other
   * tasks.
   */
  inFolder(folder: Pick<ProcessFolder, 'inputs' | 'outputs'>): readonly string[];
}

export interface ProcessCommandOptions {
  /** Further folders it may read: host fonts, language data. */
  readonly readable: readonly string[];
  /** Worker files that it may be asked to load. */
  readonly workers: readonly URL[];
  /** JavaScript heap. */
  readonly heapBytes: number;
  /** Memory it may use, enforced by Linux with an allowance for what is only reserved. */
  readonly memoryBytes: number;
  /** Whether it may use the network of this process. */
  readonly network: boolean;
}

const megabyte = 1024 * 1024;

/** What V8 and thread stacks reserve without using: counted as private memory, but never resident. */
const reservedBytes = 1024 * megabyte;

const withoutSqlite = '--no-experimental-sqlite';

/** System font folders, read to render text whose font is not embedded. */
const fontFolders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
];

/** Environment variables that name further folders of fonts and OCR languages, separated as in PATH. */
const folderVariables = ['PLATEN_FONTS', 'PLATEN_OCR_LANGUAGES'];

/**
 * The command of worker processes. They get Node's permission model (read package files and their folder, write only
 * in their folder, start no process and no thread), an environment of `PLATEN_*`, settings of the allocator and a nonexistent HOME, and on Linux, where it allows it,
 * a sandbox of the kernel that native code cannot leave either, a bound on private memory, and a signal that ends them
 * when this process dies, even by SIGKILL. Rejects with a TypeError for a worker file that they may not read, and in a process
 * that is under the permission model itself.
 */
export async function processCommand(options: ProcessCommandOptions): Promise<ProcessCommand> {
  const { heapBytes, memoryBytes, network } = options;
  // Node passes the permission model on to the launcher, which would skip the sandbox, and denies the calls that make
  // files private.
  if (process.permission !== undefined) {
    throw new TypeError(
      "worker processes cannot be confined from a process under Node's permission model: start it without --permission",
    );
  }
  const host = findProcessHost();
  const named = folderVariables.flatMap((name) => (process.env[name] ?? '').split(delimiter)).filter(isAbsolute);
  const packages = packageFolders(host);
  const folders = [...packages, ...fontFolders, ...named, ...options.readable].filter((path) => existsSync(path));
  const manifests = options.workers.flatMap((worker) => manifestsOf(fileURLToPath(worker), packages, folders));
  // Node 22.13 aborts when a path is given twice.
  const readable = [...new Set([...folders, ...manifests])];
  const confinement = await findConfinement([host]);
  const system = systemRules();
  return {
    env: ownEnvironment(),
    heapBytes,
    confinement,
    inFolder({ inputs, outputs }) {
      const own = [...readable, inputs, outputs];
      const node = [process.execPath, ...nodeArguments(own, outputs, { heapBytes, network }), host, outputs];
      const rules = {
        readable: [...system.readable, ...own],
        executable: system.executable,
        writable: [...system.writable, outputs],
        network,
      };
      return confine(confinement, { dataBytes: memoryBytes + reservedBytes, rules }, node);
    },
  };
}

/** The script that every worker process runs. */
function findProcessHost(): string {
  try {
    return createRequire(import.meta.url).resolve('@platen/engine/process-host');
  } catch (cause) {
    throw new ConversionError(
      'SERVICE_UNAVAILABLE',
      'The script of worker processes, @platen/engine/process-host, is missing: install @platen/engine again',
      { cause, details: { reason: 'workers_unavailable' } },
    );
  }
}

function nodeArguments(
  readable: readonly string[],
  writable: string,
  { heapBytes, network }: Pick<ProcessCommandOptions, 'heapBytes' | 'network'>,
): readonly string[] {
  return [
    `--max-old-space-size=${Math.ceil(heapBytes / megabyte)}`,
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${writable}`,
    ...(network && hasNetworkPermission ? ['--allow-net'] : []),
    // The permission model does not restrict it.
    ...(process.allowedNodeEnvironmentFlags.has(withoutSqlite) ? [withoutSqlite] : []),
    noOpensslConfiguration,
    // Workers resolve packages under the same conditions as this process.
    ...process.execArgv.filter((argument) => argument.startsWith('--conditions=')),
  ];
}

/**
 * Every folder that packages may be loaded from: each `node_modules` from the host file upwards, and the real paths of
 * packages linked there (a workspace).
 */
function packageFolders(host: string): readonly string[] {
  const folders = new Set([dirname(dirname(host))]);
  for (let folder = dirname(host); folder !== dirname(folder); folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (!existsSync(modules)) continue;
    folders.add(realpathSync(modules));
    for (const link of linksIn(modules)) folders.add(link);
  }
  return [...folders];
}

/**
 * The `package.json` files that Node reads to find the module type of a worker file outside any package: those of the
 * folders above it. Its own folder may hold anything of the host's, so the host has to name it.
 */
function manifestsOf(worker: string, packages: readonly string[], folders: readonly string[]): readonly string[] {
  if (!existsSync(worker)) throw new TypeError(`the worker file ${worker} does not exist`);
  const isInOneOf = (places: readonly string[]) =>
    [worker, realpathSync(worker)].some((path) => places.some((place) => path.startsWith(resolve(place) + sep)));
  if (isInOneOf(packages)) return [];
  if (!isInOneOf(folders)) {
    throw new TypeError(
      `worker processes may not read ${worker}: put it into a package, or name its folder in createProcessExecutor({ readable: [${JSON.stringify(dirname(worker))}] })`,
    );
  }
  const manifests: string[] = [];
  for (let folder = dirname(worker); folder !== dirname(folder); folder = dirname(folder)) {
    manifests.push(join(folder, 'package.json'));
  }
  return manifests.filter((path) => existsSync(path));
}

/** Real folders of the symbolic links directly in a `node_modules` and in its scopes. */
function linksIn(modules: string): readonly string[] {
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.isDirectory() && entry.name.startsWith('@')) return linksIn(path);
    return entry.isSymbolicLink() && existsSync(path) ? [realpathSync(path)] : [];
  });
}

/**
 * Makes glibc return memory used for images: fewer arenas, and large blocks released when they are freed. Compressing a
 * 300 dpi page peaks at 280 instead of 325 MB.
 */
const memoryGivenBack = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** What the command line reads for itself: a compromised worker would find a password and a key in them. */
const secretVariables = ['PLATEN_STORE', 'PLATEN_BLOBS', 'PLATEN_KEY'];

function ownEnvironment(): Readonly<Record<string, string>> {
  const own = Object.entries(process.env).filter(
    ([name, value]) => name.startsWith('PLATEN_') && !secretVariables.includes(name) && value !== undefined,
  );
  // Without HOME, libraries look into the list of users, which is out of reach.
  return { ...(Object.fromEntries(own) as Record<string, string>), ...memoryGivenBack, HOME: '/nonexistent' };
}
