import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import type { FileRules } from './landlock.ts';

const run = promisify(execFile);

/** What the launcher should do. */
export interface SandboxRequest {
  readonly rules: FileRules;
  /** Whether the command has a channel to its parent. */
  readonly channel: boolean;
  /** Whether to print what the kernel enforces, before the command starts. */
  readonly report: boolean;
}

/** What the kernel enforces on a process started through the launcher. */
export interface SandboxFound {
  /** The Landlock version that restricts it to its files; 0 for none. */
  readonly landlock: number;
  /** Whether system calls are filtered. */
  readonly seccomp: boolean;
}

/** How long the probe may take. */
const probeTimeoutMs = 10_000;

/** What the kernel enforces here; null when workers cannot be started this way, as on systems other than Linux. */
export async function findSandbox(): Promise<SandboxFound | null> {
  if (process.platform !== 'linux') return null;
  const idle = [process.execPath, noOpensslConfiguration, '-e', ''];
  const [file = '', ...args] = sandboxed({ rules: systemRules(), channel: false, report: true }, idle);
  return run(file, args, { env: {}, timeout: probeTimeoutMs }).then(
    ({ stdout }) => {
      const found = JSON.parse(stdout) as SandboxFound;
      return found.landlock > 0 || found.seccomp ? found : null;
    },
    () => null, // No build of koffi, denied calls, or a Node installed where no rule expects it.
  );
}

/** The file rules do not cover the system's OpenSSL configuration; Node would exit at once. */
export const noOpensslConfiguration = '--openssl-config=/dev/null';

/** The command that runs `command` within the request. */
export function sandboxed(request: SandboxRequest, command: readonly string[]): readonly string[] {
  const launcher = createRequire(import.meta.url).resolve('@platen/engine/sandbox-launcher');
  return [process.execPath, launcher, JSON.stringify(request), ...command];
}

/** Where systems keep shared libraries, and what programs read about the machine and its fonts; all public. */
const systemPaths = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/usr/share/zoneinfo',
  '/etc/fonts',
  '/usr/share/fontconfig',
  '/var/cache/fontconfig',
  '/dev/urandom',
  '/proc/self',
  '/proc/cpuinfo',
  '/proc/meminfo',
];

/** What Node needs to run at all, besides its packages. */
export function systemRules(): FileRules {
  const libraries = loadedLibraries();
  return {
    // A Node from elsewhere (Nix, Homebrew) has its libraries in other places.
    readable: [...systemPaths, ...libraries],
    executable: [realpathSync(process.execPath), ...libraries.filter((path) => /^ld[-.]/.test(basename(path)))],
    writable: ['/dev/null'],
    network: false,
  };
}

/** The shared libraries of this process, and what loaded them (proc(5), maps). */
function loadedLibraries(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const lines = readFileSync('/proc/self/maps', 'utf8').split('\n');
  const paths = lines.map((line) => /^\S+ r-x\S* \S+ \S+ \S+ +(\/.*\.so(?:\.\S*)?|\/.*\/ld[-.][^/]*)$/.exec(line)?.[1]);
  return [...new Set(paths.filter((path) => path !== undefined))];
}
