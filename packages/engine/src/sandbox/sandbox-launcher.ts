import { writeSync } from 'node:fs';
import { landlockVersion, restrictFiles } from './landlock.ts';
import { type Libc, openLibc } from './libc.ts';
import type { SandboxFound, SandboxRequest } from './sandbox.ts';
import { seccompFilter } from './seccomp-filter.ts';

/**
 * A separate program that drops everything `SandboxRequest` does not grant, then executes the command. It has to be a
 * separate program: what a thread drops applies to all threads only of the program it executes next.
 */

const PR_SET_NO_NEW_PRIVS = 38;
const PR_CAPBSET_DROP = 24;
const PR_CAP_AMBIENT = 47;
const PR_CAP_AMBIENT_CLEAR_ALL = 4;
const lastCapability = 63;
/** Without them root could not read packages owned by another user. The file rules apply regardless. */
const CAP_DAC_OVERRIDE = 1;
const CAP_DAC_READ_SEARCH = 2;

/** `close_range(2)`, with the flag to close only on exec: this program still needs its own descriptors. */
const CLOSE_RANGE = 436;
const CLOSE_RANGE_CLOEXEC = 4;
const everyDescriptor = 0xffffffff;

/** The file descriptor of a worker's messages to the host, after standard input, output and error. */
const channelDescriptor = 3;

launch(JSON.parse(process.argv[2] ?? '') as SandboxRequest, process.argv.slice(3));

function launch({ rules, channel, report }: SandboxRequest, command: readonly string[]): void {
  const libc = openLibc();
  if (libc === null) throw new Error('there is no access to the C library on this platform');
  libc.prctl(PR_SET_NO_NEW_PRIVS, 1);
  dropCapabilities(libc);
  closeDescriptors(libc, channel);
  const landlock = landlockVersion(libc);
  if (landlock > 0) restrictFiles(libc, landlock, rules);
  const seccomp = restrictSyscalls(libc, rules.network);
  if (report) {
    const found: SandboxFound = { landlock, seccomp };
    writeSync(1, JSON.stringify(found));
  }
  libc.exec(command, process.env as Readonly<Record<string, string>>);
}

/** Drops whatever root can do besides reading and writing files. Other users have no capabilities to drop. */
function dropCapabilities(libc: Libc): void {
  for (let capability = 0; capability <= lastCapability; capability += 1) {
    if (capability === CAP_DAC_OVERRIDE || capability === CAP_DAC_READ_SEARCH) continue;
    attempt(() => libc.prctl(PR_CAPBSET_DROP, capability));
  }
  attempt(() => libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL));
}

/**
 * Closes all descriptors except the standard ones and the channel. Node has marked the ones it opened to be closed on
 * exec.
 */
function closeDescriptors(libc: Libc, channel: boolean): void {
  const last = channel ? channelDescriptor : channelDescriptor - 1;
  for (let descriptor = 0; descriptor <= last; descriptor += 1) libc.keepOnExec(descriptor);
  libc.syscall(CLOSE_RANGE, last + 1, everyDescriptor, CLOSE_RANGE_CLOEXEC);
}

/** False where the kernel lacks filters, or none is known for the processor. */
function restrictSyscalls(libc: Libc, network: boolean): boolean {
  const { arch, pid } = process;
  if (arch !== 'x64' && arch !== 'arm64') return false;
  const { program, instructions } = seccompFilter({ architecture: arch, pid, network });
  return attempt(() => libc.seccomp(program, instructions));
}

/** Whether the system allowed it. */
function attempt(call: () => void): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}
