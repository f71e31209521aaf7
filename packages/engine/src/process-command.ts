import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { confine, findConfinement } from './confinement.ts';

/** How a worker process is started: the program and what it is allowed. */
export interface ProcessCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** JavaScript heap it may use. */
  readonly heapBytes: number;
}

export interface ProcessCommandOptions {
  /** The only folder the process may write in. */
  readonly folder: string;
  /** Further folders it may read: host fonts, language data. */
  readonly readable: readonly string[];
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

/** From this version on Node's permission model denies the network, unless told otherwise. */
export const hasNetworkPermission = Number.parseInt(process.versions.node, 10) >= 25;

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
 * The command of a worker process. It gets Node's permission model (reads package files and its folder, writes only
 * in its folder, starts no process and no thread), an environment of `PLATEN_*` alone, and on Linux a bound on its
 * private memory, a signal that ends it when this process dies, even by SIGKILL, and where the kernel allows it no
 * network.
 */
export async function processCommand(options: ProcessCommandOptions): Promise<ProcessCommand> {
  const host = createRequire(import.meta.url).resolve('@platen/engine/process-host');
  const folder = realpathSync(options.folder);
  const named = folderVariables.flatMap((name) => (process.env[name] ?? '').split(delimiter)).filter(isAbsolute);
  const readable = [...packageFolders(host), folder, ...fontFolders, ...named, ...options.readable].filter((path) =>
    existsSync(path),
  );
  const args = [
    `--max-old-space-size=${Math.ceil(options.heapBytes / megabyte)}`,
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    ...(options.network && hasNetworkPermission ? ['--allow-net'] : []),
    // What this process itself was told about resolving packages holds for its workers too.
    ...process.execArgv.filter((argument) => argument.startsWith('--conditions=')),
    host,
  ];
  const { heapBytes, memoryBytes } = options;
  const found = await findConfinement([host, folder]);
  const confinement = options.network ? { ...found, unshare: null } : found;
  const [file = '', ...rest] = confine(confinement, memoryBytes + reservedBytes, [process.execPath, ...args]);
  return { file, args: rest, env: ownEnvironment(), heapBytes };
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

/** Real folders of the symbolic links directly in a `node_modules` and in its scopes. */
function linksIn(modules: string): readonly string[] {
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.isDirectory() && entry.name.startsWith('@')) return linksIn(path);
    return entry.isSymbolicLink() && existsSync(path) ? [realpathSync(path)] : [];
  });
}

function ownEnvironment(): Readonly<Record<string, string>> {
  const own = Object.entries(process.env).filter(([name, value]) => name.startsWith('PLATEN_') && value !== undefined);
  return Object.fromEntries(own) as Record<string, string>;
}
