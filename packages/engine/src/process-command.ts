import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Confinement, confine, findConfinement } from './confinement.ts';
import { hasNetworkPermission } from './describe-confinement.ts';
import type { ProcessFolder } from './process-folder.ts';
import { noOpensslConfiguration, systemRules } from './sandbox/sandbox.ts';

/** How a worker process is started: the program and what it is allowed. */
export interface ProcessCommand {
  readonly env: Readonly<Record<string, string>>;
  /** JavaScript heap it may use. */
  readonly heapBytes: number;
  /** What confines the processes besides Node. */
  readonly confinement: Confinement;
  /** Program and arguments for a process that reads one folder and writes in another, and reaches no other task's files. */
  inFolder(folder: Pick<ProcessFolder, 'inputs' | 'outputs'>): readonly string[];
}

export interface ProcessCommandOptions {
  /** Further folders it may read: host fonts, language data. */
  readonly readable: readonly string[];
  /** Worker files that it may be asked to load. */
  readonly workers: readonly URL[];
  /** JavaScript heap. */
  readonly heapBytes: number;
  /** Memory it may use; Linux denies it more, with room for what is only reserved. */
  readonly memoryBytes: number;
  /** Whether it keeps the network of this process. */
  readonly network: boolean;
}

const megabyte = 1024 * 1024;

/** What V8 and the thread stacks reserve without using: private memory that is counted, but never resident. */
const reservedBytes = 1024 * megabyte;

const withoutSqlite = '--no-experimental-sqlite';

/** Where systems keep their fonts: rendering text whose font is not embedded reads them. */
const fontFolders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
];

/** Variables with which a user names further folders of fonts and of OCR languages, separated as in PATH. */
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
  // Node hands it on to what starts the sandbox, which would be left out, and denies what makes files private.
  if (process.permission !== undefined) {
    throw new TypeError(
      "worker processes cannot be confined from a process under Node's permission model: start it without --permission",
    );
  }
  const host = createRequire(import.meta.url).resolve('@platen/engine/process-host');
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
    // The permission model does not hold it back.
    ...(process.allowedNodeEnvironmentFlags.has(withoutSqlite) ? [withoutSqlite] : []),
    noOpensslConfiguration,
    // Workers resolve packages under the same conditions as this process.
    ...process.execArgv.filter((argument) => argument.startsWith('--conditions=')),
  ];
}

/**
 * Every folder that packages may be loaded from: `node_modules` on the way up from the host file, and the real
 * places of packages linked there (a workspace).
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
 * Node asks the `package.json` of a worker file what kind of module it is: for one that is in no package, those of the folders
 * above it. Its own folder may hold anything of the host's, and is for the host to name.
 */
function manifestsOf(worker: string, packages: readonly string[], folders: readonly string[]): readonly string[] {
  if (!existsSync(worker)) throw new TypeError(`there is no worker file ${worker}`);
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
 * What keeps glibc from holding on to memory that images took: fewer arenas, and large blocks given back when they are freed. A 300 dpi
 * page that is compressed peaks at 280 instead of 325 MB.
 */
const memoryGivenBack = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** What the command line reads there for itself: a worker that was taken over would find a password and a key. */
const secretVariables = ['PLATEN_STORE', 'PLATEN_BLOBS', 'PLATEN_KEY'];

function ownEnvironment(): Readonly<Record<string, string>> {
  const own = Object.entries(process.env).filter(
    ([name, value]) => name.startsWith('PLATEN_') && !secretVariables.includes(name) && value !== undefined,
  );
  // Without a home, libraries that ask for it look into the list of users, which is out of reach.
  return { ...(Object.fromEntries(own) as Record<string, string>), ...memoryGivenBack, HOME: '/nonexistent' };
}
