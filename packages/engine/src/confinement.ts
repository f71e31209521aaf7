import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { FileRules } from './sandbox/landlock.ts';
import { findSandbox, type SandboxFound, sandboxed } from './sandbox/sandbox.ts';

const run = promisify(execFile);

/** The means of the system that confine a worker process, in addition to those of Node. Null if one is not available. */
export interface Confinement {
  /** The kernel restricts the process to its files, and to system calls that cannot harm other processes. */
  readonly sandbox: SandboxFound | null;
  /** Limits the private memory of the process. */
  readonly prlimit: string | null;
  /** Ends the process with its parent, and keeps it from gaining privileges. */
  readonly setpriv: string | null;
  /** Runs the process in an empty network namespace. Not needed with a complete sandbox. */
  readonly unshare: string | null;
}

type ProgramName = Exclude<keyof Confinement, 'sandbox'>;

/** What each program of util-linux is called with, up to the command it starts. */
const programArguments = {
  prlimit: ['--core=0', '--'],
  setpriv: ['--no-new-privs', '--pdeathsig', 'KILL', '--'],
  // A network namespace needs a user namespace, since only its root may create one; the worker is nobody in it and has
  // none of its privileges. On disk it is still the user of this process.
  unshare: ['--user', '--map-user=65534', '--map-group=65534', '--net', '--'],
} as const satisfies Record<ProgramName, readonly string[]>;

/** How long a probe of one of them may take. */
const probeTimeoutMs = 5_000;

/**
 * Finds out how this machine can confine worker processes. It probes the programs of util-linux on the path, because a
 * smaller program of the same name may lack an option, a seccomp profile or setting may deny network namespaces, or the
 * worker could no longer read `files`. Finds nothing on systems other than Linux.
 */
export async function findConfinement(files: readonly string[] = []): Promise<Confinement> {
  const [sandbox, prlimit, setpriv, unshare] = await Promise.all([
    findSandbox(),
    findWorking('prlimit'),
    findWorking('setpriv'),
    findWorking('unshare', files), // As nobody it may be unable to read what root can.
  ]);
  return { sandbox, prlimit, setpriv, unshare };
}

/** True if the sandbox alone keeps a process from other files, other processes and the network. */
export function isComplete(sandbox: SandboxFound | null): boolean {
  return sandbox !== null && sandbox.landlock > 0 && sandbox.seccomp;
}

/**
 * The command that runs `command`, which talks to its parent, confined by everything found and with this much private
 * memory.
 */
export function confine(
  { sandbox, prlimit, setpriv, unshare }: Confinement,
  { dataBytes, rules }: { readonly dataBytes: number; readonly rules: FileRules },
  command: readonly string[],
): readonly string[] {
  const inside = sandbox === null ? command : sandboxed({ rules, channel: true, report: false }, command);
  const mayShare = rules.network || isComplete(sandbox);
  return [
    // First: changing the user clears the parent-death signal that is set next.
    ...(unshare === null || mayShare ? [] : [unshare, ...programArguments.unshare]),
    ...(setpriv === null ? [] : [setpriv, ...programArguments.setpriv]),
    ...(prlimit === null ? [] : [prlimit, `--data=${dataBytes}`, ...programArguments.prlimit]),
    ...inside,
  ];
}

/** Its path, if the probe succeeds and the started program can read the files. */
async function findWorking(name: ProgramName, files: readonly string[] = []): Promise<string | null> {
  const path = findProgram(name);
  if (path === null) return null;
  const script = 'for file; do [ -r "$file" ] || exit 1; done';
  const command = [...programArguments[name], '/bin/sh', '-c', script, 'sh', ...files];
  return run(path, command, { timeout: probeTimeoutMs }).then(
    () => path,
    () => null, // Denied, or no such option: the worker runs without it.
  );
}

/** A program of util-linux, which every common Linux has; null elsewhere. */
function findProgram(name: string): string | null {
  if (process.platform !== 'linux') return null;
  const folders = (process.env.PATH ?? '/usr/bin:/bin').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
