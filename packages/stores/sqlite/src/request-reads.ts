import type { ApiKeyRecord, Clock, JobRecord, OwnerStanding } from '@platen/core';
import { createJobReads } from './job-reads.ts';
import { createKeyTable } from './key-table.ts';
import { openTimeoutMs, untilFree } from './open-database.ts';

/**
 * Reads the rows that every request needs in the thread of the caller, in some 20 µs each: a call to the writer thread waits
 * for two wake-ups and for the flush that is under way. Null means: ask the writer thread.
 */
export interface RequestReads {
  /**
   * In an array: null is a job that is not there. Whoever asks for one, as readiness does, waits for no flush of the writer
   * thread, which may have much to write.
   */
  job(id: string): readonly [JobRecord | null] | null;
  standing(ownerId: string | null): OwnerStanding | null;
  /**
   * In an array: null is a key that is not there. A stranger who sends such keys takes none of the writer's time, and it takes
   * as long to refuse one as one that was revoked.
   */
  key(hash: string): readonly [ApiKeyRecord | null] | null;
  close(): void;
}

/** Reads from a connection of its own that cannot write, and never waits for a lock. The file must have been checked. */
export function createRequestReads(file: string, clock: Clock): RequestReads {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(file, { readOnly: true });
  const { jobs, keys } = untilFree(
    () => ({ jobs: createJobReads(database, clock), keys: createKeyTable(database) }),
    openTimeoutMs,
  );
  // `database.isOpen` is newer than the oldest Node we run on.
  let isOpen = true;

  return {
    job: (id) => orNull(() => [jobs.get(id)] as const),
    standing: (ownerId) => orNull(() => jobs.standing(ownerId)),
    key: (hash) => orNull(() => [keys.findByHash(hash)] as const),
    close() {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

/** A file that is locked, damaged or closed: the writer thread waits as long as it may, and says what is wrong. */
function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}
