import { resolve } from 'node:path';
import type { JobStore, KeyStore, QuotaStore } from '@platen/core';
import { startWriterThread } from './writer-thread.ts';

export interface SqliteStoreOptions {
  /** The database file. It and its folder are created when missing. */
  readonly file: string;
  /** How long to wait for another process that is writing, before a call is `SERVICE_UNAVAILABLE`; 5 s. */
  readonly busyTimeoutMs?: number;
}

export interface SqliteStore extends AsyncDisposable {
  readonly jobs: JobStore;
  readonly keys: KeyStore;
  readonly quotas: QuotaStore;
  /** Answers what was asked, closes the file and ends the thread. Later calls reject. */
  close(): Promise<void>;
}

/**
 * Jobs, keys and quotas in one SQLite file. All work on it happens in a thread of its own, so the event loop of the
 * host stays free, and calls that come together share one flush to the disk. What was answered survives `kill -9`
 * and a power cut. A file that cannot be opened shows on the first call, as `SERVICE_UNAVAILABLE`.
 */
export function createSqliteStore({ file, busyTimeoutMs = 5_000 }: SqliteStoreOptions): SqliteStore {
  const { call, close } = startWriterThread({ file: resolve(file), busyTimeoutMs });

  const jobs: JobStore = {
    insert: (...args) => call('jobs', 'insert', args),
    get: (...args) => call('jobs', 'get', args),
    list: (...args) => call('jobs', 'list', args),
    count: (...args) => call('jobs', 'count', args),
    claim: (...args) => call('jobs', 'claim', args),
    renew: (...args) => call('jobs', 'renew', args),
    release: (...args) => call('jobs', 'release', args),
    finish: (...args) => call('jobs', 'finish', args),
    close: (...args) => call('jobs', 'close', args),
    requeueExpired: (...args) => call('jobs', 'requeueExpired', args),
    listPurgeable: (...args) => call('jobs', 'listPurgeable', args),
    remove: (...args) => call('jobs', 'remove', args),
  };

  const keys: KeyStore = {
    create: (...args) => call('keys', 'create', args),
    findByHash: (...args) => call('keys', 'findByHash', args),
    list: (...args) => call('keys', 'list', args),
    revoke: (...args) => call('keys', 'revoke', args),
    touch: (...args) => call('keys', 'touch', args),
  };

  const quotas: QuotaStore = {
    reserve: (...args) => call('quotas', 'reserve', args),
    release: (...args) => call('quotas', 'release', args),
    used: (...args) => call('quotas', 'used', args),
  };

  return { jobs, keys, quotas, close, [Symbol.asyncDispose]: close };
}
