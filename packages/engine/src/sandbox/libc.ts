import { createRequire } from 'node:module';

/** The C library functions that the launcher needs. Each throws with the error of the system when it fails. */
export interface Libc {
  prctl(option: number, ...args: readonly number[]): void;
  /** Points the kernel to a seccomp program: `struct sock_fprog`. */
  seccomp(program: Uint8Array, instructions: number): void;
  /** A system call by its number, whose arguments are numbers or buffers. Returns what it returned. */
  syscall(number: number, ...args: readonly (number | Uint8Array | null)[]): number;
  /** Whether the descriptor is inherited by the next program. */
  keepOnExec(descriptor: number): void;
  /** Replaces this process. Returns only by throwing. */
  exec(command: readonly string[], environment: Readonly<Record<string, string>>): never;
}

/** The part of koffi in use. Its packages by platform come without types. */
interface Koffi {
  load(library: null): {
    func(name: string, result: string, parameters: readonly string[]): (...args: never[]) => number;
  };
  struct(name: string, fields: Readonly<Record<string, string>>): unknown;
  errno(): number;
}

const PR_SET_SECCOMP = 22;
const SECCOMP_MODE_FILTER = 2;
const F_SETFD = 2;

/** The C library of this process, or null where no build of koffi is installed: elsewhere than on Linux on x64 or arm64. */
export function openLibc(): Libc | null {
  const koffi = loadKoffi();
  if (koffi === null) return null;
  const library = koffi.load(null);
  koffi.struct('sock_fprog', { len: 'uint16', filter: 'void *' });
  const declare = (name: string, ...parameters: readonly string[]) =>
    library.func(name, 'long', parameters) as (...args: readonly unknown[]) => number;
  const call = (name: string, parameters: readonly string[], args: readonly unknown[]) => {
    const result = Number(declare(name, ...parameters)(...args));
    if (result < 0)
      throw new Error(`${name}(${args.filter((arg) => typeof arg === 'number')}): error ${koffi.errno()}`);
    return result;
  };
  return {
    prctl(option, ...args) {
      const all = [0, 1, 2, 3].map((index) => args[index] ?? 0);
      call('prctl', ['int', 'ulong', 'ulong', 'ulong', 'ulong'], [option, ...all]);
    },
    seccomp(program, instructions) {
      const filter = { len: instructions, filter: program };
      call('prctl', ['int', 'ulong', 'sock_fprog *'], [PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter]);
    },
    syscall(number, ...args) {
      const types = args.map((arg) => (typeof arg === 'number' ? 'long' : 'void *'));
      return call('syscall', ['long', ...types], [number, ...args]);
    },
    keepOnExec(descriptor) {
      call('fcntl', ['int', 'int', 'int'], [descriptor, F_SETFD, 0]);
    },
    exec(command, environment) {
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const file = command[0] ?? '';
      call('execve', ['str', 'char **', 'char **'], [file, [...command, null], [...variables, null]]);
      throw new Error(`${file} was not started`);
    },
  };
}

function loadKoffi(): Koffi | null {
  try {
    return createRequire(import.meta.url)(`@koromix/koffi-${process.platform}-${process.arch}`) as Koffi;
  } catch {
    return null; // An optional dependency: not every platform has a build.
  }
}
