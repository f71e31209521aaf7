import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface ShellTimes {
  readonly wallMs: number;
  /** Processor time of the commands and of all they started. */
  readonly cpuMs: number;
  /** The most memory that one of the processes had at a time. */
  readonly peakMegabytes: number;
}

/** Runs a line of bash and measures it with GNU time. Rejects when the line fails. */
export async function timedShell(line: string): Promise<ShellTimes> {
  const { stderr } = await promisify(execFile)('/usr/bin/time', ['-f', 'measured %e %U %S %M', 'bash', '-c', line], {
    maxBuffer: 1 << 26,
  });
  const [, wall = 0, user = 0, system = 0, kilobytes = 0] =
    /measured ([\d.]+) ([\d.]+) ([\d.]+) (\d+)/.exec(stderr)?.map(Number) ?? [];
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000, peakMegabytes: kilobytes / 1024 };
}

/** Starts a script beside this one with the packages as they are built, which is what a user starts. */
export function scriptCommand(name: string): string {
  return `'${process.execPath}' '${fileURLToPath(new URL(name, import.meta.url))}'`;
}
