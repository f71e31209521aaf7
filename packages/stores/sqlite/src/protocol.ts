import type { ErrorData } from '@platen/core';
import type { Contracts } from './table.ts';

/** What crosses between the host's thread and the writer thread. */

export interface WriterSettings {
  readonly file: string;
  readonly busyTimeoutMs: number;
}

export interface CallMessage {
  readonly id: number;
  readonly table: keyof Contracts;
  readonly method: string;
  readonly args: readonly unknown[];
  /** When it was asked, on the clock of the store. */
  readonly now: number;
  /** When it was asked, by `monotonicMs`. */
  readonly askedAt: number;
}

/** Milliseconds on a clock that all threads of a process share and that nobody sets. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Errors are data: a thrown one loses its class and code between threads. `cause` is for the log. */
export type ReplyMessage =
  | { readonly id: number; readonly kind: 'result'; readonly result: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly error: ErrorData; readonly cause: string };

/** Closes the database once everything before it is answered. */
export interface CloseMessage {
  readonly id: number;
  readonly table: 'close';
}
