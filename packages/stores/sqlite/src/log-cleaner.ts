import type { DatabaseSync } from 'node:sqlite';

/** Takes what was overwritten out of the write-ahead log too. */
export interface LogCleaner {
  /** Asks for it: within a quarter of a second, together with whatever else is asked meanwhile. */
  request(): void;
  /** Does now what is still asked for: before the file is closed. */
  finish(): void;
}

/** Each cleaning flushes twice, however many passwords it is for. */
const delayMs = 250;
/** Until a reader that keeps the log in use is asked again. */
const retryMs = 1_000;

/**
 * A password that was overwritten is still in the log, page by page, until the log is copied into the file and cut to
 * nothing (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint). It is never waited for: the thread has calls to answer.
 */
export function createLogCleaner(database: DatabaseSync): LogCleaner {
  let timer: NodeJS.Timeout | undefined;

  function clean(): boolean {
    try {
      database.exec('PRAGMA busy_timeout = 0');
      return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } catch {
      // Such as a full disk, which the next write reports: here it is tried again.
      return false;
    }
  }

  function schedule(afterMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!clean()) schedule(retryMs);
    }, afterMs);
  }

  return {
    request: () => schedule(delayMs),
    finish() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      clean();
    },
  };
}
