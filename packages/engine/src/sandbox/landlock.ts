import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Libc } from './libc.ts';

/** Landlock (landlock(7)): file access rules that a process imposes on itself irrevocably. From Linux 5.13 on. */

/** Its system calls have the same numbers on every architecture. */
const LANDLOCK_CREATE_RULESET = 444;
const LANDLOCK_ADD_RULE = 445;
const LANDLOCK_RESTRICT_SELF = 446;
const RULESET_VERSION = 1;
const RULE_PATH_BENEATH = 1;

/** Access rights to files (uapi/linux/landlock.h). */
const EXECUTE = 1 << 0;
const WRITE_FILE = 1 << 1;
const READ_FILE = 1 << 2;
const READ_DIR = 1 << 3;
const REMOVE_DIR = 1 << 4;
const REMOVE_FILE = 1 << 5;
const MAKE_DIR = 1 << 7;
const MAKE_REG = 1 << 8;
const REFER = 1 << 13;
const TRUNCATE = 1 << 14;
const IOCTL_DEV = 1 << 15;

const reading = READ_FILE | READ_DIR;
/** No links, pipes, sockets or devices: a worker creates only regular files and folders. */
const writing = reading | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE;
/** The rights that apply to a file that is not a folder. */
const ofFiles = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;

/** The rights each version of Landlock knows, up to the newest described here. */
function knownRights(version: number): number {
  return (REFER - 1) | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? IOCTL_DEV : 0);
}

/** Binding to and connecting by TCP ports, since version 4; signals to and abstract sockets of others, since version 6. */
const everyPort = 3;
const everyScope = 3;

export interface FileRules {
  readonly readable: readonly string[];
  /** Programs and their loaders; also readable. */
  readonly executable: readonly string[];
  /** Also readable. */
  readonly writable: readonly string[];
  /** Whether TCP stays allowed. */
  readonly network: boolean;
}

/** The Landlock version of this kernel; 0 when it has none or it is disabled. */
export function landlockVersion(libc: Libc): number {
  try {
    return libc.syscall(LANDLOCK_CREATE_RULESET, null, 0, RULESET_VERSION);
  } catch {
    return 0; // ENOSYS, EOPNOTSUPP, or a container that denies it.
  }
}

/**
 * Restricts this thread, and any program it executes, to the files of the rules from here on. Missing paths are
 * skipped. The thread must have set `no_new_privs` before.
 */
export function restrictFiles(libc: Libc, version: number, rules: FileRules): void {
  const known = knownRights(version);
  const attributes = Buffer.alloc(24);
  attributes.writeBigUInt64LE(BigInt(known), 0);
  attributes.writeBigUInt64LE(BigInt(version >= 4 && !rules.network ? everyPort : 0), 8);
  attributes.writeBigUInt64LE(BigInt(version >= 6 ? everyScope : 0), 16);
  const sizeBytes = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const ruleset = libc.syscall(LANDLOCK_CREATE_RULESET, attributes, sizeBytes, 0);
  const allow = (paths: readonly string[], rights: number) => {
    for (const path of paths) allowBeneath(libc, ruleset, path, rights & known);
  };
  allow(rules.readable, reading);
  allow(rules.executable, READ_FILE | EXECUTE);
  allow(rules.writable, writing);
  libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0);
  closeSync(ruleset);
}

function allowBeneath(libc: Libc, ruleset: number, path: string, rights: number): void {
  const descriptor = openOrNull(path);
  if (descriptor === null) return;
  try {
    const isFolder = fstatSync(descriptor).isDirectory();
    // Packed: eight bytes of rights, four of descriptor.
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(BigInt(isFolder ? rights : rights & ofFiles), 0);
    rule.writeInt32LE(descriptor, 8);
    libc.syscall(LANDLOCK_ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0);
  } finally {
    closeSync(descriptor);
  }
}

/** Only a reference to the place in the file system: devices are not opened, and no permission to read is needed. */
const O_PATH = 0o10000000;

function openOrNull(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | O_PATH);
  } catch {
    return null; // Missing, or not accessible to this user, so not to the worker either.
  }
}
