import { readdir } from 'node:fs/promises';

/** A server in a separate process, as an attacker finds it, with everything that a test needs to observe it. */
export interface AttackTarget {
  /** What the paths of the interface are relative to. */
  readonly baseUrl: string;
  /** A key without rate limit and quota. */
  readonly key: string;
  /** An operation that takes one PDF, such as `pdf/split`. */
  readonly operation: string;
  readonly pid: number;
  /** Whether its process is still there: an attack that ends it has won. */
  isAlive(): boolean;
  /**
   * Whether the HTTP server belongs to the target: then requests that Node itself refuses have the error body of the
   * interface.
   */
  readonly ownsServer: boolean;
  /** Files of uploads under way, or left behind. */
  stagedFiles(): Promise<readonly string[]>;
  /** What it logged at `error` so far: each line is an answer that nobody can explain. */
  faults(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Descriptors that a process has open, sockets included; null where the system does not say. */
export async function openDescriptors({ pid }: AttackTarget): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  return (await readdir(`/proc/${pid}/fd`)).length;
}
