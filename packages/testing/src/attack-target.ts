import { readdir } from 'node:fs/promises';

/** A server in a separate process that tests attack, with the means to observe it. */
export interface AttackTarget {
  /** The address to which the paths of the interface are relative. */
  readonly baseUrl: string;
  /** A key without rate limit and quota. */
  readonly key: string;
  /** An operation that takes one PDF, such as `pdf/split`. */
  readonly operation: string;
  readonly pid: number;
  /** True while its process runs. An attack succeeds if it ends the process. */
  isAlive(): boolean;
  /**
   * True if the target has its own HTTP server. Requests that Node itself refuses then have the error body of the interface.
   */
  readonly ownsServer: boolean;
  /** The files of running uploads, and those that were left behind. */
  stagedFiles(): Promise<readonly string[]>;
  /** The lines that it has logged at level `error`. Each of them is an unexpected failure. */
  faults(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Descriptors that a process has open, sockets included; null where the system does not say. */
export async function openDescriptors({ pid }: AttackTarget): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  return (await readdir(`/proc/${pid}/fd`)).length;
}
